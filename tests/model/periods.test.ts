import { createTableInput, isModelError, shape, table } from '@monotable/model'
import { periods, shards } from '@monotable/model/distribution'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backends, type OpenBackend } from './backends.ts'

/* Row 44: a table for each period, older ones with less capacity. */

const events = table('Events', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byKind: { pk: 'GSI1PK', sk: 'GSI1SK', projection: 'KEYS_ONLY' } },
  periods: periods('month', {
    since: '2026-01',
    capacity: [
      { read: 50, write: 100 },
      { read: 10, write: 1 },
      { read: 1, write: 1 },
    ],
  }),
})
const Event = events.entity('Event', {
  schema: shape<{ device: string; at: Date; kind: string; value: number }>(),
  key: { pk: 'DEVICE#{device}', sk: '{at:iso}' },
  index: { byKind: { pk: 'KIND#{kind}#{shard}', sk: '{value:num}' } },
  period: 'at',
  shard: shards({ by: 'hash(device)', count: 2 }),
  stored: { at: 'date' },
})
// The text of the day determines the period; the sort key says nothing about it.
const Total = events.entity('Total', {
  schema: shape<{ device: string; name: string; day: string; count?: number }>(),
  key: { pk: 'TOTAL#{device}', sk: 'TOTAL#{name}' },
  period: 'day',
})
const now = new Date('2026-04-15T12:00:00Z')

