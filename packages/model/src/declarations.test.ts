import { describe, expect, it } from 'vitest'
import { cache } from './cache/cache.ts'
import { computed } from './computed/computed.ts'
import { periods } from './distribution/periods.ts'
import { shards } from './distribution/shards.ts'
import {
  evolution,
  inPeriod,
  planMigration,
  planRecount,
  resumeMigration,
  runMigration,
  runRecount,
} from './evolution.ts'
import { form } from './forms.ts'
import { snapshots } from './history.ts'
import { model, shape, table } from './index.ts'
import { relations } from './relations.ts'
import { aggregate, rebuild, streamHandler } from './streams.ts'

/*
 * What TypeScript refuses, declared in JavaScript: it would otherwise be ignored, or fail far from its cause.
 */

type Loose = (...given: readonly unknown[]) => unknown
const looseTable = table as unknown as Loose
const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { G: { pk: 'GPK', sk: 'GSK' } },
  relations,
})
const looseEntity = shop.entity as unknown as Loose
const schema = shape<{ id: string; n: number }>()
const key = { pk: 'A#{id}', sk: 'A' }
const One = shop.entity('One', { schema, key: { pk: 'A#{id}', sk: 'A' } })
const Two = shop.entity('Two', {
  schema,
  key: { pk: 'A#{id}', sk: 'B#{n:num}' },
  index: { G: { pk: 'B#{n}', sk: '{id}' } },
})
const entity = (more: object) => () => looseEntity('E', { schema, key, ...more })
const client = { send: () => Promise.reject(new Error('nothing is sent')) }
const app = model({ entities: { One, Two } })

