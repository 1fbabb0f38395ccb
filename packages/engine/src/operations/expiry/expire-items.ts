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

/** Items are deleted a few at a time, so that traffic beside it waits for a few at most. */
const batchMaxItems = 25

/** So many are looked for at once, and all but the first few of them need not wait until the disk has those. */
const searchMaxItems = 4 * batchMaxItems

/** Deletes the items of all tables that have expired, and says when the next one does. */
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

/** Whether a table is not one of a group whose items the first table expires. */
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
      // A store in memory would else go on and on without letting anybody else have a turn.
      await setImmediate()
    }
    return undefined
  } catch (error) {
    // The table was deleted meanwhile, or its items do not expire any more.
    if (error instanceof StorageError && error.code === 'NO_SPACE') return undefined
    if (!(error instanceof StaleTable)) throw error
    await context.catalogue.refresh()
    return clock.now()
  }
}

/** Until when everything is deleted that has expired; or that there is more, or that the table has other entries now. */
type Reached = { readonly untilSeconds: number } | 'more' | 'changed'

/**
 * Deletes a few items. Like a request it goes by the table as it is when it begins: whoever changes a table, such as by
 * another index, waits for what began before.
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

/** Begins with some of the entries at each turn of the event loop; when it ends, however it does, nothing goes on. */
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

/** Deletes items as the service does; one that was changed meanwhile so that it lives is left alone. */
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
      // An entry goes with its item; that it goes in any case keeps this from meeting it for ever.
      changes: entries.map(({ partition, sort }) => ({ space, partition, sort, value: undefined })),
      answer: undefined,
    }),
  })
}

/** When the next item is due; it may be over already, as time goes on while others are deleted. */
async function nextExpiryMs(
  { storage }: OperationContext,
  { space }: TableExpiry,
  { untilSeconds, delayMs }: { readonly untilSeconds: number; readonly delayMs: number },
): Promise<number | undefined> {
  const { records } = await storage.range({ space, within: expiringRange(untilSeconds), maxRecords: 1 })
  const [first] = records
  return first && decodeLogPosition(first.sort.slice(0, 8)) * 1000 + delayMs
}

/** What expired up to then is to be deleted now. Nothing expired before 1970, where the clock of a test may begin. */
function dueSeconds({ clock }: OperationContext, delayMs: number): number {
  return Math.max(Math.floor((clock.now() - delayMs) / 1000), 0)
}
