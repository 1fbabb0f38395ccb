import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock, type Database, type TestClock } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import * as fc from 'fast-check'
import { openDatabase } from 'monotable'
import { describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'

/** What a client does: it lets time pass, writes an item of so many kilobytes, or reads one. */
type Action =
  | { readonly kind: 'wait'; readonly ms: number }
  | {
      readonly kind: 'write'
      readonly id: number
      readonly kilobytes: number
      readonly by: number | undefined
    }
  | { readonly kind: 'read'; readonly id: number }
  | { readonly kind: 'batch'; readonly ids: readonly number[] }

const id = fc.nat({ max: 20 })
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('wait'), ms: fc.nat({ max: 4_000 }) }),
  fc.record({
    kind: fc.constant('write'),
    id,
    kilobytes: fc.nat({ max: 6 }),
    by: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('read'), id }),
  fc.record({ kind: fc.constant('batch'), ids: fc.uniqueArray(id, { minLength: 1, maxLength: 8 }) }),
)

const rates = { tableRead: 3, tableWrite: 5, indexWrite: 2 }

/** The simplest token bucket: the rate fills it, requests empty it. */
class NaiveBucket {
  level: number
  readonly rate: number
  constructor(rate: number) {
    this.rate = rate
    this.level = rate
  }
  pass(ms: number): void {
    this.level = Math.min(this.rate * 300, this.level + (this.rate * ms) / 1000)
  }
}

/** Computes which requests AWS would admit, with whole items in memory and no partitions. */
class NaiveTable {
  readonly read = new NaiveBucket(rates.tableRead)
  readonly write = new NaiveBucket(rates.tableWrite)
  readonly index = new NaiveBucket(rates.indexWrite)
  readonly items = new Map<number, { readonly units: number; readonly by: number | undefined }>()

  pass(ms: number): void {
    for (const bucket of [this.read, this.write, this.index]) bucket.pass(ms)
  }

  reads(id: number): boolean {
    if (this.read.level <= 0) return false
    this.read.level -= Math.ceil((this.items.get(id)?.units ?? 1) / 4)
    return true
  }

  writes(id: number, units: number, by: number | undefined): boolean {
    if (this.write.level <= 0) return false
    const before = this.items.get(id)
    const parts = indexParts(before, { units, by })
    const level = this.index.level
    for (const part of parts) {
      if (this.index.level <= 0) {
        this.index.level = level
        return false
      }
      this.index.level -= part
    }
    this.write.level -= Math.max(units, before?.units ?? 0)
    this.items.set(id, { units, by })
    return true
  }
}

type NaiveItem = { readonly units: number; readonly by: number | undefined }

/** Returns the units of each index entry that a write removes or writes. */
function indexParts(before: NaiveItem | undefined, after: NaiveItem): number[] {
  const old = before?.by === undefined ? [] : [before.units]
  const now = after.by === undefined ? [] : [after.units]
  if (old.length === 0 || now.length === 0 || before?.by !== after.by) return [...old, ...now]
  return [Math.max(before?.units ?? 0, after.units)]
}

async function createTable(db: Database): Promise<void> {
  await db.send('CreateTable', {
    TableName: 'Busy',
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'N' },
      { AttributeName: 'by', AttributeType: 'N' },
    ],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    ProvisionedThroughput: { ReadCapacityUnits: rates.tableRead, WriteCapacityUnits: rates.tableWrite },
    GlobalSecondaryIndexes: [
      {
        IndexName: 'ByBy',
        KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: rates.indexWrite },
      },
    ],
  })
}

async function isLetThrough(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.name === 'ProvisionedThroughputExceededException') return false
    throw error
  }
}

let serial = 0

/** An item unlike any other written, of one unit for each kilobyte begun. */
const itemOf = (id: number, kilobytes: number, by: number | undefined) => ({
  id: { N: String(id) },
  serial: { N: String(serial++) },
  text: { S: 'x'.repeat(kilobytes * 1_024) },
  ...(by !== undefined && { by: { N: String(by) } }),
})

async function checkAction(db: Database, clock: TestClock, model: NaiveTable, action: Action): Promise<void> {
  switch (action.kind) {
    case 'wait':
      model.pass(action.ms)
      await clock.advance(action.ms)
      return
    case 'read': {
      const Key = { id: { N: String(action.id) } }
      const read = db.send('GetItem', { TableName: 'Busy', Key, ConsistentRead: true })
      expect(await isLetThrough(read)).toBe(model.reads(action.id))
      return
    }
    case 'write': {
      const Item = itemOf(action.id, action.kilobytes, action.by)
      const write = db.send('PutItem', { TableName: 'Busy', Item })
      expect(await isLetThrough(write)).toBe(model.writes(action.id, action.kilobytes + 1, action.by))
      return
    }
    case 'batch':
      await checkBatch(db, model, action.ids)
  }
}

/** Checks a batch: its writes arrive together, and each is admitted at its minimum of one unit before any is done. */
async function checkBatch(db: Database, model: NaiveTable, ids: readonly number[]): Promise<void> {
  const admitted = Math.max(0, Math.min(ids.length, Math.ceil(model.write.level)))
  const requests = ids.map((id) => ({ PutRequest: { Item: itemOf(id, 0, undefined) } }))
  let left: number[] = ids.slice()
  const sent = db.send('BatchWriteItem', { RequestItems: { Busy: requests } })
  const passed = await isLetThrough(sent)
  if (passed) {
    const unprocessed = (await sent).UnprocessedItems?.['Busy'] ?? []
    left = unprocessed.map(({ PutRequest }) => Number(PutRequest?.Item?.['id']?.N))
  }
  const done = ids.filter((id) => !left.includes(id))
  expect(done.length).toBeLessThanOrEqual(admitted)
  // A write that removes an index entry needs units of the index, too.
  if (ids.every((id) => model.items.get(id)?.by === undefined)) expect(done).toHaveLength(admitted)
  for (const id of done) {
    const before = model.items.get(id)
    if (before?.by !== undefined) model.index.level -= before.units
    model.write.level -= Math.max(1, before?.units ?? 0)
    model.items.set(id, { units: 1, by: undefined })
  }
}

async function runAll(actions: readonly Action[], path?: string): Promise<void> {
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const capacity = { throttle: true }
  const db = await openDatabase({ clock, capacity, ...(path !== undefined && { path, durability: 'off' }) })
  try {
    await createTable(db)
    const model = new NaiveTable()
    for (const action of actions) await checkAction(db, clock, model, action)
  } finally {
    await db.close()
  }
}

describe('a throttled table admits what a naive model admits', () => {
  it('in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), (actions) => runAll(actions)),
      { numRuns: draws(30) },
    )
  })

  it('on SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'capacity-'))
    let number = 0
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 40 }), (actions) =>
          runAll(actions, join(folder, String(number++))),
        ),
        { numRuns: draws(8) },
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
