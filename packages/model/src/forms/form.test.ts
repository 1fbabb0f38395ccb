import { describe, expect, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { shards } from '../distribution/shards.ts'
import { readStored, storedItem } from '../expressions.ts'
import { isModelError } from '../model-error.ts'
import { storedAs } from '../names/stored-as.ts'
import { relations } from '../relations/relations.ts'
import { table } from '../table.ts'
import { form, type StoredValue } from './form.ts'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { G1: { pk: 'P1', sk: 'S1' } },
  relations,
})
const mirror = (text: string) => [...text].reverse().join('')
const mirrored = form('mirrored', { encode: mirror, decode: mirror })
let salt = 0
const sealed = form('sealed', {
  encode: (text: string) => new TextEncoder().encode(`${salt++}:${text}`),
  decode: (bytes) => new TextDecoder().decode(bytes).replace(/^\d+:/, ''),
})
const asJson = form('json', {
  encode: (value: { readonly a: number }) => JSON.stringify(value),
  decode: (text) => JSON.parse(text) as { readonly a: number },
})

interface Row {
  id: string
  name: string
  nick?: string | null
  pin?: string
  plain?: string
  data?: { readonly a: number }
  list?: string[]
  places?: { [name: string]: { street: string } }
  tags?: Set<string>
}
const config = {
  schema: shape<Row>(),
  key: { pk: 'ROW#{id}', sk: 'ROW' },
} as const
const Row = app.entity('Row', {
  ...config,
  stored: {
    name: mirrored,
    nick: mirrored,
    pin: sealed,
    data: asJson,
    'list[]': mirrored,
    'places.*.street': mirrored,
  },
})
const db = app.connect({ send: async () => ({}) }, { entities: { Row } })
const key = { id: '1' }

describe('the table holds what the form makes, and reads return the value', () => {
  const item = {
    id: '1',
    name: 'Ada',
    nick: null,
    data: { a: 1 },
    list: ['ab', 'cd'],
    places: { home: { street: 'Elm' } },
  }
  const { PK: _, SK: __, _type: ___, ...stored } = storedItem(Row, item)
  it('in items, in lists and in dictionaries; null stays null', () => {
    expect(stored).toEqual({
      id: { S: '1' },
      name: { S: 'adA' },
      nick: { NULL: true },
      data: { S: '{"a":1}' },
      list: { L: [{ S: 'ba' }, { S: 'dc' }] },
      places: { M: { home: { M: { street: { S: 'mlE' } } } } },
    })
    expect(readStored(Row, storedItem(Row, item))).toEqual(item)
  })

  it.each<[string, { params(): { readonly input: object } }, object]>([
    ['set', db.Row.update(key, { name: 'Ada' }), { ':v0': { S: 'adA' } }],
    [
      'set unless there is one',
      db.Row.update(key, (row, { setIfMissing }) => setIfMissing(row.name, 'Ada')),
      { ':v0': { S: 'adA' } },
    ],
    [
      'set within a dictionary',
      db.Row.update(key, (row, { set, at }) => set(at(row.places, 'home').street, 'Elm')),
      { ':v0': { S: 'mlE' } },
    ],
    [
      'appended',
      db.Row.update(key, (row, { append }) => append(row.list, 'ab')),
      { ':v0': { L: [{ S: 'ba' }] }, ':v1': { L: [] } },
    ],
    ['compared', db.Row.remove(key, { if: { name: 'Ada' } }), { ':v0': { S: 'adA' } }],
    [
      'compared in a list',
      db.Row.remove(key, { if: (row, { oneOf }) => oneOf(row.name, ['Ada', 'Bo']) }),
      { ':v0': { S: 'adA' }, ':v1': { S: 'oB' } },
    ],
    [
      'looked for in a list',
      db.Row.remove(key, { if: (row, { contains }) => contains(row.list, 'ab') }),
      { ':v0': { S: 'ba' } },
    ],
    [
      'given',
      db.Row.update(key, (row, { remove }) => remove(row.pin), { given: { name: 'Ada' } }),
      { ':v0': { S: 'adA' } },
    ],
  ])('%s', (_, request, values) => {
    expect(request.params().input).toMatchObject({ ExpressionAttributeValues: values })
  })

  it('places with the same form can be compared and copied', () => {
    const { input } = db.Row.update(key, (row, { set }) => set(row.name, row.nick as never), {
      if: (row, { ne }) => ne(row.name, row.nick as never),
    }).params()
    expect(input).toMatchObject({ UpdateExpression: 'SET #name = #nick' })
  })
})

