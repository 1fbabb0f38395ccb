import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { evolution, planMigration, runMigration, runRecount } from '@monotable/model/evolution'
import { storedAs } from '@monotable/model/names'
import { compareLock, schemaLock } from '@monotable/model/outputs'
import { relations } from '@monotable/model/relations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* Items that are stored under older names, and how they get the current ones. */

let engine: Database
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(app))
})
afterEach(() => engine.close())

type Person = { id: string; name: string; email: string; owner?: string; status?: string; m?: { x: number } }
const app = table('App', { key: { pk: 'PK', sk: 'SK' }, relations })
const declare = {
  schema: shape<Person>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON' },
  unique: { email: 'EMAIL#{email}' },
} as const
const Unnamed = app.entity('Person', declare)
const Named = app.entity('Person', {
  ...declare,
  evolution: evolution({ 2: { up: (item: object) => item } }),
  storedAs: storedAs({ name: 'n', email: 'e', owner: 'o', status: 's', 'm.x': 'y' }),
})
const Renamed = app.entity('Person', {
  ...declare,
  evolution: evolution({
    2: { up: (item: object) => item },
    3: {
      up: ({ n, ...rest }: { n?: string; name?: string }) => ({ name: n, ...rest }),
      down: ({ name, ...rest }: { name: string }) => ({ ...rest, n: name }),
    },
  }),
  storedAs: storedAs({ name: 'fullName', email: 'e', owner: 'o', status: 's', 'm.x': 'y' }),
})
const UnnamedAgain = app.entity('Person', {
  ...declare,
  evolution: evolution({
    2: { up: (item: object) => item },
    3: {
      up: ({ n: name, e: email, o: owner, s: status, m, ...rest }: { [name: string]: unknown }) => ({
        ...{ name, email, owner, status, ...rest },
        ...(m !== undefined && { m: { x: (m as { y: number }).y } }),
      }),
    },
  }),
})

const ann: Person = { id: '1', name: 'Ann', email: 'a@b', owner: 'me', status: 'new', m: { x: 1 } }
const personIn = async () => {
  const Key = { PK: { S: 'PERSON#1' }, SK: { S: 'PERSON' } }
  return (await engine.send('GetItem', { TableName: 'App', Key })).Item
}
const stored = (names: { [name: string]: string }, version?: number) => ({
  PK: { S: 'PERSON#1' },
  SK: { S: 'PERSON' },
  _type: { S: 'Person' },
  id: { S: '1' },
  [names['name'] ?? 'name']: { S: 'Ann' },
  [names['email'] ?? 'email']: { S: 'a@b' },
  [names['owner'] ?? 'owner']: { S: 'me' },
  [names['status'] ?? 'status']: { S: 'new' },
  m: { M: { [names['x'] ?? 'x']: { N: '1' } } },
  ...(version !== undefined && { _v: { N: String(version) } }),
})
const short = { name: 'n', email: 'e', owner: 'o', status: 's', x: 'y' }

describe.each([
  { what: 'a name is given', from: Unnamed, to: Named, after: stored(short, 2) },
  {
    what: 'a name becomes another',
    from: Named,
    to: Renamed,
    after: stored({ ...short, name: 'fullName' }, 3),
  },
  { what: 'a name is taken back', from: Named, to: UnnamedAgain, after: stored({}, 3) },
])('$what', ({ from, to, after }) => {
  const today = model({ entities: { Person: to } })
  beforeEach(async () => {
    await app.connect(engine, { entities: { from } }).from.create(ann)
  })

  it('older items can be read as before', async () => {
    expect(await today.connect(engine).Person.get({ id: '1' })).toEqual(ann)
  })

  it('a migration writes the current names, once', async () => {
    const [plan] = await planMigration(engine, today)
    expect(plan).toMatchObject({ changed: 1, problems: 0 })
    const [done] = await runMigration(engine, today)
    expect(done).toMatchObject({ changed: 1, problems: 0, complete: true })
    expect(await personIn()).toEqual(after)
    expect(await today.connect(engine).Person.get({ id: '1' })).toEqual(ann)
    const [again] = await planMigration(engine, today)
    expect(again?.changed).toBe(0)
  })

  it('an update of an older item writes the current names', async () => {
    const db = today.connect(engine)
    await db.Person.update({ id: '1' }, { status: 'old' })
    const name = to === UnnamedAgain ? 'status' : 's'
    expect(await personIn()).toEqual({ ...after, [name]: { S: 'old' } })
    await db.Person.update({ id: '1' }, ({ m }, { add }) => add(m.x, 1))
    expect(await db.Person.get({ id: '1' })).toEqual({ ...ann, status: 'old', m: { x: 2 } })
  })

  it('unique values stay unique', async () => {
    const db = today.connect(engine)
    expect(await db.Person.create({ ...ann, id: '2' }).outcome()).toMatchObject({
      ok: false,
      reason: 'unique',
    })
    await db.Person.update({ id: '1' }, { email: 'c@d' })
    await db.Person.create({ ...ann, id: '2' })
    const [recounted] = await runRecount(engine, today)
    expect(recounted).toMatchObject({ changed: 0, problems: 0 })
  })

  it('the lock shows the renamed attributes', () => {
    const drift = compareLock(schemaLock(model({ entities: { from } })), today)
    expect(drift.filter(({ fact = '' }) => fact === 'name of name')).toEqual([
      {
        subject: 'App/Person',
        fact: 'name of name',
        ...(from === Named && { before: 'n' }),
        ...(to !== UnnamedAgain && { after: to === Named ? 'n' : 'fullName' }),
      },
    ])
  })
})

it('a concurrent write of an older program is not overwritten', async () => {
  const old = app.connect(engine, { entities: { Unnamed } })
  await old.Unnamed.create(ann)
  let isFirst = true
  const between = {
    send: async (operation: string, input: { ReturnValues?: string }) => {
      if (operation !== 'GetItem' && isFirst) {
        isFirst = false
        await old.Unnamed.update({ id: '1' }, { name: 'Bea' })
      }
      return engine.send(operation as never, input as never)
    },
  }
  const db = model({ entities: { Person: Named } }).connect(between as never)
  await db.Person.update({ id: '1' }, { status: 'old' })
  expect(await db.Person.get({ id: '1' })).toEqual({ ...ann, name: 'Bea', status: 'old' })
})

it('a rollback writes the names that "down" returns', async () => {
  await app.connect(engine, { entities: { Named } }).Named.create(ann)
  const today = model({ entities: { Person: Renamed } })
  await runMigration(engine, today)
  await runMigration(engine, today, { version: 2 })
  expect(await personIn()).toEqual(stored(short, 2))
})

it('without versions, a migration gives items the names declared for them', async () => {
  await app.connect(engine, { entities: { Unnamed } }).Unnamed.create(ann)
  const Plain = app.entity('Person', { ...declare, storedAs: storedAs({ name: 'n' }) })
  const today = model({ entities: { Plain } })
  expect(await today.connect(engine).Plain.get({ id: '1' })).toEqual(ann)
  await runMigration(engine, today)
  expect(await personIn()).toEqual(stored({ name: 'n' }))
})
