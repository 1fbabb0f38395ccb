import { createTableInput, shape, table } from '@monotable/model'
import { replicas, shards } from '@monotable/model/distribution'
import { pointer } from '@monotable/model/history'
import { openDatabase } from 'monotable'
import { describe, expect, it } from 'vitest'

/* Shards, replicas and histories while requests are throttled, transactions conflict and reads are stale. */

const app = table('App', { key: { pk: 'PK', sk: 'SK' }, indexes: { byDay: { pk: 'GSI1PK', sk: 'GSI1SK' } } })
const Settings = app.entity('Settings', {
  schema: shape<{ name: string; count?: number }>(),
  key: { pk: 'SETTINGS#{replica}', sk: '{name}' },
  replicas: replicas(3),
})
const Doc = app.entity('Doc', {
  schema: shape<{ id: string; count: number }>(),
  key: { pk: 'DOC#{id}', sk: 'DOC' },
  history: pointer(),
})
const Order = app.entity('Order', {
  schema: shape<{ id: string; day: string; status: 'open' | 'done' }>(),
  key: { pk: 'ORDER#{id}', sk: 'ORDER' },
  index: { byDay: { pk: 'DAY#{day}#{shard}', sk: '{status}#{id}' } },
  shard: shards({ by: 'random', count: 4 }),
})

describe.each([1, 2, 3])('under adversity, seed %i', (seed) => {
  it('replicas stay identical, no version is lost, and shards hold everything', async () => {
    // A request is sent eight times: with much higher rates, one run in some hundred would lose a request for good.
    const rough = {
      seed,
      throttling: 0.05,
      conflicts: 0.1,
      latency: 0.2,
      latencyMs: 3,
      staleReads: 0.3,
      staleMs: 50,
    }
    const calm = { throttling: 0, conflicts: 0, latency: 0, staleReads: 0, laggingIndexes: 0, unprocessed: 0 }
    const client = await openDatabase({ adversity: { ...calm, ...rough } })
    await client.send('CreateTable', createTableInput(app))
    const db = app.connect(client, {
      entities: { Settings, Doc, Order },
      patterns: {
        settings: Settings.query('primary', { consistent: true }),
        orders: Order.query('byDay', { page: 3 }),
      },
      sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
    })
    await db.Settings.create({ name: 'a' })
    await db.Doc.create({ id: 'a', count: 0 })
    const work = Array.from({ length: 12 }, (_, at) => at)
    await Promise.all(
      work.map(async (at) => {
        await db.Settings.update({ name: 'a' }, (settings, { add }) => add(settings.count, 1))
        await db.Doc.update({ id: 'a' }, (doc, { add }) => add(doc.count, 1))
        if (at % 4 === 0) await db.Doc.stage({ id: 'a', count: -1 })
        await db.Order.create({ id: String(at), day: 'd', status: 'open' })
        if (at % 3 === 0) await db.Order.update({ id: String(at) }, { status: 'done' })
      }),
    )
    for (const replica of [1, 2, 3]) {
      const { items } = await db.q.settings({ replica } as never)
      expect(items).toEqual([{ name: 'a', count: 12 }])
    }
    const versions: { version: number; count: number }[] = []
    for await (const one of db.Doc.versions({ id: 'a' }, { consistent: true }).all()) versions.push(one)
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 16 }, (_, at) => 16 - at))
    const counted = versions.filter(({ count }) => count >= 0).map(({ count }) => count)
    expect(counted).toEqual(Array.from({ length: 13 }, (_, at) => 12 - at))
    expect(await db.Doc.get({ id: 'a' }, { consistent: true })).toMatchObject({ count: 12 })

    await new Promise((resolve) => setTimeout(resolve, 100))
    const orders: string[] = []
    for await (const { status, id } of db.q.orders({ day: 'd' }).all()) orders.push(`${status}#${id}`)
    expect(orders).toEqual(work.map((at) => `${at % 3 === 0 ? 'done' : 'open'}#${at}`).sort())
    await client.close()
  })
})
