import { createDatabase, createTestClock, type Database } from '@monotable/engine'
import { createTableInput, type ModelClient, model, shape, table } from '@monotable/model'
import { periods, shards } from '@monotable/model/distribution'
import {
  evolution,
  migrationStatus,
  planMigration,
  resumeMigration,
  runMigration,
} from '@monotable/model/evolution'
import { snapshots } from '@monotable/model/history'
import { projection, rebuild } from '@monotable/model/streams'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

const people = table('People', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byCity: { pk: 'G1', sk: 'S1' } },
})

interface First {
  readonly id: string
  readonly name: string
}
interface Second {
  readonly id: string
  readonly first: string
  readonly last: string
}
interface Third extends Second {
  readonly city: string
}

/** The same entity, as it was declared over time. */
const PersonFirst = people.entity('Person', {
  schema: shape<First>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON' },
})
const toSecond = {
  up: ({ id, name }: First): Second => {
    const [first = '', last = ''] = name.split(' ')
    return { id, first, last }
  },
  down: ({ id, first, last }: Second): First => ({ id, name: `${first} ${last}` }),
}
const PersonSecond = people.entity('Person', {
  schema: shape<Second>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON' },
  evolution: evolution({ 2: toSecond }),
})
const PersonThird = people.entity('Person', {
  schema: shape<Third>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON' },
  index: { byCity: { pk: 'CITY#{city}', sk: '{last}#{first}' } },
  evolution: evolution({
    2: toSecond,
    3: { up: (person: Second): Third => ({ ...person, city: 'unknown' }) },
  }),
})
const first = model({ entities: { Person: PersonFirst } })
const second = model({ entities: { Person: PersonSecond } })
const third = model({ entities: { Person: PersonThird }, patterns: { inCity: PersonThird.query('byCity') } })

let engine: Database
beforeEach(async () => {
  engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(people))
})
afterEach(() => engine.close())

const count = 60
async function fill(): Promise<void> {
  const db = first.connect(engine)
  const persons = Array.from({ length: count }, (_, i) => db.Person.put({ id: `${i}`, name: `Ann Nr${i}` }))
  await db.batch.write(persons)
}

/** Returns a client that is cut off after some requests. */
function killedAfter(requests: number): { send(...args: never[]): Promise<unknown> } {
  let sent = 0
  return {
    send: async (...args) => {
      if (sent++ >= requests) throw new Error('killed')
      return engine.send(...(args as unknown as Parameters<Database['send']>))
    },
  }
}

async function stored(id: string) {
  const { Item } = await engine.send('GetItem', {
    TableName: 'People',
    Key: { PK: { S: `PERSON#${id}` }, SK: { S: 'PERSON' } },
  })
  return Item
}