describe('an option that does not exist is refused', () => {
  it.each<[what: string, call: () => unknown, message: string]>([
    [
      'of a table',
      () => looseTable('X', { key: { pk: 'PK' }, index: {} }),
      'X has no option "index"; it takes key, indexes, type, ttl, periods, relations',
    ],
    [
      'of its key',
      () => looseTable('X', { key: { pk: 'PK', sort: 'SK' } }),
      'X.key has no option "sort"; it takes pk, sk',
    ],
    [
      'of an index',
      () => looseTable('X', { key: { pk: 'PK' }, indexes: { G: { pk: 'a', projct: 'ALL' } } }),
      'X.indexes.G has no option "projct"; it takes pk, sk, projection, local',
    ],
    ['of an entity', entity({ indexes: {} }), 'E has no option "indexes"; it takes schema, key, index'],
    [
      'of the key of an entity',
      entity({ key: { ...key, sort: 'A' } }),
      'E.key has no option "sort"; it takes pk, sk',
    ],
    [
      'of an index of an entity',
      entity({ index: { G: { pk: 'x', sk: 'y', wen: {} } } }),
      'E.index.G has no option "wen"; it takes pk, sk, when, partial',
    ],
    [
      'of an expiry',
      entity({ ttl: { attribute: 'at', afer: { days: 1 } } }),
      'E.ttl has no option "afer"; it takes attribute, after',
    ],
    [
      'of timestamps',
      entity({ timestamps: { create: 'at' } }),
      'E.timestamps has no option "create"; it takes created, updated',
    ],
    [
      'of a query',
      () => (Two.query as Loose)('primary', { limit: 3 }),
      'A query or scan has no option "limit"',
    ],
    [
      'of a scan',
      () => (Two.scan as Loose)('primary', { pages: 3 }),
      'A query or scan has no option "pages"',
    ],
    [
      'of a collection',
      () => (shop.collect as Loose)('primary', { twos: Two.many() }, { filter: {} }),
      'A collection has no option "filter"; it takes',
    ],
    ['of a member', () => (Two.many as Loose)({ page: 3 }), 'A member has no option "page"; it takes select'],
    [
      'of a model',
      () => (model as Loose)({ One }),
      'A model has no option "One"; it takes entities, patterns',
    ],
    [
      'of a connection',
      () => (shop.connect as Loose)(client, { entities: { One }, clok: {} }),
      'A connection has no option "clok"; it takes clock, random, sleep, cache',
    ],
    [
      'of a relation',
      entity({ belongsTo: { one: { entity: One, must: true } } }),
      'E.belongsTo.one has no option "must"; it takes entity, by, mustExist, count, copy, find, via',
    ],
    [
      'of a sequence',
      entity({ sequence: { n: { of: One, count: 'n' } } }),
      'E.sequence.n has no option "count"; it takes of, counter, by, key',
    ],
    [
      'of a copy',
      entity({ copies: { one: { to: One, attribute: ['id'] } } }),
      'E.copies.one has no option "attribute"; it takes to, attributes, items, via',
    ],
    [
      'of a marker',
      entity({ unique: { id: { pk: 'ID#{id}', sort: 'ID' } } }),
      'E.unique.id has no option "sort"; it takes pk, sk',
    ],
    [
      'of a rule',
      () => (computed as Loose)({ n: { form: ['id'], by: () => 1 } }),
      'computed: "n" has no option "form"; it takes from, also, by, partial',
    ],
    [
      'of a version of items',
      () => (evolution as Loose)({ 2: { up: () => ({}), dwn: () => ({}) } }),
      'evolution: version 2 has no option "dwn"; it takes up, down',
    ],
    [
      'of shards',
      () => (shards as Loose)({ by: 'random', cnt: 4 }),
      'shards has no option "cnt"; it takes by, count',
    ],
    [
      'of periods',
      () => (periods as Loose)('month', { sinc: '2026-01' }),
      'periods has no option "sinc"; it takes since, capacity',
    ],
    [
      'of a history',
      () => (snapshots as Loose)({ keys: {} }),
      'A history has no option "keys"; it takes key',
    ],
    [
      'of a cache',
      () => (cache as Loose)(One, { sze: 1, lifetime: { minutes: 1 } }),
      'cache has no option "sze"; it takes size, lifetime',
    ],
    [
      'of a length of time',
      () => (cache as Loose)(One, { size: 1, lifetime: { minute: 1 } }),
      'A length of time has no option "minute"; it takes days, hours, minutes, seconds',
    ],
    [
      'of a form',
      () => (form as Loose)('f', { encode: String, decode: String, decod: String }),
      'form has no option "decod"; it takes encode, decode',
    ],
    [
      'of an aggregate',
      () => (aggregate as Loose)(One, { into: Two, key: () => ({}), ad: () => ({}) }),
      'aggregate has no option "ad"; it takes into, key, add',
    ],
    [
      'of a handler',
      () => (streamHandler as Loose)(app, { ons: {} }),
      'streamHandler has no option "ons"; it takes',
    ],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(message)
    expect(call).toThrow(expect.objectContaining({ code: 'DEFINITION' }))
  })
})

