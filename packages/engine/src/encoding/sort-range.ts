import type { AttributeValue } from '@monotable/protocol'
import type { ByteString, SortBound } from '../storage/storage.ts'

/** A condition on one sort key attribute. BETWEEN has two operands, the others one. */
export interface SortCondition {
  readonly operator: '=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'begins_with'
  readonly operands: readonly AttributeValue[]
}

/** The sort keys that a condition selects within one partition; a missing bound means no limit. */
export interface SortRange {
  readonly low?: SortBound
  readonly high?: SortBound
}

/** Creates a range from its bounds, either of which may be missing. */
export function sortRange(low: SortBound | undefined, high: SortBound | undefined): SortRange {
  return { ...(low && { low }), ...(high && { high }) }
}

/** Returns the first and the last operand, which are the same unless the operator is BETWEEN. */
export function operandsOf({ operator, operands }: SortCondition): readonly [AttributeValue, AttributeValue] {
  const first = operands[0]
  const last = operator === 'BETWEEN' ? operands[1] : first
  if (first === undefined || last === undefined) throw new TypeError(`${operator} without its operands`)
  return [first, last]
}

/** Returns the smallest byte string above all that start with a prefix; `undefined` if there is none. */
export function endOfPrefix(prefix: ByteString): ByteString | undefined {
  let end = prefix.length
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xff) end--
  if (end === 0) return undefined
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1)
}

/** Returns the range of all sort keys that start with a prefix. */
export function prefixRange(prefix: ByteString): SortRange {
  const end = endOfPrefix(prefix)
  return sortRange(
    prefix === '' ? undefined : { sort: prefix, inclusive: true },
    end === undefined ? undefined : { sort: end, inclusive: false },
  )
}
