import { setImmediate } from 'node:timers/promises'
import type { AttributeMap } from '@monotable/protocol'
import { decodeLogPosition } from '../../storage/log-position.ts'
import type { StoredRecord } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { expiredRange, expiringRange, expiryOf } from '../../tables/expiry.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import { StaleTable } from '../../tables/stale-table.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import type { TableExpiry } from '../../tables/table-definition.ts'
import { allEnded } from '../../util/all-ended.ts'
import { byTurns } from '../../util/by-turns.ts'
import type { OperationContext } from '../operation-context.ts'
import { commitWrites } from '../writes/commit-writes.ts'
import { type ItemWrite, outcomeOf } from '../writes/decide-write.ts'

/** Items are deleted a few at a time, so that concurrent traffic never waits for more than these few. */
const batchMaxItems = 25

/**
 * How many items one search returns. Each further batch of them starts without waiting until the disk has the
 * earlier ones.
 */
const searchMaxItems = 4 * batchMaxItems

/** Deletes the expired items of all tables; returns when the next one expires. */
export async function expireItems(
  tables: readonly { readonly context: OperationContext; readonly table: Table }[],
  signal: AbortSignal,
): Promise<number | undefined> {
  let next: number | undefined
  for await (const { context, table } of byTurns(tables)) {
    const { expiry } = table.definition
    if (expiry === undefined || !isFirstOfGroup(context, table)) continue
    const due = await expireTable(context, { table, expiry }, signal)
    if (due !== undefined) next = Math.min(next ?? due, due)
  }
  return next
}

/** Returns whether a table is its group's first table, which expires the items for all of them, or in no group. */
function isFirstOfGroup({ realm }: OperationContext, { definition }: Table): boolean {
  const [first] = definition.group?.members ?? []
  return first === undefined || first.region === realm.region
}

interface ExpiringTable {
  readonly table: Table
  readonly expiry: TableExpiry
}

async function expireTable(
  context: OperationContext,
  { table, expiry }: ExpiringTable,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { clock } = context
  const delayMs = context.settings.ttlDelayMs + (context.adversity?.lateTtlMs() ?? 0)
  try {
    while (!signal.aborted) {
      const reached = await expireSome(context, { table, expiry }, delayMs)
      if (reached === 'changed') return clock.now()
      if (reached !== 'more') return await nextExpiryMs(context, expiry, { ...reached, delayMs })
      // Otherwise an in-memory store would loop without ever yielding to the event loop.
      await setImmediate()
    }
    return undefined
  } catch (error) {
    // The table was deleted meanwhile, or its items no longer expire.
    if (error instanceof StorageError && error.code === 'NO_SPACE') return undefined
    if (!(error instanceof StaleTable)) throw error
    await context.catalogue.refresh()
    return clock.now()
  }
}

/**
 * The time up to which all expired items are deleted; or that more are left, or that the table now has another
 * expiry space.
 */
type Reached = { readonly untilSeconds: number } | 'more' | 'changed'

/**
 * Deletes a few items. Like a request, it uses the table as it is when it begins: a change of the table, such as a
 * new index, waits for work that began earlier.
 */
async function expireSome(
  context: OperationContext,
  { table: { name }, expiry: { space } }: ExpiringTable,
  delayMs: number,
): Promise<Reached> {
  const ticket = context.inFlight.enter()
  try {
    const table = context.catalogue.find(context.realm, name)
    const expiry = table?.definition.expiry
    if (table === undefined || expiry?.space !== space) return 'changed'
    const nowSeconds = dueSeconds(context, delayMs)
    const within = expiredRange(nowSeconds)
    const { records, more } = await context.storage.range({ space, within, maxRecords: searchMaxItems })
    await inBatches(records, (entries) => deleteExpired(context, { table, expiry }, entries, nowSeconds))
    return more ? 'more' : { untilSeconds: nowSeconds }
  } finally {
    context.inFlight.leave(ticket)
  }
}

/** Starts one batch of the entries per turn of the event loop. When this resolves or rejects, none is still running. */
async function inBatches(
  entries: readonly StoredRecord[],
  work: (entries: readonly StoredRecord[]) => Promise<void>,
): Promise<void> {
  const batches: StoredRecord[][] = []
  for (let start = 0; start < entries.length; start += batchMaxItems) {
    batches.push(entries.slice(start, start + batchMaxItems))
  }
  const begun = batches.map(async (batch, turns) => {
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    await work(batch)
  })
  await allEnded(begun)
}

/** Deletes items on behalf of the service; an item that was changed meanwhile and no longer expires is left alone. */
async function deleteExpired(
  context: OperationContext,
  { table, expiry }: ExpiringTable,
  entries: readonly StoredRecord[],
  nowSeconds: number,
): Promise<void> {
  const { space, attribute } = expiry
  const isExpired = (item: AttributeMap) =>
    (expiryOf(item, attribute) ?? Number.POSITIVE_INFINITY) <= nowSeconds
  const writes = entries.map(({ doc }): ItemWrite => {
    return {
      table,
      key: tableKeyOf(table, JSON.parse(doc) as AttributeMap),
      condition: undefined,
      next: (before) => (before && isExpired(before.item) ? undefined : before),
      returnsItemOnFailure: false,
      origin: 'ttl',
    }
  })
  await commitWrites(context, {
    writes,
    decide: (records) => ({
      outcomes: records.map((record, i) => {
        return outcomeOf(writes[i] as ItemWrite, record && StoredItem.fromRecord(record))
      }),
      // The entry is removed with its item. Removing it unconditionally avoids finding it again forever.
      changes: entries.map(({ partition, sort }) => ({ space, partition, sort, value: undefined })),
      answer: undefined,
    }),
  })
}

/** Returns when the next item is due. That may be in the past, because time passes while others are deleted. */
async function nextExpiryMs(
  { storage }: OperationContext,
  { space }: TableExpiry,
  { untilSeconds, delayMs }: { readonly untilSeconds: number; readonly delayMs: number },
): Promise<number | undefined> {
  const { records } = await storage.range({ space, within: expiringRange(untilSeconds), maxRecords: 1 })
  const [first] = records
  return first && decodeLogPosition(first.sort.slice(0, 8)) * 1000 + delayMs
}

/**
 * Returns the time up to which expired items are to be deleted now. Nothing expires before 1970, where the clock of
 * a test may begin.
 */
function dueSeconds({ clock }: OperationContext, delayMs: number): number {
  return Math.max(Math.floor((clock.now() - delayMs) / 1000), 0)
}
