import type { ProvisionedThroughput } from '@monotable/protocol'
import { CAPACITY_MAX_UNITS, ServiceError, validationError } from '@monotable/protocol'
import type { Throughput, Units } from './table-definition.ts'

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000
const freeDecreases = 4

/** Reads provisioned units. DynamoDB refuses absurd ones before it checks quotas. */
export function readProvisionedUnits(given: ProvisionedThroughput, index?: string): Units {
  const suffix = index === undefined ? '' : ` for index ${index}`
  for (const name of ['ReadCapacityUnits', 'WriteCapacityUnits'] as const) {
    if (given[name] > CAPACITY_MAX_UNITS) {
      throw validationError(`Given value ${given[name]} for ${name} is out of bounds${suffix}`)
    }
  }
  return { read: given.ReadCapacityUnits, write: given.WriteCapacityUnits }
}

/** Returns how often a throughput was decreased on the current day, in UTC. */
export function decreasesToday({ lastDecreaseMs, decreasesToday: count }: Throughput, nowMs: number): number {
  return lastDecreaseMs !== undefined && startOfDay(lastDecreaseMs) === startOfDay(nowMs) ? count : 0
}

/** A throughput before and after a change. */
export interface ThroughputChange {
  readonly next: Throughput
  /** As in the answer of UpdateTable: the previous units with the current time. */
  readonly shown: Throughput
}

/**
 * Changes provisioned units. Refuses a change that changes nothing, and a decrease if there were four on the same
 * day, the last of them less than an hour ago.
 */
export function changeThroughput(
  old: Throughput,
  units: Units,
  { nowMs, index }: { readonly nowMs: number; readonly index?: string },
): ThroughputChange {
  if (units.read === old.read && units.write === old.write) throw unchanged(old, index)
  const made = decreasesToday(old, nowMs)
  if (isDecrease(old, units)) requireDecreaseLeft(made, old.lastDecreaseMs ?? 0, nowMs)
  const next = moveThroughput(old, units, nowMs)
  return { next, shown: { ...next, read: old.read, write: old.write, decreasesToday: made } }
}

/** Returns new provisioned units with the times and counts of their changes; refuses nothing. */
export function moveThroughput(old: Throughput, { read, write }: Units, nowMs: number): Throughput {
  const isIncrease = read > old.read || write > old.write
  const made = decreasesToday(old, nowMs)
  const isLess = isDecrease(old, { read, write })
  return {
    read,
    write,
    decreasesToday: isLess ? made + 1 : made,
    ...(isIncrease ? { lastIncreaseMs: nowMs } : definedTime('lastIncreaseMs', old.lastIncreaseMs)),
    ...(isLess ? { lastDecreaseMs: nowMs } : definedTime('lastDecreaseMs', old.lastDecreaseMs)),
  }
}

function isDecrease(old: Units, { read, write }: Units): boolean {
  return read < old.read || write < old.write
}

function definedTime<Name extends string>(name: Name, timeMs: number | undefined) {
  return timeMs === undefined ? {} : ({ [name]: timeMs } as { [Key in Name]: number })
}

function unchanged(old: Units, index: string | undefined): ServiceError {
  const owner = index === undefined ? 'the table' : `the index ${index}`
  const within = index === undefined ? 'the table' : `index ${index}`
  return validationError(
    `The provisioned throughput for ${owner} will not change. The requested value equals the current value. ` +
      `Current ReadCapacityUnits provisioned for ${within}: ${old.read}. ` +
      `Requested ReadCapacityUnits: ${old.read}. ` +
      `Current WriteCapacityUnits provisioned for ${within}: ${old.write}. ` +
      `Requested WriteCapacityUnits: ${old.write}. ` +
      'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  )
}

function requireDecreaseLeft(made: number, lastMs: number, nowMs: number): void {
  const nextMs = Math.min(lastMs + hourMs, startOfDay(nowMs) + dayMs)
  if (made < freeDecreases || nowMs >= nextMs) return
  throw new ServiceError(
    'LimitExceededException',
    'Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. After the ' +
      `first ${freeDecreases} decreases, each subsequent decrease in the same UTC day can be performed at most ` +
      `once every 3600 seconds. Number of decreases today: ${made}. Last decrease at ${formatTime(lastMs)}. ` +
      `Next decrease can be made at ${formatTime(nextMs)}`,
  )
}

function startOfDay(timeMs: number): number {
  return timeMs - (timeMs % dayMs)
}

/**
 * Formats a time as AWS does in messages. The format is created on demand, because that takes longer than opening a
 * database.
 */
function formatTime(timeMs: number): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'full', timeZone: 'UTC' })
  // Newer versions of the locale data put a narrow space before AM and PM.
  return format.format(timeMs).replaceAll('\u202f', ' ')
}