describe('what is missing, or of another kind, is refused with what is wanted', () => {
  it.each<[what: string, call: () => unknown, message: string]>([
    ['a table without a key', () => looseTable('X', {}), 'X.key needs pk'],
    ['a table without anything', () => looseTable('X'), 'X.key needs pk'],
    [
      'an index without a key',
      () => looseTable('X', { key: { pk: 'PK' }, indexes: { G: { projection: 'ALL' } } }),
      'X.indexes.G needs pk',
    ],
    [
      'a projection that does not exist',
      () => looseTable('X', { key: { pk: 'PK' }, indexes: { G: { pk: 'a', projection: 'KEYS' } } }),
      'X.indexes.G: there is no projection "KEYS"',
    ],
    ['an entity without a schema', () => looseEntity('E', { key }), '"E.schema" is not a Standard Schema'],
    ['an entity without anything', () => looseEntity('E'), '"E.schema" is not a Standard Schema'],
    [
      'a schema of an older library',
      entity({ schema: { parse: String } }),
      'is not a Standard Schema: one of zod (3.24)',
    ],
    [
      'a form that does not exist',
      entity({ stored: { at: 'dat' } }),
      'stored: "at" cannot have the form "dat"',
    ],
    ['a history that is not made', entity({ history: true }), '"E.history" is not made by its function'],
    ['shards that are not made', entity({ shard: 4 }), '"E.shard" is not made by its function'],
    ['replicas that are not made', entity({ replicas: 4 }), '"E.replicas" is not made by its function'],
    [
      'versions that are not made',
      entity({ evolution: { 2: {} } }),
      '"E.evolution" is not made by its function',
    ],
    [
      'names that are not made',
      entity({ storedAs: { id: 'i' } }),
      '"E.storedAs" is not made by its function',
    ],
    ['rules that are not made', entity({ computed: { n: {} } }), '"E.computed" is not made by its function'],
    [
      'a parent that is no relation',
      entity({ belongsTo: { one: One } }),
      'E.belongsTo.one has no option "definition"',
    ],
    [
      'a collection of entities',
      () => (shop.collect as Loose)('primary', { one: One }),
      '"one" is not a member',
    ],
    [
      'an entity of a model that is none',
      () => (shop.connect as Loose)(client, { entities: { schema } }),
      '"schema" is not an entity',
    ],
    [
      'a pattern of a model that is none',
      () => (shop.connect as Loose)(client, { entities: { One }, patterns: { One } }),
      '"One" is not a pattern',
    ],
    [
      'a handler of an entity that the model lacks',
      () => (streamHandler as Loose)(app, { on: { Three: () => undefined } }),
      '"on.Three" is not an entity of the model',
    ],
    [
      'a rule without sources',
      () => (computed as Loose)({ n: { by: () => 1 } }),
      '"computed.n.from" is not a list',
    ],
    [
      'a lifetime that is a number',
      () => (cache as Loose)(One, { size: 1, lifetime: 60 }),
      'cache needs a size and a lifetime, such as',
    ],
    [
      'a length of periods',
      () => (periods as Loose)('months'),
      '"months" is not one of year, month, week, day',
    ],
    [
      'what a write returns',
      () => app.connect(client).One.put({ id: '1', n: 1 }, { returning: 'all' as 'new' }),
      '"all" is not one of none, old, new, changed',
    ],
    [
      'a function that returns no changes',
      () => (app.connect(client).One.update as Loose)({ id: '1' }, () => undefined),
      'update needs changes',
    ],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(message)
  })
})

describe('a migration', () => {
  it('takes only its options', async () => {
    await expect((planMigration as Loose)(client, app, { rate: 3 })).rejects.toThrow(
      'planMigration has no option "rate"; it takes entities, version, segments, writesPerSecond',
    )
    await expect((runMigration as Loose)(client, app, { segment: 3 })).rejects.toThrow('no option "segment"')
    await expect((resumeMigration as Loose)(client, app, { version: 1 })).rejects.toThrow(
      'no option "version"',
    )
  })

  it('takes a model, not a connection', async () => {
    await expect((runMigration as Loose)(client, app.connect(client))).rejects.toThrow('is not a model')
    expect(() => (inPeriod as Loose)(app.connect(client), '2026-01')).toThrow('is not a model')
  })
})

describe('a recount', () => {
  it('takes only its options', async () => {
    await expect((runRecount as Loose)(client, app, { entities: [] })).rejects.toThrow(
      'runRecount has no option "entities"; it takes relations, segments, writesPerSecond',
    )
    await expect((planRecount as Loose)(client, app, { rate: 3 })).rejects.toThrow('no option "rate"')
  })

  it('takes a model, not a connection', async () => {
    await expect((runRecount as Loose)(client, app.connect(client))).rejects.toThrow('is not a model')
  })
})

describe('a rebuild', () => {
  it('takes only its options', async () => {
    await expect((rebuild as Loose)(client, 'sales', {}, { segment: 3 })).rejects.toThrow(
      'rebuild has no option "segment"; it takes settleMs, segments, onProgress',
    )
  })
})
