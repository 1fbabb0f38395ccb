import { validationError } from '@monotable/protocol'
import { STREAM_RETENTION_MS } from '../streams/stream-document.ts'
import type { RetryPolicy } from './batch-work.ts'
import { compileFilter, type RecordPredicate } from './compile-filter.ts'
import type { TriggerHandler } from './stream-event.ts'
import type { TriggerOptions } from './trigger.ts'

/** The options of a trigger, validated and with defaults. */
export interface TriggerPlan extends RetryPolicy {
  readonly name: string
  readonly isWanted: RecordPredicate
  readonly batchSize: number
  readonly batchWindowMs: number
  readonly partialResponses: boolean
  readonly startingPosition: 'LATEST' | 'TRIM_HORIZON' | Date
  readonly parallel: number
  readonly timeoutMs: number
  readonly onFailure: NonNullable<TriggerOptions['onFailure']> | undefined
}

interface Bounds {
  readonly lowest: number
  readonly highest: number
}

/** All options that exist, because a misspelt one would otherwise be ignored silently. */
const known: { readonly [Name in keyof Required<TriggerOptions>]: true } = {
  name: true,
  region: true,
  filter: true,
  batchSize: true,
  batchWindowMs: true,
  maxAttempts: true,
  maxRecordAgeMs: true,
  bisect: true,
  partialResponses: true,
  onFailure: true,
  startingPosition: true,
  parallel: true,
  retryDelayMs: true,
  timeoutMs: true,
  observe: true,
}

/** Validates the options of a trigger. */
export function planTrigger(table: string, handler: TriggerHandler, options: TriggerOptions): TriggerPlan {
  if (typeof handler !== 'function') throw validationError('the handler of a trigger must be a function')
  const unknownOption = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknownOption !== undefined) {
    throw validationError(
      `a trigger has no option ${unknownOption}; it has: ${Object.keys(known).join(', ')}`,
    )
  }
  const { startingPosition = 'LATEST' } = options
  checkStart(startingPosition)
  const name = options.name ?? (handler.name === '' ? table : `${table}:${handler.name}`)
  if (name === '' || name.length > 255) throw validationError('the name of a trigger has 1 to 255 characters')
  return {
    name,
    isWanted: options.filter === undefined ? () => true : compileFilter(options.filter),
    batchSize: whole('batchSize', options.batchSize ?? 100, { lowest: 1, highest: 10_000 }),
    batchWindowMs: amount('batchWindowMs', options.batchWindowMs ?? 0, { lowest: 0, highest: 300_000 }),
    maxAttempts: attempts(options.maxAttempts ?? Number.POSITIVE_INFINITY),
    maxRecordAgeMs: amount('maxRecordAgeMs', options.maxRecordAgeMs ?? STREAM_RETENTION_MS, {
      lowest: 0,
      highest: STREAM_RETENTION_MS,
    }),
    bisect: flag('bisect', options.bisect ?? false),
    partialResponses: flag('partialResponses', options.partialResponses ?? true),
    startingPosition,
    parallel: whole('parallel', options.parallel ?? 1, { lowest: 1, highest: 10 }),
    retryDelayMs: amount('retryDelayMs', options.retryDelayMs ?? 100, { lowest: 0, highest: 60_000 }),
    timeoutMs: amount('timeoutMs', options.timeoutMs ?? 900_000, { lowest: 1, highest: 86_400_000 }),
    onFailure: listener('onFailure', options.onFailure),
  }
}

function checkStart(start: unknown): void {
  if (start === 'LATEST' || start === 'TRIM_HORIZON') return
  if (start instanceof Date && !Number.isNaN(start.getTime())) return
  throw validationError(`startingPosition must be LATEST, TRIM_HORIZON or a Date, not ${String(start)}`)
}

function flag(name: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value
  throw validationError(`${name} must be true or false, not ${String(value)}`)
}

function listener<Listener>(name: string, value: Listener): Listener {
  if (value === undefined || typeof value === 'function') return value
  throw validationError(`${name} must be a function, not ${String(value)}`)
}

function attempts(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return value
  return whole('maxAttempts', value, { lowest: 1, highest: 10_001 })
}

function whole(name: string, value: number, bounds: Bounds): number {
  if (!Number.isInteger(value)) throw outside(name, value, bounds)
  return amount(name, value, bounds)
}

function amount(name: string, value: number, bounds: Bounds): number {
  if (typeof value === 'number' && value >= bounds.lowest && value <= bounds.highest) return value
  throw outside(name, value, bounds)
}

function outside(name: string, value: unknown, { lowest, highest }: Bounds): Error {
  return validationError(`${name} must be a number from ${lowest} to ${highest}, not ${String(value)}`)
}