describe('an item of an older version', () => {
  it('is read and written as one of the current version', async () => {
    await fill()
    const db = third.connect(engine)
    expect(await db.Person.get({ id: '7' })).toEqual({ id: '7', first: 'Ann', last: 'Nr7', city: 'unknown' })
    await db.Person.put({ id: '7', first: 'Bo', last: 'Nr7', city: 'Oslo' })
    expect(await stored('7')).toMatchObject({ _v: { N: '3' }, G1: { S: 'CITY#Oslo' } })
  })

  it('is brought to the current version by an update', async () => {
    await fill()
    const db = third.connect(engine)
    await db.Person.update({ id: '7' }, { city: 'Oslo' })
    expect(await db.Person.get({ id: '7' })).toEqual({ id: '7', first: 'Ann', last: 'Nr7', city: 'Oslo' })
    expect(await stored('7')).toMatchObject({ _v: { N: '3' }, G1: { S: 'CITY#Oslo' }, S1: { S: 'Nr7#Ann' } })
    expect(await stored('7')).not.toHaveProperty('name')
  })

  it('keeps its version, its times and its shard, which "up" need not know', async () => {
    const config = {
      key: { pk: 'P#{id}', sk: 'P' },
      index: { byCity: { pk: 'PS#{shard}', sk: '{id}' } },
      shard: shards({ by: 'random', count: 8 }),
      version: true,
      timestamps: true,
    } as const
    const schema = shape<{ id: string; name: string }>()
    const Older = people.entity('Kept', { ...config, schema })
    const up = ({ id, name }: { id: string; name: string }) => ({ id, first: name })
    const down = ({ id, first }: { id: string; first: string }) => ({ id, name: first })
    const Later = people.entity('Kept', {
      ...config,
      schema: shape<{ id: string; first: string }>(),
      evolution: evolution({ 2: { up, down } }),
    })
    const older = model({ entities: { Older } }).connect(engine)
    const app = model({ entities: { Later } })
    const later = app.connect(engine)
    await older.Older.create({ id: '1', name: 'Ann' })
    const { name: first, ...kept } = await older.Older.update({ id: '1' }, { name: 'Bo' })
    expect(await later.Later.get({ id: '1' })).toEqual({ ...kept, first })
    await runMigration(engine, app)
    expect(await later.Later.get({ id: '1' })).toEqual({ ...kept, first })
    await later.Later.update({ id: '1' }, { first: 'Cy' }, { ifVersion: kept.version })
    await runMigration(engine, app, { version: 1 })
    expect(await older.Older.get({ id: '1' })).toMatchObject({ name: 'Cy', version: 3, shard: kept.shard })
  })

  it('an update returns what it has changed, including changes by the version', async () => {
    await fill()
    const db = third.connect(engine)
    const changed = await db.Person.update({ id: '7' }, { city: 'Oslo' }, { returning: 'changed' })
    expect(changed).toEqual({ first: 'Ann', last: 'Nr7', city: 'Oslo' })
  })

  it.each([
    ['shows', z.object({ id: z.string(), city: z.string(), note: z.string().optional() })],
    ['does not show', shape<{ id: string; city: string; note?: string }>()],
  ])(
    'keeps what a program of an older version adds during an update, also if the current schema %s it',
    async (_, schema) => {
      const config = { schema, key: { pk: 'P#{id}', sk: 'P' } } as const
      const Later = people.entity('Place', { ...config, evolution: evolution({ 2: { up: (item) => item } }) })
      const older = model({ entities: { Place: people.entity('Place', config) } }).connect(engine)
      await older.Place.put({ id: '1', city: 'Rome' })
      let adds = 1
      const send = async (operation: never, input: never) => {
        const answer = await engine.send(operation, input)
        // Between the read and the write of the update.
        if (operation === 'GetItem' && adds-- > 0) await older.Place.update({ id: '1' }, { note: 'mine' })
        return answer
      }
      const later = model({ entities: { Place: Later } }).connect({ send })
      await later.Place.update({ id: '1' }, { city: 'Oslo' })
      expect(await later.Place.get({ id: '1' })).toEqual({ id: '1', city: 'Oslo', note: 'mine' })
    },
  )

  it('has values in their current forms, although its attributes had other names', async () => {
    const day = new Date('2026-01-01')
    interface Old {
      readonly id: string
      readonly born: Date
      readonly paid: Date
      readonly owed: bigint
      readonly rate: string
      readonly tags: Set<string>
    }
    const Before = people.entity('Visitor', {
      schema: shape<Old>(),
      key: { pk: 'VISITOR#{id}', sk: 'VISITOR' },
      stored: { born: 'date', paid: 'epoch', owed: 'bigint', rate: 'decimal', tags: 'set' },
    })
    interface Now {
      readonly id: string
      readonly bornAt: Date
      readonly paidAt: Date
      readonly debt: bigint
      readonly interest: string
      readonly labels: Set<string>
    }
    const Visitor = people.entity('Visitor', {
      schema: shape<Now>(),
      key: { pk: 'VISITOR#{id}', sk: 'VISITOR' },
      index: { byCity: { pk: 'BORN', sk: '{bornAt:iso}' } },
      // More digits than a number can hold: a value read under its old name needs a form, too.
      stored: {
        bornAt: 'date',
        paidAt: 'epoch',
        debt: 'bigint',
        owed: 'bigint',
        interest: 'decimal',
        labels: 'set',
      },
      evolution: evolution({
        2: {
          up: ({ id, born, paid, owed, rate, tags }: Old): Now => {
            return { id, bornAt: born, paidAt: paid, debt: owed, interest: rate, labels: tags }
          },
        },
      }),
    })
    const owed = 12345678901234567890n
    const old = people.connect(engine, { entities: { Before } })
    await old.Before.create({ id: '1', born: day, paid: day, owed, rate: '0.5', tags: new Set() })
    await old.Before.create({ id: '2', born: day, paid: day, owed, rate: '0.5', tags: new Set() })
    const app = model({ entities: { Visitor }, patterns: { byBirth: Visitor.query('byCity') } })
    const db = app.connect(engine)
    const now = (id: string): Now => {
      return { id, bornAt: day, paidAt: day, debt: owed, interest: '0.5', labels: new Set() }
    }
    expect(await db.Visitor.get({ id: '1' })).toEqual(now('1'))
    expect(await db.Visitor.update({ id: '1' }, { interest: '0.5' })).toEqual(now('1'))
    expect(await runMigration(engine, app)).toMatchObject([{ changed: 1, problemList: [] }])
    expect((await db.q.byBirth()).items).toEqual([now('1'), now('2')])
  })

  it('a program older than the data says so', async () => {
    await third.connect(engine).Person.put({ id: '1', first: 'Bo', last: 'B', city: 'Oslo' })
    await expect(second.connect(engine).Person.get({ id: '1' })).rejects.toThrow(/version 3/)
  })

  it.each([
    ['update', (db) => db.Person.update({ id: '1' }, { first: 'Old' })],
    ['upsert', (db) => db.Person.upsert({ id: '1', first: 'Old', last: 'Old' })],
    [
      'transaction',
      (db) => db.transact([db.Person.update({ id: '1' }, { first: 'Old' }, { returning: 'none' })]),
    ],
  ] satisfies [string, (db: ReturnType<typeof second.connect>) => PromiseLike<unknown>][])(
    'a program older than the data changes none of it: %s',
    async (_, write) => {
      await third.connect(engine).Person.put({ id: '1', first: 'Bo', last: 'B', city: 'Oslo' })
      const before = await stored('1')
      await expect(write(second.connect(engine))).rejects.toThrow(
        /version 3, but this program knows versions up to 2/,
      )
      expect(await stored('1')).toEqual(before)
    },
  )

  it('a program of the first version knows its version if it declares an evolution', async () => {
    const Person = people.entity('Person', {
      schema: shape<First>(),
      key: { pk: 'PERSON#{id}', sk: 'PERSON' },
      evolution: evolution({}),
    })
    await third.connect(engine).Person.put({ id: '1', first: 'Bo', last: 'B', city: 'Oslo' })
    const db = people.connect(engine, { entities: { Person } })
    await expect(db.Person.update({ id: '1' }, { name: 'Old' })).rejects.toThrow(
      /this program knows versions up to 1/,
    )
    await db.Person.create({ id: '2', name: 'Cy C' })
    expect(await third.connect(engine).Person.get({ id: '2' })).toMatchObject({ first: 'Cy', last: 'C' })
  })

  it('a missing version and a version without a function are refused', () => {
    expect(() => evolution({ 3: toSecond })).toThrow(/there is 3 where 2/)
    expect(() => evolution({ 2: {} as never })).toThrow(/version 2 has no function "up"/)
  })

  it.each([
    [
      'forgets to return',
      () => undefined as never,
      '"up" of version 2 returns undefined, which is not an item',
    ],
    ['returns null', () => null as never, 'returns null'],
    [
      'is asynchronous',
      async ({ id }: First) => ({ id }),
      'returns a promise, but has to return the item itself',
    ],
  ])('a step that %s is reported, and its result is not used', async (_, up, message) => {
    await fill()
    const Person = people.entity('Person', {
      schema: shape<{ id: string }>(),
      key: { pk: 'PERSON#{id}', sk: 'PERSON' },
      evolution: evolution({ 2: { up } }),
    })
    const wrong = model({ entities: { Person } })
    await expect(wrong.connect(engine).Person.get({ id: '1' }).send()).rejects.toThrow(message)
    const [report] = await runMigration(engine, wrong)
    expect(report).toMatchObject({ changed: 0, problems: count })
    expect(report?.problemList[0]?.message).toContain(message)
    expect(await stored('1')).not.toHaveProperty('_v')
  })

  it('an item to which a version gives another key is not updated in its old place', async () => {
    await fill()
    const Person = people.entity('Person', {
      schema: shape<First>(),
      key: { pk: 'PERSON#{id}', sk: 'PERSON' },
      evolution: evolution({ 2: { up: ({ id, name }: First) => ({ id: `n${id}`, name }) } }),
    })
    const moving = model({ entities: { Person } })
    const db = moving.connect(engine)
    await expect(db.Person.update({ id: '1' }, { name: 'Bo' }).send()).rejects.toThrow(
      'version 2 gives the item another key',
    )
    await runMigration(engine, moving)
    expect(await db.Person.update({ id: 'n1' }, { name: 'Bo' })).toEqual({ id: 'n1', name: 'Bo' })
  })
})

