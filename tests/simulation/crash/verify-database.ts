import { createDatabase, type Database } from '@monotable/engine'
import type { AttributeMap } from '@monotable/protocol'
import { expect } from 'vitest'
import { scanAll } from '../clients/client-pool.ts'
import { followStream, replay } from '../clients/follow-stream.ts'
import { normalTexts } from '../model/normal-form.ts'
import { entryIn } from '../model/table-shape.ts'
import { SeededRandom } from '../seeded-random.ts'
import { inRegion, spreadRegions } from '../spread-regions.ts'
import { wireAnswer } from '../wire-call.ts'
import { openStore } from './open-store.ts'
import {
  accounts,
  addedIndex,
  batchSize,
  globalIndexes,
  leavingSlot,
  opening,
  shape,
  slots,
  tableRegions,
  transfer,
} from './workload.ts'

/** What the killed programs reported: the last number by kind and name, and all transfers. */
export class Acknowledged {
  readonly last = new Map<string, number>()
  readonly transfers: string[] = []
  /** Slots whose removal was in flight when a program was killed, and that are not known to have been filled since. */
  readonly #doubtful = new Set<number>()
  /** The slot that the last program was removing, according to its last report. */
  #leaving: number | undefined

  note(line: string): void {
    const [kind = '', name = '', number = ''] = line.split(' ')
    if (kind === 'transfer') this.transfers.push(number)
    else if (kind !== 'open' && kind !== 'add' && kind !== 'drop')
      this.last.set(`${kind} ${name}`, Number(number))
    if (kind === 'open' && this.#leaving !== undefined) this.#doubtful.add(this.#leaving)
    if (kind === 'put') this.#doubtful.delete(Number(name))
    if (kind === 'open' || kind === 'delete') this.#leaving = undefined
    if (kind === 'put') this.#leaving = leavingSlot(Number(number))
  }

  /** Whether a slot may be empty although no removal was acknowledged. */
  mayBeEmpty(slot: number): boolean {
    return slot === this.#leaving || this.#doubtful.has(slot)
  }

  of(kind: string, name: string | number): number {
    return this.last.get(`${kind} ${name}`) ?? 0
  }
}

/** Opens the database that killed programs left and checks that it is complete and consistent. */
export async function verifyDatabase(path: string, acknowledged: Acknowledged): Promise<void> {
  const db = await createDatabase({ storage: await openStore(path) })
  try {
    await db.settled()
    const regions = await tableRegions(db)
    for (const region of regions) await verifyRegion(inRegion(db, region), acknowledged)
    const sender = regions.length > 1 ? spreadRegions(db, new SeededRandom(0)) : db
    await checkToken(sender, acknowledged)
  } finally {
    await db.close()
  }
}

async function verifyRegion(db: Database, acknowledged: Acknowledged): Promise<void> {
  const items = (await scanAll(db, shape.name)) as unknown as AttributeMap[]
  checkCounters(items, acknowledged)
  checkSingles(items, acknowledged)
  checkBatches(items, acknowledged)
  checkLedger(items, acknowledged)
  await checkIndexes(db, items)
  await checkStream(db, items)
}

function versionOf(items: readonly AttributeMap[], pk: string, sk: string | number): number | undefined {
  const item = items.find((one) => textOf(one, 'pk') === pk && textOf(one, 'sk') === String(sk))
  return item && Number(textOf(item, 'version'))
}

function textOf(item: AttributeMap, name: string): string | undefined {
  const value = item[name]
  return value && String(Object.values(value)[0])
}

function checkCounters(items: readonly AttributeMap[], acknowledged: Acknowledged): void {
  for (const id of [0, 1]) {
    const told = acknowledged.of('counter', id)
    if (told > 0) expect(versionOf(items, 'counter', id)).toBeGreaterThanOrEqual(told)
  }
}

function checkSingles(items: readonly AttributeMap[], acknowledged: Acknowledged): void {
  for (let slot = 0; slot < slots; slot++) {
    const [put, removed] = [acknowledged.of('put', slot), acknowledged.of('delete', slot)]
    const version = versionOf(items, 'single', slot)
    // Operations after the last acknowledgement may have been applied as well.
    if (put > removed && !(version === undefined && acknowledged.mayBeEmpty(slot)))
      expect(version, `slot ${slot}`).toBeGreaterThanOrEqual(put)
    if (removed >= put && version !== undefined) expect(version).toBeGreaterThan(removed)
  }
}

function checkBatches(items: readonly AttributeMap[], acknowledged: Acknowledged): void {
  for (let slot = 0; slot < slots; slot++) {
    const told = acknowledged.of('batch', slot)
    if (told === 0) continue
    for (let position = 0; position < batchSize; position++) {
      expect(versionOf(items, `batch-${slot}`, position)).toBeGreaterThanOrEqual(told)
    }
  }
}

function checkLedger(items: readonly AttributeMap[], acknowledged: Acknowledged): void {
  const ledger = items.filter((item) => textOf(item, 'pk') === 'ledger')
  const entries = new Set(ledger.map((item) => textOf(item, 'sk')))
  expect(acknowledged.transfers.filter((entry) => !entries.has(entry))).toEqual([])
  for (const name of accounts) {
    const paid = ledger.filter((item) => textOf(item, 'from') === name).length
    const received = ledger.filter((item) => textOf(item, 'to') === name).length
    const account = items.find((item) => textOf(item, 'pk') === 'account' && textOf(item, 'sk') === name)
    expect(Number(account && textOf(account, 'balance')), name).toBe(opening - paid + received)
  }
}

async function checkIndexes(db: Database, items: readonly AttributeMap[]): Promise<void> {
  const there = await globalIndexes(db)
  for (const { IndexStatus } of there) expect(IndexStatus).toBe('ACTIVE')
  const added = there.some(({ IndexName }) => IndexName === addedIndex.name) ? [addedIndex] : []
  for (const index of [...shape.indexes, ...added]) {
    const expected = items.map((item) => entryIn(shape, index, item)).filter((entry) => entry !== undefined)
    const actual = await scanAll(db, shape.name, index.name)
    expect(normalTexts(actual), index.name).toEqual(normalTexts(expected))
  }
}

/** Checks that the stream has every change and nothing else: replaying it must give the table. */
async function checkStream(db: Database, items: readonly AttributeMap[]): Promise<void> {
  const { Streams: streams } = await wireAnswer(db, 'ListStreams', { TableName: shape.name })
  const [{ StreamArn: arn } = { StreamArn: '' }] = streams as { StreamArn: string }[]
  const replayed = replay(await followStream(db, arn))
  expect(normalTexts([...replayed.values()])).toEqual(normalTexts(items))
}

/** Checks that the last transfer, sent again under its token, is found done: it neither fails nor counts twice. */
async function checkToken(db: Database, { transfers }: Acknowledged): Promise<void> {
  const last = transfers.at(-1)
  if (last === undefined) return
  const before = (await scanAll(db, shape.name)).length
  await wireAnswer(db, 'TransactWriteItems', transfer(last))
  const items = (await scanAll(db, shape.name)) as unknown as AttributeMap[]
  expect(items.length).toBe(before)
  checkLedger(items, new Acknowledged())
}
