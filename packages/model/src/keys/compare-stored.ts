import type { WireItem, WireValue } from '../port/wire.ts'
import { encodeDecimal } from '../util/encode-number.ts'
import { getOwn } from '../util/own-property.ts'
import { compareUtf8 } from './compare-utf8.ts'

/** Orders items by some of their key attributes, as DynamoDB does. */
export function compareStored(left: WireItem, right: WireItem, attributes: readonly string[]): number {
  for (const name of attributes) {
    const order = compareValues(getOwn(left, name), getOwn(right, name))
    if (order !== 0) return order
  }
  return 0
}

/** Orders two keys of one type: texts by their UTF-8 bytes, numbers by value, binary by its bytes. */
function compareValues(left: WireValue | undefined, right: WireValue | undefined): number {
  if (left === undefined || right === undefined) return 0
  if ('S' in left && 'S' in right) return compareUtf8(left.S, right.S)
  if ('N' in left && 'N' in right)
    return compareUtf8(encodeDecimal(left.N) ?? '', encodeDecimal(right.N) ?? '')
  if (!('B' in left && 'B' in right)) return 0
  const at = left.B.findIndex((byte, place) => byte !== right.B[place])
  return at < 0 || at >= right.B.length
    ? left.B.length - right.B.length
    : (left.B[at] ?? 0) - (right.B[at] ?? 0)
}