describe('a migration', () => {
  it('writes nothing when it is only planned: it shows what would be written', async () => {
    await fill()
    const [report] = await planMigration(engine, third)
    expect(report).toMatchObject({
      table: 'People',
      scanned: count,
      changed: count,
      problems: 0,
      complete: true,
    })
    expect(report?.samples[0]).toMatchObject({
      entity: 'Person',
      kind: 'rewrite',
      before: { name: { S: expect.stringContaining('Ann') } },
      after: { _v: { N: '3' }, first: { S: 'Ann' }, city: { S: 'unknown' }, G1: { S: 'CITY#unknown' } },
    })
    expect(report?.units.write).toBe(0)
    expect(await stored('1')).toHaveProperty('name')
  })

  it('leaves items of the first version alone, whether they say their version or not', async () => {
    await fill()
    const PersonOfFirst = people.entity('Person', {
      schema: shape<First>(),
      key: { pk: 'PERSON#{id}', sk: 'PERSON' },
      history: snapshots(),
      evolution: evolution({}),
    })
    const known = model({ entities: { Person: PersonOfFirst } })
    await known.connect(engine).Person.create({ id: 'n', name: 'Cy C' })
    const before = await stored('n')
    expect(before).toMatchObject({ _v: { N: '1' } })
    const [plan] = await planMigration(engine, known)
    expect(plan).toMatchObject({ scanned: count + 2, changed: 0 })
    await runMigration(engine, known)
    expect(await stored('n')).toEqual(before)
    expect(await stored('1')).not.toHaveProperty('_v')
  })

  it('writes every item once, with the current keys', async () => {
    await fill()
    const [report] = await runMigration(engine, third)
    expect(report).toMatchObject({ scanned: count, changed: count, complete: true })
    const { items } = await third.connect(engine).q.inCity({ city: 'unknown' })
    expect(items.length).toBe(count)
    const [again] = await runMigration(engine, third)
    expect(again).toMatchObject({ scanned: count, changed: 0 })
  })

  it('costs about what its plan says, including indexes', async () => {
    await fill()
    const [plan] = await planMigration(engine, third)
    // One unit for the item and one for its entry in the index.
    expect(plan?.estimatedWriteUnits).toBe(2 * count)
    const [done] = await runMigration(engine, third)
    // Storing the progress takes some more.
    expect(done?.units.write).toBeGreaterThanOrEqual(2 * count)
    expect(done?.units.write).toBeLessThan(2.5 * count)
  })

  it('leaves alone what a rebuild has touched', async () => {
    await fill()
    await runMigration(engine, third)
    const Copy = people.entity('Copy', {
      schema: shape<{ id: string }>(),
      key: { pk: 'COPY#{id}', sk: 'COPY' },
    })
    const { touched } = await rebuild(
      engine,
      'copies',
      projection(PersonThird).into(Copy, ({ id }) => ({ id })),
      {
        settleMs: 0,
      },
    )
    const [plan] = await planMigration(engine, third)
    expect(plan).toMatchObject({ scanned: touched, changed: 0 })
  })

  it('fills an index that was added to the model without a new version', async () => {
    const Before = people.entity('Place', {
      schema: shape<{ id: string; city: string }>(),
      key: { pk: 'P#{id}', sk: 'P' },
    })
    const After = people.entity('Place', {
      schema: shape<{ id: string; city: string }>(),
      key: { pk: 'P#{id}', sk: 'P' },
      index: { byCity: { pk: 'CITY#{city}', sk: '{id}' } },
    })
    await model({ entities: { Before } }).connect(engine).Before.put({ id: '1', city: 'Rome' })
    const [report] = await runMigration(engine, model({ entities: { After } }))
    expect(report).toMatchObject({ changed: 1 })
    const { Items } = await engine.send('Scan', { TableName: 'People', IndexName: 'byCity' })
    expect(Items).toHaveLength(1)
  })

  it('moves items whose key has changed', async () => {
    await fill()
    const Moved = people.entity('Person', {
      schema: shape<First>(),
      key: { pk: 'HUMAN#{id}', sk: 'HUMAN' },
    })
    const moved = model({ entities: { Person: Moved } })
    const [report] = await runMigration(engine, moved)
    expect(report).toMatchObject({ changed: count, problems: 0 })
    expect(await stored('1')).toBeUndefined()
    expect(await moved.connect(engine).Person.get({ id: '1' })).toEqual({ id: '1', name: 'Ann Nr1' })
  })

  it('never overwrites concurrent writes', async () => {
    await fill()
    const db = third.connect(engine)
    const writing = (async () => {
      for (let i = 0; i < count; i++) await db.Person.update({ id: `${i}` }, { city: `City${i}` })
    })()
    await runMigration(engine, third, { segments: 2 })
    await writing
    for (let i = 0; i < count; i++) {
      expect(await db.Person.get({ id: `${i}` })).toMatchObject({ city: `City${i}`, last: `Nr${i}` })
    }
  })

  it.each([
    ['fills an index', 'P#{id}', { pk: 'CITY#{city}', sk: '{id}' }],
    ['moves the item', 'PLACE#{id}', undefined],
  ])('that %s keeps concurrent additions', async (_, pk, byCity) => {
    const schema = z.object({ id: z.string(), city: z.string(), note: z.string().optional() })
    const declare = (pk: string, index?: object) => {
      const config = { schema, key: { pk, sk: 'P' }, ...(index && { index: { byCity: index } }) }
      return model({ entities: { Place: people.entity('Place', config as never) } })
    }
    type Places = { [verb: string]: (...given: object[]) => PromiseLike<object> }
    const placesOf = (one: ReturnType<typeof declare>) => one.connect(engine).Place as unknown as Places
    const [before, after] = [declare('P#{id}'), declare(pk, byCity)]
    await placesOf(before)['put']?.({ id: '1', city: 'Rome' })
    let adds = 1
    const send = async (operation: never, input: never) => {
      const isItem = JSON.stringify(input).includes('"P#1"') && !/Scan|Get/.test(operation)
      if (isItem && adds-- > 0) await placesOf(before)['update']?.({ id: '1' }, { note: 'mine' })
      return engine.send(operation, input)
    }
    await runMigration({ send }, after)
    expect(await placesOf(after)['get']?.({ id: '1' })).toEqual({ id: '1', city: 'Rome', note: 'mine' })
  })

  it('brings concurrent additions to its version', async () => {
    const schema = z.object({ id: z.string(), note: z.string().optional() })
    const config = { schema, key: { pk: 'P#{id}', sk: 'P' } } as const
    const up = ({ id, note }: { id: string; note?: string }) => ({ id, ...(note && { note: `"${note}"` }) })
    const Later = people.entity('Place', { ...config, evolution: evolution({ 2: { up } }) })
    const older = model({ entities: { Place: people.entity('Place', config) } }).connect(engine)
    await older.Place.put({ id: '1' })
    let adds = 1
    const send = async (operation: never, input: never) => {
      const isItem = operation === 'UpdateItem' && JSON.stringify(input).includes('"P#1"')
      if (isItem && adds-- > 0) await older.Place.update({ id: '1' }, { note: 'mine' })
      return engine.send(operation, input)
    }
    const later = model({ entities: { Place: Later } })
    const [report] = await runMigration({ send }, later)
    expect(await later.connect(engine).Place.get({ id: '1' })).toEqual({ id: '1', note: '"mine"' })
    // The samples show what was written, not what was tried.
    expect(report?.samples.map(({ before }) => before['note'])).toEqual([{ S: 'mine' }])
  })

  it('continues where it was cut short, and two cannot run at once', async () => {
    await fill()
    const clock = createTestClock(Date.now())
    const segments = 16
    const options = { clock, segments, sleep: async () => {} }
    // The killed program left a state that says it is still running.
    await expect(runMigration(killedAfter(50), third, options)).rejects.toThrow('killed')
    await expect(runMigration(engine, third, options)).rejects.toMatchObject({ code: 'MIGRATION_BUSY' })
    const [{ state } = { state: undefined }] = await migrationStatus(engine, third)
    expect(state).toMatchObject({ status: 'running', goal: 'Person@3' })
    await clock.advance(61_000)
    const [report] = await runMigration(engine, third, options)
    expect(report).toMatchObject({ complete: true, scanned: count, problems: 0 })
    for (let i = 0; i < count; i++) expect(await stored(`${i}`)).toMatchObject({ _v: { N: '3' } })
    expect((await migrationStatus(engine, third))[0]?.state?.status).toBe('done')
  })

  it('is not continued by another model, even one with the same goal', async () => {
    await fill()
    const Indexed = people.entity('Person', {
      schema: shape<First>(),
      key: { pk: 'PERSON#{id}', sk: 'PERSON' },
      index: { byCity: { pk: 'NAMES', sk: '{name}' } },
    })
    const indexed = model({ entities: { Person: Indexed } })
    const ended = new AbortController()
    const inSmallPages = {
      segments: 1,
      writesPerSecond: 1,
      signal: ended.signal,
      onProgress: () => ended.abort(),
    }
    await runMigration(engine, first, inSmallPages)
    expect((await migrationStatus(engine, first))[0]?.state).toMatchObject({ status: 'running' })
    const [report] = await runMigration(engine, indexed)
    expect(report).toMatchObject({ complete: true, changed: count })
  })

  it('counts what it wrote when it is ended within a page, and each item once', async () => {
    await fill()
    const ended = new AbortController()
    const ending = {
      send: (...args: Parameters<Database['send']>) => {
        if (args[0] === 'UpdateItem') ended.abort()
        return engine.send(...args)
      },
    }
    const [cut] = await runMigration(ending, third, { segments: 1, signal: ended.signal })
    const { Count } = await engine.send('Scan', {
      TableName: 'People',
      FilterExpression: '#v = :three',
      ExpressionAttributeNames: { '#v': '_v' },
      ExpressionAttributeValues: { ':three': { N: '3' } },
    })
    expect(Count).toBeLessThan(count)
    expect(cut).toMatchObject({ complete: false, changed: Count })
    expect(await runMigration(engine, third)).toMatchObject([{ complete: true, changed: count }])
  })

  it('can be retried at once after a failure, and continues where it was', async () => {
    await fill()
    let sent = 0
    const failing = {
      send: async (...args: Parameters<Database['send']>) => {
        if (args[0] === 'UpdateItem' && sent++ === 3) throw new Error('the network is gone')
        return engine.send(...args)
      },
    }
    await expect(runMigration(failing, third)).rejects.toThrow('the network is gone')
    const [report] = await runMigration(engine, third)
    expect(report).toMatchObject({ complete: true, scanned: count, problems: 0 })
  })

  it('begins once even if the client gets no answer and sends the request again', async () => {
    await fill()
    const doubtful = {
      send: async (...args: Parameters<Database['send']>) => {
        if (args[0] === 'PutItem') await engine.send(...args)
        return engine.send(...args)
      },
    }
    const [report] = await runMigration(doubtful, third)
    expect(report).toMatchObject({ complete: true, scanned: count, problems: 0 })
  })

  it('keeps its direction when resumed: one that goes back a version continues to do so', async () => {
    await fill()
    await runMigration(engine, second)
    const clock = createTestClock(Date.now())
    const options = { clock, segments: 16, sleep: async () => {} }
    const killed = runMigration(killedAfter(50), second, { ...options, version: 1 })
    await expect(killed).rejects.toThrow('killed')
    await clock.advance(61_000)
    const [report] = await resumeMigration(engine, second, options)
    expect(report).toMatchObject({ table: 'People', goal: 'Person@1', complete: true, problems: 0 })
    for (let i = 0; i < count; i++) expect(await stored(`${i}`)).toHaveProperty('name')
    expect(await resumeMigration(engine, second, options)).toEqual([])
  })

  it('says how a table for each period is migrated', async () => {
    const events = table('Events', { key: { pk: 'PK', sk: 'SK' }, periods: periods('month') })
    const Event = events.entity('Event', {
      schema: shape<{ id: string; at: string }>(),
      key: { pk: 'E#{id}', sk: '{at}' },
      period: 'at',
    })
    const both = model({ entities: { Event, ...third.entities } })
    await expect(planMigration(engine, both)).rejects.toThrow("choose one with inPeriod(model, '2026-01')")
    expect((await migrationStatus(engine, both)).map((one) => one.table)).toEqual(['People'])
    expect(await planMigration(engine, both, { entities: ['Person'] })).toHaveLength(1)
  })

  it('is not resumed by a model with another goal', async () => {
    await fill()
    const stop = new AbortController()
    stop.abort()
    await runMigration(engine, third, { signal: stop.signal })
    await expect(resumeMigration(engine, second)).rejects.toThrow('the run to resume leads to "Person@3"')
    await runMigration(engine, second, { signal: stop.signal })
    await expect(resumeMigration(engine, third)).rejects.toThrow('the run to resume leads to "Person@2"')
  })

  it('can be rolled back if the versions have "down"', async () => {
    await fill()
    await runMigration(engine, second)
    expect(await stored('1')).toMatchObject({ _v: { N: '2' }, last: { S: 'Nr1' } })
    const [report] = await runMigration(engine, second, { version: 1 })
    expect(report).toMatchObject({ changed: count, problems: 0 })
    expect(await first.connect(engine).Person.get({ id: '1' })).toEqual({ id: '1', name: 'Ann Nr1' })
    await runMigration(engine, third)
    const [refused] = await runMigration(engine, third, { version: 2 })
    expect(refused).toMatchObject({ changed: 0, problems: count })
    expect(refused?.problemList[0]?.message).toMatch(/no "down"/)
  })

  it('continues past items that cannot be migrated, and names them', async () => {
    await fill()
    await engine.send('PutItem', {
      TableName: 'People',
      Item: { PK: { S: 'PERSON#bad' }, SK: { S: 'PERSON' }, _type: { S: 'Person' }, id: { S: 'bad' } },
    })
    const [report] = await runMigration(engine, third)
    expect(report).toMatchObject({ changed: count, problems: 1, complete: true })
    expect(report?.problemList).toMatchObject([{ entity: 'Person', key: { PK: { S: 'PERSON#bad' } } }])
  })

  it('continues past items that would become too large, also in a transaction', async () => {
    const config = { schema: shape<{ id: string; text: string }>(), key: { pk: 'N#{id}', sk: 'N' } } as const
    const before = model({ entities: { Note: people.entity('Note', config) } }).connect(engine)
    for (const [id, length] of Object.entries({ a: 300_000, b: 1 })) {
      await before.Note.put({ id, text: 'x'.repeat(length) })
    }
    const up = ({ id, text }: { id: string; text: string }) => ({ id, text, again: text })
    for (const pk of ['N#{id}', 'NOTE#{id}'] as const) {
      const Note = people.entity('Note', {
        ...config,
        key: { pk, sk: 'N' },
        evolution: evolution({ 2: { up } }),
      })
      const [report] = await runMigration(engine, model({ entities: { Note } }))
      expect(report).toMatchObject({ changed: 1, problems: 1, complete: true })
      expect(report?.problemList).toMatchObject([
        { key: { PK: { S: 'N#a' } }, message: expect.stringMatching(/size/) },
      ])
    }
  })

  it('continues past an item that no longer fits into its item collection', async () => {
    await fill()
    const send = async (...args: Parameters<Database['send']>) => {
      if (/Update|Transact/.test(args[0]) && JSON.stringify(args[1]).includes('PERSON#1"')) {
        const name = 'ItemCollectionSizeLimitExceededException'
        throw Object.assign(new Error('Collection size exceeded.'), { name })
      }
      return engine.send(...args)
    }
    const [report] = await runMigration({ send } as ModelClient, third)
    expect(report).toMatchObject({ changed: count - 1, problems: 1, complete: true })
  })

  it('writes no more per second than it may', async () => {
    await fill()
    const clock = createTestClock(1_700_000_000_000)
    let waited = 0
    const sleep = async (delayMs: number) => {
      waited = Math.max(waited, delayMs)
    }
    const seen: number[] = []
    const onProgress = ({ scanned }: { scanned: number }) => seen.push(scanned)
    await runMigration(engine, third, { clock, sleep, writesPerSecond: 10, segments: 1, onProgress })
    expect(waited).toBeGreaterThan(5_000)
    // The progress is reported every few seconds.
    expect(seen[0]).toBe(50)
  })

  it('writes no more per second than it may, even after a time with nothing to write', async () => {
    await fill()
    const clock = createTestClock(1_700_000_000_000)
    let waits = 0
    const slow = {
      send: async (...args: Parameters<Database['send']>) => {
        // The first read takes an hour.
        if (args[0] === 'Scan') await clock.advance(3_600_000)
        return engine.send(...args)
      },
    }
    const sleep = async (delayMs: number) => {
      if (delayMs > 0) waits++
    }
    await runMigration(slow, third, { clock, sleep, writesPerSecond: 1_000, segments: 1 })
    expect(waits).toBe(count - 1)
  })

  it('of an empty table reads nothing, though its own state is stored there', async () => {
    await runMigration(engine, third)
    expect(await runMigration(engine, third)).toMatchObject([{ read: 0, scanned: 0, complete: true }])
  })
})
