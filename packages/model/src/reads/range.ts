import { keyError } from '../model-error.ts'

/** A range of values in a key. */
export interface Range<Value> {
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  /** From the first to the second, both included. */
  readonly between?: readonly [low: Value, high: Value]
  /** The beginning of a text. */
  readonly begins?: string
}

/** An end of a range. */
export interface Bound {
  readonly value: unknown
  readonly inclusive: boolean
}

/** Both ends of a range; nothing where it is open. */
export interface Bounds {
  readonly low: Bound | undefined
  readonly high: Bound | undefined
}

/** Whether an argument is a range rather than a value: keys are made of texts, numbers, Dates and binary. */
export function isRange(argument: unknown): argument is Range<unknown> {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    !(argument instanceof Date) &&
    !(argument instanceof Uint8Array)
  )
}

/** The ends of a range. What DynamoDB cannot ask of a key, such as `contains` or a list, is refused. */
export function boundsOf({ begins: _, between, gt, gte, lt, lte, ...others }: Range<unknown>): Bounds {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    const message = `A key is read by gt, gte, lt, lte, between or begins, not by "${unknown}"`
    throw keyError(message, unknown)
  }
  return {
    low: boundOf(between?.[0] ?? gte, gt),
    high: boundOf(between?.[1] ?? lte, lt),
  }
}

function boundOf(inclusive: unknown, exclusive: unknown): Bound | undefined {
  if (inclusive !== undefined) return { value: inclusive, inclusive: true }
  return exclusive === undefined ? undefined : { value: exclusive, inclusive: false }
}
