import { keyError } from '../model-error.ts'

/**
 * A range of values in a key: a lower bound, an upper bound, or both; `between` for both in one; or `begins` for texts
 * with a prefix.
 */
export type Range<Value> =
  | (LowerBound<Value> & UpperBound<Value> & No<'between' | 'begins'>)
  /** From the first to the second, both included. */
  | ({ readonly between?: readonly [low: Value, high: Value] | undefined } & No<BoundName | 'begins'>)
  | (BeginningOf<Value> & No<BoundName | 'between'>)

type BoundName = 'gt' | 'gte' | 'lt' | 'lte'
type No<Name extends string> = { readonly [One in Name]?: undefined }
type LowerBound<Value> =
  | { readonly gt?: Value | undefined; readonly gte?: undefined }
  | { readonly gte?: Value | undefined; readonly gt?: undefined }
type UpperBound<Value> =
  | { readonly lt?: Value | undefined; readonly lte?: undefined }
  | { readonly lte?: Value | undefined; readonly lt?: undefined }
/** Only text has prefixes, and so do Dates, which are stored as text. */
type BeginningOf<Value> = Value extends number | bigint | Uint8Array
  ? never
  : { readonly begins?: string | undefined }

/** An end of a range. */
export interface Bound {
  readonly value: unknown
  readonly inclusive: boolean
}

/** Both ends of a range, `undefined` where it is open; or the prefix of all texts in it. */
export interface Bounds {
  readonly low: Bound | undefined
  readonly high: Bound | undefined
  readonly begins: string | undefined
}

/** Whether an argument is a range rather than a value: values in keys are texts, numbers, Dates and binary. */
export function isRange(argument: unknown): argument is Range<unknown> {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    !(argument instanceof Date) &&
    !(argument instanceof Uint8Array)
  )
}

/** Returns the ends of a range. Refuses what DynamoDB cannot ask of a key: `contains`, a list, two lower bounds. */
export function boundsOf(range: Range<unknown>): Bounds {
  let asked = ''
  for (const name in range) {
    if (range[name as BoundName] !== undefined) asked += asked ? ` and ${name}` : name
  }
  if (!/^(|between|begins|gte?( and lte?)?|lte?( and gte?)?)$/.test(asked)) {
    throw keyError(`A key takes gt or gte, lt or lte, between or begins, not ${asked}`, asked)
  }
  const { gt, lt } = range
  const [low, high] = range.between ?? [range.gte ?? gt, range.lte ?? lt]
  return { low: boundOf(low, gt), high: boundOf(high, lt), begins: range.begins }
}

function boundOf(value: unknown, exclusive: unknown): Bound | undefined {
  return value === undefined ? undefined : { value, inclusive: exclusive === undefined }
}