describe.each(backends)('periods, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () =>
    events.connect(backend.client, {
      entities: { Event, Total },
      patterns: {
        ofDevice: Event.query('primary', { page: 3 }),
        newest: Event.query('primary', { order: 'newest', page: 4 }),
        byKind: Event.query('byKind', { hydrate: true, page: 3 }),
        totals: Total.query('primary'),
        all: Event.scan('primary'),
        both: events.collect('primary', { events: Event.many() }),
      },
      clock: { now: () => now.getTime() },
    })
  let db: ReturnType<typeof connect>
  const dates = ['01-05', '01-25', '02-01', '02-28', '04-01', '04-10'].map((day) => new Date(`2026-${day}`))

  beforeAll(async () => {
    backend = await open()
    // There is no table for March.
    for (const period of ['2026-01', '2026-02', '2026-04']) {
      await backend.db.send('CreateTable', createTableInput(events, { period }))
    }
    db = connect()
    for (const [at, date] of dates.entries()) {
      await db.Event.create({ device: at % 2 === 0 ? 'a' : 'b', at: date, kind: 'heat', value: at })
      await db.Event.create({ device: 'both', at: date, kind: 'cold', value: 10 - at })
    }
  })
  afterAll(() => backend.close())

  async function count(TableName: string) {
    const { Count } = await backend.db.send('Scan', { TableName })
    return Count
  }

  it('an item is in the table of its date', async () => {
    expect(await count('Events-2026-01')).toBe(4)
    expect(await count('Events-2026-02')).toBe(4)
    const key = { device: 'a', at: dates[0] as Date }
    expect(await db.Event.get(key)).toEqual({ ...key, kind: 'heat', value: 0 })
    expect(await db.Event.update(key, { value: 100 })).toMatchObject({ value: 100 })
    await db.Event.update(key, { value: 0 })
    expect(db.Event.remove(key).params().input).toMatchObject({ TableName: 'Events-2026-01' })
    const found = await db.batch.get([db.Event.get(key), db.Event.get({ device: 'b', at: dates[3] as Date })])
    expect(found.map((event) => event?.value)).toEqual([0, 3])
  })

  it('a period without a table reads as empty, and a write says what to do', async () => {
    const key = { device: 'a', at: new Date('2026-03-03') }
    expect(await db.Event.get(key)).toBeUndefined()
    const error = await db.Event.create({ ...key, kind: 'heat', value: 1 })
      .send()
      .catch((reason: unknown) => reason)
    expect(isModelError(error, 'PERIOD_MISSING') && error.details).toEqual({
      entity: 'Event',
      table: 'Events-2026-03',
      period: '2026-03',
    })
  })

  it('of several tables, missing ones read as empty, and a write names the missing one', async () => {
    const key = { device: 'd9', at: new Date('2026-04-02') }
    const missing = { device: 'd9', at: new Date('2026-03-02') }
    const rest = { kind: 'k', value: 1 }
    await db.Event.put({ ...key, ...rest })
    const reads = [
      db.Event.get(missing),
      db.Event.get(key),
      db.Total.get({ device: 'd', name: 'n', day: '2026-03-01' }),
    ] as const
    const found = [undefined, { ...key, ...rest }, undefined]
    expect(await db.batch.get(reads)).toEqual(found)
    expect(await db.transactGet(reads)).toEqual(found)
    expect(await db.batch.get([reads[0]])).toEqual([undefined])
    expect(await db.transactGet([reads[0]])).toEqual([undefined])
    const puts = [db.Event.put({ ...key, ...rest }), db.Event.put({ ...missing, ...rest })]
    const failure = {
      code: 'PERIOD_MISSING',
      details: { entity: 'Event', table: 'Events-2026-03', period: '2026-03' },
    }
    await expect(async () => await db.transact(puts)).rejects.toMatchObject(failure)
    await expect(async () => await db.batch.write(puts)).rejects.toMatchObject(failure)
    await db.Event.remove(key)
  })

  it('an item may get its date from its schema', async () => {
    const schema = z.object({ device: z.string(), at: z.date().default(() => new Date('2026-02-07')) })
    const Ping = events.entity('Ping', {
      schema,
      key: { pk: 'PING#{device}', sk: '{at:iso}' },
      period: 'at',
      stored: { at: 'date' },
    })
    const pings = events.connect(backend.client, { entities: { Ping } })
    const ping = await pings.Ping.create({ device: 'd' })
    expect(ping).toEqual({ device: 'd', at: new Date('2026-02-07') })
    expect(await pings.Ping.get(ping)).toEqual(ping)
    await pings.Ping.remove(ping)
  })

  it('a range of dates is read through all its tables, and pages cross from one table to the next', async () => {
    const seen: Date[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const { items, next } = await db.q.ofDevice({ device: 'both' }, { cursor })
      seen.push(...items.map(({ at }) => at))
      sizes.push(items.length)
      cursor = next
    } while (cursor !== undefined)
    expect(seen).toEqual(dates)
    expect(sizes.slice(0, 2)).toEqual([3, 3])
    const some = await db.q.ofDevice({
      device: 'both',
      at: { between: [dates[1] as Date, dates[4] as Date] },
    })
    expect(some.items.map(({ at }) => at)).toEqual(dates.slice(1, 4))
    const one = await db.q.ofDevice({ device: 'both', at: dates[2] as Date })
    expect(one.items.map(({ value }) => value)).toEqual([8])
    expect(one.next).toBeUndefined()
  })

  it('the newest items come from the newest table', async () => {
    const { items, next } = await db.q.newest({ device: 'both' })
    expect(items.map(({ at }) => at)).toEqual([...dates].reverse().slice(0, 4))
    const more = await db.q.newest({ device: 'both' }, { cursor: next })
    expect(more.items.map(({ at }) => at)).toEqual([dates[1], dates[0]])
  })

  it('a call that reverses the order reads the tables in reverse order, too', async () => {
    const newest = await db.q.ofDevice({ device: 'both' }, { order: 'newest' }).list()
    expect(newest.map(({ at }) => at)).toEqual([...dates].reverse())
    const oldest = await db.q.newest({ device: 'both' }, { order: 'oldest' }).list(4)
    expect(oldest.map(({ at }) => at)).toEqual(dates.slice(0, 4))
    const { events: all } = await db.q.both({ device: 'both' }, { order: 'descending' })
    expect(all[0]?.at).toEqual(dates.at(-1))
  })

  it('an index that is not sorted by date is read table by table, also sharded, and cannot be limited by date', async () => {
    const cold = await db.q.byKind({ kind: 'cold' })
    // January's in ascending order, then February's.
    expect(cold.items.map(({ value }) => value)).toEqual([9, 10, 7])
    const late = await db.q.byKind({ kind: 'cold' }, { cursor: cold.next })
    expect(late.items.map(({ value }) => value)).toEqual([8, 5, 6])
    const request = db.q.byKind({ kind: 'cold', at: { gte: dates[5] as Date } })
    await expect(request.send()).rejects.toThrow('byKind cannot be read by "at", which it does not hold')
  })

  it('a date that is in no key is used as a filter', async () => {
    await db.Total.create({ device: 'a', name: 'x', day: '2026-01-10' })
    await db.Total.create({ device: 'a', name: 'y', day: '2026-01-20' })
    await db.Total.create({ device: 'a', name: 'z', day: '2026-02-20' })
    const names = async (day: Parameters<typeof db.q.totals>[0]['day']) =>
      (await db.q.totals({ device: 'a', ...(day !== undefined && { day }) })).items.map(({ name }) => name)
    expect(await names({ between: ['2026-01-15', '2026-01-31'] })).toEqual(['y'])
    expect(await names({ begins: '2026-01' })).toEqual(['x', 'y'])
    expect(await names({ begins: '2026-01-1' })).toEqual(['x'])
    for (const begins of ['2026-0', '20']) {
      expect(await db.q.totals({ device: 'a', day: { begins } }).list()).toHaveLength(3)
    }
    // A prefix that lies within a day is looked up in the table of that day.
    const hour = db.q.totals({ device: 'd1', day: { begins: '2026-01-05T1' } }).params()
    expect(hour.input).toMatchObject({ TableName: 'Events-2026-01' })
    const all: string[] = []
    for await (const { name } of db.q.totals({ device: 'a' }).all()) all.push(name)
    expect(all).toEqual(['x', 'y', 'z'])
    const key = { device: 'a', name: 'x', day: '2026-01-10' }
    expect(await db.Total.update(key, (total, { add }) => add(total.count, 1))).toEqual({ ...key, count: 1 })
  })

  it('scans and collections read all tables, too', async () => {
    let scanned = 0
    for await (const _ of db.q.all().all()) scanned++
    expect(scanned).toBe(12)
    let collected = 0
    for await (const page of db.q.both({ device: 'both' }).pages()) collected += page.events.length
    expect(collected).toBe(6)
  })
})

