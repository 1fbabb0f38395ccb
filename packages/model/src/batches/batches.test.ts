import { describe, expect, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import { isModelError } from '../model-error.ts'
import type { Port } from '../port/port.ts'
import type { BatchGetItemInput, BatchWriteItemInput, WireItem } from '../port/wire.ts'
import { backoffMs } from '../sending/backoff.ts'
import { table } from '../table.ts'

const app = table('T', { key: { pk: 'PK' } })
const Thing = app.entity('Thing', {
  schema: shape<{ id: number; text?: string }>(),
  key: { pk: 'THING#{id}' },
})

/** Creates a table that leaves a part of each batch unprocessed, and throttles some batches as a whole. */
function createStingyPort(leaves: (at: number) => number) {
  const items = new Map<string, WireItem>()
  const sent: number[] = []
  const idOf = (item: WireItem) => JSON.stringify(item['PK'])
  const cut = <Element>(list: readonly Element[]) => {
    const asked = leaves(sent.length)
    const left = Number.isFinite(asked) ? Math.min(asked, list.length - 1) : asked
    sent.push(list.length)
    if (left === Number.POSITIVE_INFINITY) {
      throw Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' })
    }
    return [list.slice(0, list.length - left), list.slice(list.length - left)] as const
  }
  const port = {
    send: async (operation: string, input: object) => {
      if (operation === 'BatchGetItem') {
        const [done, left] = cut((input as BatchGetItemInput).RequestItems['T']?.Keys ?? [])
        const found = done.map((key) => items.get(idOf(key))).filter((item) => item !== undefined)
        return {
          Responses: { T: found.reverse() },
          ...(left.length > 0 && { UnprocessedKeys: { T: { Keys: left } } }),
        }
      }
      const [done, left] = cut((input as BatchWriteItemInput).RequestItems['T'] ?? [])
      for (const member of done) {
        if (member.PutRequest) items.set(idOf(member.PutRequest.Item), member.PutRequest.Item)
        else items.delete(idOf(member.DeleteRequest.Key))
      }
      return left.length > 0 ? { UnprocessedItems: { T: left } } : {}
    },
  } as unknown as Port
  return { port, items, sent }
}

function connect(port: Port) {
  const slept: number[] = []
  const sleep = async (delayMs: number) => void slept.push(delayMs)
  const db = app.connect(port as never, { entities: { Thing }, sleep, random: { next: () => 0.5 } })
  return { db, slept }
}

const things = Array.from({ length: 230 }, (_, id) => ({ id, text: `t${id}` }))

describe('batches', () => {
  it('are split into requests of valid size, and keep their order', async () => {
    const { port, sent } = createStingyPort(() => 0)
    const { db, slept } = connect(port)
    await db.batch.write(things.map((thing) => db.Thing.put(thing)))
    expect(sent).toEqual([25, 25, 25, 25, 25, 25, 25, 25, 25, 5])
    sent.length = 0
    const found = await db.batch.get([...things, { id: 999 }].map(({ id }) => db.Thing.get({ id })))
    expect(found).toEqual([...things, undefined])
    expect(sent).toEqual([100, 100, 31])
    expect(slept).toEqual([])
  })

  it('send each key once', async () => {
    const { port, sent } = createStingyPort(() => 0)
    const { db } = connect(port)
    await db.batch.write([
      db.Thing.put({ id: 1, text: 'a' }),
      db.Thing.remove({ id: 2 }),
      db.Thing.put({ id: 1, text: 'b' }),
    ])
    const found = await db.batch.get([db.Thing.get({ id: 1 }), db.Thing.get({ id: 1 })])
    expect(found).toEqual([
      { id: 1, text: 'b' },
      { id: 1, text: 'b' },
    ])
    expect(sent).toEqual([2, 1])
  })

  it('read consistently when one request asks for it, and return what each selects', async () => {
    const { port } = createStingyPort(() => 0)
    const { db } = connect(port)
    await db.batch.write([db.Thing.put({ id: 1, text: 'a' }), db.Thing.put({ id: 2, text: 'b' })])
    const batch = db.batch.get([
      db.Thing.get({ id: 1 }, { consistent: true }),
      db.Thing.get({ id: 2 }, { select: ['text'] }),
    ])
    expect(batch.params().input).toMatchObject({ RequestItems: { T: { ConsistentRead: true } } })
    expect(await batch).toEqual([{ id: 1, text: 'a' }, { text: 'b' }])
    expect(db.batch.get([db.Thing.get({ id: 1 })]).params().input).not.toMatchObject({
      RequestItems: { T: { ConsistentRead: true } },
    })
  })

  it('send again what is left unprocessed, after a delay', async () => {
    const { port, items } = createStingyPort((at) =>
      at % 3 === 0 ? 3 : at % 3 === 1 ? Number.POSITIVE_INFINITY : 1,
    )
    const { db, slept } = connect(port)
    await db.batch.write(things.map((thing) => db.Thing.put(thing)))
    expect(items.size).toBe(things.length)
    const found = await db.batch.get(things.map(({ id }) => db.Thing.get({ id })))
    expect(found).toEqual(things)
    expect(slept.length).toBeGreaterThan(5)
  })

  it('give up in the end, and report what is left', async () => {
    const { port } = createStingyPort(() => Number.POSITIVE_INFINITY)
    const { db, slept } = connect(port)
    const failure = await db.batch
      .write([db.Thing.put({ id: 1 }), db.Thing.put({ id: 2 })])
      .send()
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'BATCH_INCOMPLETE', details: { failed: [0, 1] } })
    expect(slept).toEqual([25, 50, 100, 200, 400, 800, 1600, 2500, 2500])
  })

  it('accept no conditions', async () => {
    const { db } = connect(createStingyPort(() => 0).port)
    await expect(db.batch.write([db.Thing.create({ id: 1 })])).rejects.toThrow(
      'only put and remove, without conditions',
    )
    await expect(db.batch.write([db.Thing.update({ id: 1 }, { text: 'x' })])).rejects.toThrow(
      'only put and remove, without conditions',
    )
  })

  it('the backoff is a random time up to a limit that doubles', () => {
    expect([0, 1, 2, 20].map((attempt) => backoffMs(attempt, { next: () => 0.999 }))).toEqual([
      24, 49, 99, 4995,
    ])
  })
})

it('a batch that cannot be sent rejects a promise, and does not throw', async () => {
  const { port } = createStingyPort(() => 0)
  const db = app.connect(port, { entities: { Thing }, patterns: { things: Thing.query('primary') } })
  const wrong = { id: {} } as never
  const requests = [
    db.batch.write([db.Thing.update({ id: 1 }, { text: 'a' })]),
    db.batch.get([db.Thing.get(wrong)]),
    db.transact([db.Thing.put(wrong)]),
    db.transactGet([db.Thing.get(wrong)]),
    db.Thing.get(wrong),
    db.Thing.create(wrong),
    db.Thing.put(wrong),
    db.Thing.upsert(wrong),
    db.Thing.update(wrong, { text: 'a' }),
    db.Thing.remove(wrong),
    db.q.things(wrong),
    db.q.things(wrong).count(),
    db.q.things(wrong).list(),
  ]
  for (const request of requests) {
    expect(await request.catch((error) => isModelError(error))).toBe(true)
  }
})
