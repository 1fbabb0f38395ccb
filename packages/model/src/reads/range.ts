import { keyError } from '../model-error.ts'

/** A range of values in a key: a lower and an upper bound, or one of them; both as `between`; the beginning of a text. */
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
/** Only text has a beginning, and Dates have as text. */
type BeginningOf<Value> = Value extends number | bigint | Uint8Array
  ? never
  : { readonly begins?: string | undefined }

/** An end of a range. */
export interface Bound {
  readonly value: unknown
  readonly inclusive: boolean
}

/** Both ends of a range, nothing where it is open; or the text that all in it begin with. */
export interface Bounds {
  readonly low: Bound | undefined
  readonly high: Bound | undefined
  readonly begins: string | undefined
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

/** The ends of a range. What DynamoDB cannot ask of a key is refused: `contains`, a list, two lower bounds. */
export function boundsOf(range: Range<unknown>): Bounds {
  let asked = ''
  for (const name in range) {
    if (range[name as BoundName] !== undefined) asked += asked ? ` and ${name}` : name
  }
  if (!/^(|between|begins|gte?( and lte?)?|lte?( and gte?)?)$/.test(asked)) {
    throw keyError(`A key is read by gt or gte, lt or lte, between or begins, not by ${asked}`, asked)
  }
  const { gt, lt } = range
  const [low, high] = range.between ?? [range.gte ?? gt, range.lte ?? lt]
  return { low: boundOf(low, gt), high: boundOf(high, lt), begins: range.begins }
}

function boundOf(value: unknown, exclusive: unknown): Bound | undefined {
  return value === undefined ? undefined : { value, inclusive: exclusive === undefined }
}
