import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { cache } from '@monotable/model/cache'
import { check } from '@monotable/model/check'
import { evolution, planMigration, runMigration } from '@monotable/model/evolution'
import { form } from '@monotable/model/forms'
import {
  buildModel,
  compareLock,
  describeModel,
  modelSource,
  schemaLock,
  writeWorkbenchFile,
} from '@monotable/model/outputs'
import { relations } from '@monotable/model/relations'
import { streamHandler } from '@monotable/model/streams'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

/* Custom forms; naive-forms.test.ts shows that every verb works the same with them. */

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
let engine: Database
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', {
    ...createTableInput(app),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
})
afterEach(() => engine.close())
const itemsIn = async () => (await engine.send('Scan', { TableName: 'App' })).Items ?? []

let salt = 0

/** A form whose result differs every time and that contains the given key. */
const sealed = (key: string) =>
  form('sealed', {
    encode: (text: string) => `${key}:${salt++}:${[...text].reverse().join('')}`,
    decode: (stored) => [...(stored.split(':')[2] ?? '')].reverse().join(''),
  })
const Person = app.entity('Person', {
  schema: shape<{ id: string; name: string; pets?: number }>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON' },
  stored: { name: sealed('a') },
})
const Pet = app.entity('Pet', {
  schema: shape<{ id: string; of: string; owner?: string }>(),
  key: { pk: 'PERSON#{of}', sk: 'PET#{id}' },
  belongsTo: {
    person: { entity: Person, by: { id: 'of' }, count: 'pets', copy: { owner: 'name' }, via: 'stream' },
  },
  stored: { owner: sealed('b') },
})

it('streams deliver decoded values, copies follow them, and the table holds no plain value', async () => {
  const all = model({ entities: { Person, Pet } })
  const seen: unknown[] = []
  const on = { Person: (change: { after?: object | undefined }) => void seen.push(change.after) }
  const trigger = await engine.on('App', streamHandler(all, { client: engine, on }))
  const db = all.connect(engine, { cache: [cache(Person, { size: 10, lifetime: { hours: 1 } })] })
  await db.Person.create({ id: '1', name: 'Ann' })
  await db.Pet.create({ id: 'a', of: '1' })
  await trigger.idle()
  await db.Person.update({ id: '1' }, { name: 'Bea' })
  await trigger.idle()
  expect(seen).toContainEqual({ id: '1', name: 'Ann' })
  expect(await db.Pet.get({ of: '1', id: 'a' })).toEqual({ id: 'a', of: '1', owner: 'Bea' })
  expect(await db.Person.get({ id: '1' }, { consistent: true })).toEqual({ id: '1', name: 'Bea', pets: 1 })
  expect(await db.Person.get({ id: '1' })).toEqual({ id: '1', name: 'Bea', pets: 1 })
  expect(await db.Person.get({ id: '1' }, { select: ['name'] })).toEqual({ name: 'Bea' })
  expect(JSON.stringify(await itemsIn())).not.toMatch(/Ann|Bea/)
})

describe('migrations', () => {
  const declare = { schema: shape<{ id: string; name: string }>(), key: { pk: 'P#{id}', sk: 'P' } } as const
  const First = app.entity('P', { ...declare, stored: { name: sealed('a') } })
  const first = model({ entities: { P: First } })
  const Second = app.entity('P', {
    ...declare,
    stored: { name: sealed('b') },
    evolution: evolution({
      2: {
        up: (item: { name: string }) => ({ ...item, name: item.name.toUpperCase() }),
        down: (item: { name: string }) => ({ ...item, name: item.name.toLowerCase() }),
      },
    }),
  })
  const second = model({ entities: { P: Second } })
  const nameIn = async () => (await itemsIn()).flatMap((item) => item['name'] ?? [])
  beforeEach(async () => {
    await first.connect(engine).P.create({ id: '1', name: 'ann' })
  })

  it('leave correct values as they are, although encoding them again would give another result', async () => {
    const before = await nameIn()
    expect(await planMigration(engine, first)).toMatchObject([{ read: 1, changed: 0 }])
    await runMigration(engine, first)
    expect(await nameIn()).toEqual(before)
  })

  it('encode values anew with a new version, and the functions of versions get decoded values', async () => {
    expect(await second.connect(engine).P.get({ id: '1' })).toEqual({ id: '1', name: 'ANN' })
    await runMigration(engine, second)
    const after = await nameIn()
    expect(after).toEqual([{ S: expect.stringMatching(/^b:\d+:NNA$/) }])
    await runMigration(engine, second)
    expect(await nameIn()).toEqual(after)
    await runMigration(engine, second, { version: 1 })
    expect(await nameIn()).toEqual([{ S: expect.stringMatching(/^b:\d+:nna$/) }])
  })
})

describe('a model says that a form is custom', () => {
  const declare = (name: string) => {
    const own = form(name, { encode: (text: string) => text, decode: (text) => text })
    const One = app.entity('One', {
      schema: z.object({ id: z.string(), pin: z.string(), list: z.array(z.string()).optional() }),
      key: { pk: 'ONE#{id}', sk: 'ONE' },
      stored: { pin: own, 'list[]': own },
    })
    return model({ entities: { One }, patterns: { one: One.query('primary', { filter: { pin: '1' } }) } })
  }
  const today = declare('sealed')
  const description = describeModel(today)

  it('in its description', () => {
    const [one] = description.tables[0]?.entities ?? []
    expect(one?.stored).toEqual({ pin: 'own: sealed', 'list.*': 'own: sealed' })
    expect(one?.attributes).toContainEqual({ name: 'pin', required: true })
    expect(one?.rules).toContain('pin is stored in the custom form "sealed"')
    expect(check(today).findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('in the lock, so that another form counts as a difference', () => {
    expect(compareLock(schemaLock(today), today)).toEqual([])
    expect(compareLock(schemaLock(today), declare('folded'))).toEqual([
      { subject: 'App/One', fact: 'attribute pin', before: 'own: sealed', after: 'own: folded' },
      { subject: 'App/One', fact: 'form of list.*', before: 'own: sealed', after: 'own: folded' },
    ])
  })

  it('in exported files, which show the stored value', () => {
    const { messages } = writeWorkbenchFile(description)
    expect(messages.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('"pin" of One (own: sealed) is shown as it is stored'),
    )
    expect(modelSource(description)).not.toContain('own: sealed')
    expect(describeModel(buildModel(description)).tables[0]?.entities[0]?.stored).toBeUndefined()
  })
})
