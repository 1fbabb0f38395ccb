import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, model, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { evolution, planMigration, runMigration } from '@monotable/model/evolution'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

/* What a step makes of an item is checked by the schema before a migration stores it. */

const people = table('People', { key: { pk: 'PK' } })
const key = { pk: 'PERSON#{id}' } as const
const Before = people.entity('Person', {
  schema: shape<{ id: string; name: string; age?: string }>(),
  key,
  version: true,
  timestamps: true,
})
const Person = people.entity('Person', {
  schema: z.strictObject({
    id: z.string(),
    first: z.string().min(1),
    last: z.string(),
    age: z.number().optional(),
    label: z.string(),
  }),
  key,
  version: true,
  timestamps: true,
  computed: computed({
    label: {
      from: ['first', 'last'],
      by: ({ first, last }: { first: string; last: string }) => `${last}, ${first}`,
    },
  }),
  evolution: evolution({
    2: {
      up: ({ name, age, ...item }: { name: string; age?: string }) => {
        const [first, last] = name.split(' ')
        return { ...item, first, last, ...(age && { age: age === '?' ? age : Number(age) }) }
      },
      down: ({ first, last, ...item }: { first: string; last: string }) => ({
        ...item,
        name: `${first} ${last}`,
      }),
    },
  }),
})

describe('a migration', () => {
  let engine: Database
  const app = model({ entities: { Person } })

  beforeEach(async () => {
    engine = await createDatabase()
    await engine.send('CreateTable', createTableInput(people))
    const old = people.connect(engine, { entities: { Before } })
    await old.Before.create({ id: '1', name: 'Ada Lovelace', age: '36' })
    await old.Before.create({ id: '2', name: 'Plato' })
    await old.Before.create({ id: '3', name: 'Alan Turing', age: '?' })
  })
  afterEach(() => engine.close())

  it('stores no item that the schema refuses, and says why', async () => {
    const [plan] = await planMigration(engine, app)
    expect(plan).toMatchObject({ changed: 1, problems: 2 })
    const [done] = await runMigration(engine, app)
    expect(done).toMatchObject({ changed: 1, problems: 2, complete: true })
    const problems = done?.problemList.map(({ key, message }) => [key['PK'], message]) ?? []
    expect(problems.sort(([a], [b]) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
      [{ S: 'PERSON#2' }, expect.stringMatching(/^Person is invalid: last: .+; label: /)],
      [{ S: 'PERSON#3' }, expect.stringMatching(/^Person is invalid: age: /)],
    ])
    const { Item } = await engine.send('GetItem', { TableName: 'People', Key: { PK: { S: 'PERSON#2' } } })
    expect(Item).toMatchObject({ name: { S: 'Plato' } })
    expect(Item).not.toHaveProperty('_v')
    expect(await app.connect(engine).Person.get({ id: '1' })).toMatchObject({
      age: 36,
      label: 'Lovelace, Ada',
    })
  })

  it('back is not checked: the schema is not that of the older version', async () => {
    await runMigration(engine, app)
    const [back] = await runMigration(engine, app, { version: 1 })
    expect(back).toMatchObject({ changed: 1, problems: 0 })
  })
})