describe('tables of periods', () => {
  it('have less capacity the older they are', () => {
    const capacity = (age: number) =>
      createTableInput(events, { period: '2026-01', age }).ProvisionedThroughput
    expect([0, 1, 2, 9].map((age) => capacity(age)?.ReadCapacityUnits)).toEqual([50, 10, 1, 1])
    const input = createTableInput(events, { period: new Date('2026-05-31T23:00:00Z') })
    expect(input).toMatchObject({ TableName: 'Events-2026-05', BillingMode: 'PROVISIONED' })
    expect(input.GlobalSecondaryIndexes?.[0]?.ProvisionedThroughput).toEqual({
      ReadCapacityUnits: 50,
      WriteCapacityUnits: 100,
    })
    expect(() => createTableInput(events)).toThrow('choose one with { period }')
  })

  it('a read without a start date is refused if the table does not set one', async () => {
    const days = table('Days', { key: { pk: 'PK' }, periods: periods('day') })
    const Day = days.entity('Day', {
      schema: shape<{ id: string; at: Date }>(),
      key: { pk: '{id}' },
      period: 'at',
      stored: { at: 'date' },
    })
    const db = days.connect(
      { send: async () => ({}) },
      { entities: { Day }, patterns: { q: Day.query('primary') } },
    )
    expect(() => db.q.q({ id: '1' }).params()).toThrow('say from when to read, with "at"')
    const params = db.q.q({ id: '1', at: new Date('2026-01-31') }).params()
    expect(params.input).toMatchObject({ TableName: 'Days-2026-01-31' })
    expect(() => db.Day.create({ id: '1', at: new Date('nonsense') }).params()).toThrow('needs "at"')
  })
})