describe('operations that need the value itself are refused', () => {
  // The types refuse most of these; here, as in programs without types.
  type Anything = { readonly [name: string]: (...args: unknown[]) => never }
  const when = (make: (row: Anything, ops: Anything) => unknown) => () =>
    db.Row.remove(key, { if: make as never }).params()
  const change = (make: (row: Anything, ops: Anything) => unknown) => () =>
    db.Row.update(key, make as never).params()
  it.each<[string, () => unknown, string]>([
    ...['lt', 'lte', 'gt', 'gte', 'begins', 'contains'].map((name): [string, () => unknown, string] => [
      name,
      when((row, ops) => ops[name]?.(row['name'], 'A')),
      '"name" is stored in a form of its own ("mirrored")',
    ]),
    ['between', when((row, ops) => ops['between']?.(row['name'], 'A', 'B')), 'says nothing'],
    ['size', when((row, ops) => ops['eq']?.(ops['size']?.(row['name']), 1)), '"size" says nothing'],
    ['what is in it', when((row, ops) => ops['exists']?.(ops['at']?.(row['data'], 'a'))), 'leads into'],
    [
      'what is in it, compared',
      when((row, ops) => ops['eq']?.(ops['at']?.(row['data'], 'a'), 1)),
      '"data.a" leads into what is stored in a form of its own ("json")',
    ],
    ['another form', when((row, ops) => ops['eq']?.(row['name'], row['plain'])), 'in another form than'],
    ['what differs each time', when((row, ops) => ops['eq']?.(row['pin'], '1')), 'differently each time'],
    ['the same in a list', when((row, ops) => ops['oneOf']?.(row['pin'], ['1'])), 'cannot be compared'],
    [
      'deep in a condition',
      when((row, ops) => ops['not']?.(ops['or']?.(ops['gt']?.(row['name'], 'A')))),
      'says nothing',
    ],
    ['add', change((row, ops) => ops['add']?.(row['name'], 1)), 'so "add" says nothing about it'],
    ['append', change((row, ops) => ops['append']?.(row['data'], 1)), '"append"'],
    ['include', change((row, ops) => ops['include']?.(row['data'], 1)), '"include"'],
    ['a change in it', change((row, ops) => ops['set']?.(ops['at']?.(row['data'], 'a'), 1)), 'leads into'],
    ['a removal in it', change((row, ops) => ops['remove']?.(ops['at']?.(row['data'], 'a'))), 'leads into'],
    [
      'to take from another form',
      change((row, ops) => ops['set']?.(row['name'], row['pin'])),
      'another form',
    ],
    ['elements of a Set', () => storedItem(mixed(), { ...key, name: 'a', tags: new Set(['a']) }), 'tags:'],
  ])('%s', (_, run, message) => {
    expect(run).toThrow(message)
    expect(run).toThrow(expect.objectContaining({ code: 'VALUE' }))
  })

  const mixed = () => app.entity('Mixed', { ...config, stored: { 'tags[]': mirrored } })
})

