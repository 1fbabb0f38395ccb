import { hasLocalIndexes } from '../../capacity/collection-sizes.ts'
import type { Append, Change, RecordKey, RecordValue } from '../../storage/storage.ts'
import { openShardOf, shardPartition } from '../../streams/shard.ts'
import { headKey, readHead } from '../../streams/stream-log.ts'
import { streamRecord } from '../../streams/stream-record.ts'
import { withTwins } from '../../tables/departure.ts'
import { expiryOf } from '../../tables/expiry.ts'
import type { FoundBefore } from '../../tables/histories.ts'
import { requireCurrent } from '../../tables/stale-table.ts'
import type { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { kinesisLogOf } from '../../tables/table-group.ts'
import type { MicrosecondClock } from '../../util/microsecond-clock.ts'
import { randomHex } from '../../util/random.ts'
import { versionChanges } from '../../vectors/vector-effects.ts'
import type { OperationContext } from '../operation-context.ts'
import { decideWrite, type ItemWrite, type WriteOutcome } from './decide-write.ts'
import { orStale, stampCheck } from './stamp-check.ts'
import { findGate, type GateWatch, meterFailedWrite, meterWrite } from './write-gate.ts'

/** Writes of items that are committed together or not at all. */
export interface WritePlan<Answer> {
  readonly writes: readonly ItemWrite[]
  /** Whether it is a client's transaction: its units count double, and a refusal cancels it. */
  readonly isTransaction?: boolean
  /** Other records that the decision depends on. */
  readonly beside?: readonly RecordKey[]
  /** Decides from the records of the items and the `beside` records; throws to refuse. Pure. */
  decide(
    records: readonly (RecordValue | undefined)[],
    beside: readonly (RecordValue | undefined)[],
  ): WriteDecision<Answer>
}

/** The decision on the writes. */
export interface WriteDecision<Answer> {
  /** The effect of each write, in order; empty if nothing is to be written. */
  readonly outcomes: readonly WriteOutcome[]
  /** The sizes of the items, in the order of the writes, if all was written before and the items are only read. */
  readonly repeatedBytes?: readonly number[]
  /** Changes of other records. */
  readonly changes?: readonly Change[]
  readonly answer: Answer
}

/**
 * Commits one write. All changes of items go through this function or `commitWrites`: whatever must follow an
 * item's change (index entries, stream records) is in the same commit.
 */
export function commitWrite(context: OperationContext, write: ItemWrite): Promise<WriteOutcome> {
  if (context.catalogue.shared !== undefined) return orStale([write], () => writeOne(context, write))
  // Most writes go straight to the store: every additional promise costs time here.
  return isPlain(context, write.table) ? commitOne(context, write) : writeOne(context, write)
}

/** Returns whether only the store and a condition decide on the writes of a table. */
function isPlain({ adversity, meter }: OperationContext, table: Table): boolean {
  return !isFollowed(table) && adversity === undefined && !meter.active && !hasLocalIndexes(table)
}

function writeOne(context: OperationContext, write: ItemWrite): Promise<WriteOutcome> {
  if (isFollowed(write.table) || context.adversity) {
    return commitWrites(context, {
      writes: [write],
      decide: ([record]) => {
        const outcome = decideWrite(write, record)
        return { outcomes: [outcome], answer: outcome }
      },
    })
  }
  if (!context.meter.watches && !hasLocalIndexes(write.table)) return countOne(context, write)
  const gate = findGate(context, { writes: [write] })
  return gate === undefined
    ? commitOne(context, write)
    : gate.pass((watch) => commitOne(context, write, watch))
}

/** Commits a write that only its condition can refuse, and reports what it used if usage is tracked. */
async function countOne(context: OperationContext, write: ItemWrite): Promise<WriteOutcome> {
  const { meter } = context
  if (!meter.active) return await commitOne(context, write)
  let found: RecordValue | undefined
  const watch: GateWatch = {
    saw: ([record]) => {
      found = record
    },
    decided: () => {},
  }
  try {
    const outcome = await commitOne(context, write, watch)
    meterWrite(meter, write, outcome)
    return outcome
  } catch (error) {
    meterFailedWrite(meter, write, { error, found })
    throw error
  }
}

function commitOne(context: OperationContext, write: ItemWrite, watch?: GateWatch): Promise<WriteOutcome> {
  const decide = (records: readonly (RecordValue | undefined)[]) => {
    requireCurrent(write.table)
    watch?.saw(records)
    const outcome = decideWrite(write, records[0])
    watch?.decided([outcome])
    const appends = historyAppends(context, write, outcome)
    const changes = write.table.twins ? allChanges([write], outcome.changes) : outcome.changes
    return { changes, appends, answer: outcome }
  }
  if (context.catalogue.shared === undefined) return context.storage.mutate([write.key], decide)
  const stamps = stampCheck(context, [write])
  return context.storage.mutate([write.key, ...stamps.keys], ([record, ...stamped]) => {
    stamps.check(stamped)
    return decide([record])
  })
}

/** Makes several writes in one commit. */
export function commitWrites<Answer>(context: OperationContext, plan: WritePlan<Answer>): Promise<Answer> {
  const committed =
    context.catalogue.shared === undefined
      ? writeAll(context, plan)
      : orStale(plan.writes, () => writeAll(context, plan))
  return context.adversity === undefined ? committed : context.adversity.follow(committed)
}

async function writeAll<Answer>(context: OperationContext, plan: WritePlan<Answer>): Promise<Answer> {
  const gate = findGate(context, plan)
  if (gate === undefined) return commitPlan(context, plan)
  return gate.pass((watch) => commitPlan(context, plan, watch))
}

async function commitPlan<Answer>(
  context: OperationContext,
  plan: WritePlan<Answer>,
  watch?: GateWatch,
): Promise<Answer> {
  const { writes, beside = [] } = plan
  const logs = changeLogSpaces(writes)
  const nonce = hasVectors(writes) ? randomHex(context.random, 12) : ''
  const stamps = stampCheck(context, writes)
  const heads = logs.map((space) => ({ ...headKey(space), isQuiet: true }))
  const keys = [...writes.map((write) => write.key), ...beside, ...heads, ...stamps.keys]
  let outcomes: readonly WriteOutcome[] = []
  const answer = await context.storage.mutate(keys, (values) => {
    const besideEnd = writes.length + beside.length
    for (const { table } of writes) requireCurrent(table)
    stamps.check(values.slice(besideEnd + heads.length))
    const records = values.slice(0, writes.length)
    watch?.saw(records)
    const decision = plan.decide(records, values.slice(writes.length, besideEnd))
    watch?.decided(decision.outcomes, decision.repeatedBytes)
    outcomes = decision.outcomes
    const changes: Change[] = [...(decision.changes ?? [])]
    for (const outcome of decision.outcomes) changes.push(...outcome.changes, ...newVersions(outcome, nonce))
    const headRecords = new Map(logs.map((space, i) => [space, values[besideEnd + i]]))
    const setting = {
      heads: headRecords,
      timeMs: context.clock.now(),
      clock: context.micros,
      isTransaction: plan.isTransaction === true,
    }
    const appends = decision.outcomes.flatMap((outcome, i) => {
      const write = writes[i] as ItemWrite
      const { before, after } = outcome
      const found = { before, after, timeMs: setting.timeMs }
      return [...logAppends(write, outcome, setting), ...historyAppends(context, write, found)]
    })
    return { changes: allChanges(writes, changes), appends, answer: decision.answer }
  })
  for (const space of logs) context.signals.appended(space)
  for (const [i, { before, after }] of outcomes.entries()) {
    const { table, key } = writes[i] as ItemWrite
    noteExpiry(context, table, after)
    if (before !== after) context.adversity?.remember({ table, key, before, after })
  }
  return answer
}

/** Adds what a table that is leaving its group takes along. */
function allChanges(writes: readonly ItemWrite[], changes: readonly Change[]): readonly Change[] {
  if (writes.every(({ table }) => table.twins === undefined)) return changes
  return withTwins(changes, new Set(writes.flatMap(({ table }) => table.twins ?? [])))
}

/** Makes sure that an expiring item is deleted in time. */
function noteExpiry(context: OperationContext, table: Table, after: StoredItem | undefined): void {
  const { expiry } = table.definition
  if (expiry === undefined || after === undefined) return
  const seconds = expiryOf(after.read(table), expiry.attribute)
  if (seconds !== undefined) context.expirer.wakeAt(seconds * 1000 + context.settings.ttlDelayMs)
}

const nothing: readonly Append[] = []

/** Returns what a write adds to the current histories of its table and of others of its group. */
function historyAppends(
  { histories }: OperationContext,
  { key, table }: ItemWrite,
  found: FoundBefore & Pick<WriteOutcome, 'after'>,
): readonly Append[] {
  return found.before === found.after ? nothing : histories.appendsOf(table.definition, key, found)
}

/** Returns whether a table's changes affect more than items and indexes. */
function isFollowed({ definition, changeLogs, vectorIndexes }: Table): boolean {
  return changeLogs.length > 0 || definition.expiry !== undefined || vectorIndexes.length > 0
}

function hasVectors(writes: readonly ItemWrite[]): boolean {
  return writes.some(({ table }) => table.vectorIndexes.length > 0)
}

/** Returns changes that tell searches which parts of vector indexes a write has changed. */
function newVersions({ vectors }: WriteOutcome, nonce: string): Change[] {
  return (vectors?.effects ?? []).flatMap(({ index, changes }) => versionChanges(index, changes, nonce))
}

function changeLogSpaces(writes: readonly ItemWrite[]): string[] {
  const spaces = new Set<string>()
  for (const { table } of writes) for (const { space } of table.changeLogs) spaces.add(space)
  return [...spaces]
}

interface LogSetting {
  readonly heads: ReadonlyMap<string, RecordValue | undefined>
  readonly timeMs: number
  readonly clock: MicrosecondClock
  readonly isTransaction: boolean
}

/** Returns the records that a write adds to change logs, except those turned off meanwhile. */
function logAppends(write: ItemWrite, outcome: WriteOutcome, setting: LogSetting): Append[] {
  const { heads, timeMs, clock, isTransaction } = setting
  const { table, key } = write
  const { before, after } = outcome
  if (before === after) return []
  return table.changeLogs.flatMap(({ space, viewType, isForKinesis = false }) => {
    const head = readHead(heads.get(space))
    const shard = head && openShardOf(head, key.partition)
    if (shard === undefined) return []
    // In other regions, a deletion by the service is a write like any other (AWS documentation).
    const byService = write.origin === 'ttl' && isOwnLog(table, space)
    // Kinesis gets the writes of a transaction even if they change nothing (seen on AWS).
    const recordsNoChange = isForKinesis && isTransaction
    const micros = isForKinesis ? { micros: clock.within(timeMs) } : {}
    const change = { table, before, after, timeMs, ...micros, byService, recordsNoChange }
    const value = streamRecord(change, viewType)
    return value ? [{ space, partition: shardPartition(shard.number), value }] : []
  })
}

function isOwnLog({ definition }: Table, space: string): boolean {
  return space === definition.stream?.space || space === kinesisLogOf(definition)
}