describe('an entity that builds keys or counts from such a value is refused', () => {
  const declared = (more: object) => () =>
    app.entity('Row', { ...config, stored: { name: mirrored }, ...more } as never)
  const Parent = app.entity('Parent', {
    schema: shape<{ id: string; count?: number }>(),
    key: { pk: 'P#{id}', sk: 'P' },
    stored: { count: form('text', { encode: (count: number) => String(count), decode: Number }) },
  })
  it.each<[string, object, string]>([
    ['its key', { key: { pk: 'ROW#{name}', sk: 'ROW' } }, 'cannot be part of the key'],
    ['the key of an index', { index: { G1: { pk: '{id}', sk: '{name}' } } }, 'the key of G1'],
    [
      'a shard',
      { key: { pk: 'ROW#{id}#{shard}', sk: 'ROW' }, shard: shards({ by: 'hash(name)', count: 3 }) },
      'part of the key',
    ],
    ['a marker', { unique: { name: 'NAME#{name}' } }, 'unique "name"'],
    ['a limit', { limit: { name: 3 } }, 'limit'],
    ['a version', { version: 'name' }, 'version'],
    ['a number of its own', { sequence: { name: { key: 'COUNTER' } } }, 'a sequence'],
    ['a parent', { belongsTo: { parent: { entity: Parent, by: { id: 'name' } } } }, 'belongsTo "parent"'],
    [
      'a count in another',
      { stored: {}, belongsTo: { parent: { entity: Parent, count: 'count' } } },
      '"count" of Parent is stored in a form of its own, and cannot count',
    ],
    ['a form within it', { stored: { data: asJson, 'data.a': 'bigint' } }, 'nothing in it has another'],
    [
      'a name within it',
      { stored: { data: asJson }, storedAs: storedAs({ 'data.a': 'b' }) },
      '"data.a" is in',
    ],
  ])('%s', (_, more, message) => {
    expect(declared(more)).toThrow(message)
    expect(declared(more)).toThrow(expect.objectContaining({ code: 'DEFINITION' }))
  })
})

describe('errors of a form name the place, and never the value', () => {
  const failing = (encode: (text: string) => StoredValue, decode: (stored: StoredValue) => string = String) =>
    app.entity('Failing', { ...config, stored: { 'places.*.street': form('failing', { encode, decode }) } })
  const write = (entity: ReturnType<typeof failing>) => () =>
    storedItem(entity, { id: '1', name: 'a', places: { home: { street: 'hush' } } })
  const throwing = () => {
    throw new Error('no key')
  }
  it.each<[string, () => unknown, string, string]>([
    ['encode that throws', write(failing(throwing)), 'written', 'no key'],
    [
      'encode that gives nothing',
      write(failing(() => undefined as never)),
      'written',
      'encode returned nothing',
    ],
    ['encode that gives null', write(failing(() => null)), 'written', 'encode returned nothing'],
    [
      'encode that answers later',
      write(failing((async () => 'a') as never)),
      'written',
      'encode is asynchronous, which is not supported',
    ],
    ['encode that gives no data', write(failing(() => Number.NaN)), 'written', 'NaN cannot be stored'],
    ['decode that throws', () => readStored(failing(mirror, throwing), storedPlaces), 'read', 'no key'],
    [
      'decode that answers later',
      () => readStored(failing(mirror, (async () => 'a') as never), storedPlaces),
      'read',
      'decode is asynchronous',
    ],
    [
      'a number with too many digits',
      () =>
        readStored(failing(mirror), { ...storedPlaces, places: { M: { a: { M: { street: tooLong } } } } }),
      'read',
      'more digits',
    ],
  ])('%s', (_, run, what, why) => {
    const error = failureOf(run)
    expect(isModelError(error, 'VALUE')).toBe(true)
    expect(error).toMatchObject({
      message: `Failing: "places.*.street" cannot be ${what} by its form "failing"`,
      details: { path: 'places.*.street' },
      cause: { message: expect.stringContaining(why) },
    })
  })

  const storedPlaces = {
    PK: { S: 'ROW#1' },
    SK: { S: 'ROW' },
    _type: { S: 'Failing' },
    places: { M: { home: { M: { street: { S: 'hush' } } } } },
  }
  const tooLong = { N: '12345678901234567890123' }
})

function failureOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
