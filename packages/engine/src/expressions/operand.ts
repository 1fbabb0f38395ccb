import {
  type AttributeMap,
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  base64Length,
} from '@monotable/protocol'
import { type DocumentPath, readPath } from './document-path.ts'

/** An operand with resolved placeholders. `type` is set if it does not depend on the item. */
export type Operand =
  | { readonly kind: 'path'; readonly path: DocumentPath; readonly type: undefined }
  | { readonly kind: 'value'; readonly value: AttributeValue; readonly type: AttributeType }
  | { readonly kind: 'size'; readonly operand: Operand; readonly type: 'N' }
  | {
      readonly kind: 'condition'
      readonly holds: (item: AttributeMap) => boolean
      /** The paths that the condition uses. */
      readonly paths: readonly DocumentPath[]
      readonly type: 'BOOL'
    }

export function pathOperand(path: DocumentPath): Operand {
  return { kind: 'path', path, type: undefined }
}

export function valueOperand(value: AttributeValue): Operand {
  return { kind: 'value', value, type: attributeTypeOf(value) }
}

/**
 * Returns the value of an operand for an item; `undefined` if the item has no such attribute or the value has no
 * size.
 */
export function readOperand(operand: Operand, item: AttributeMap): AttributeValue | undefined {
  if (operand.kind === 'path') return readPath(item, operand.path)
  if (operand.kind === 'value') return operand.value
  if (operand.kind === 'condition') return { BOOL: operand.holds(item) }
  const value = readOperand(operand.operand, item)
  const size = value && sizeOf(value)
  return size === undefined ? undefined : { N: String(size) }
}

/** Returns the number of characters, bytes or elements of a value; numbers, booleans and nulls have no size. */
function sizeOf(value: AttributeValue): number | undefined {
  // Seen in DynamoDB Local and dynalite: strings are measured in UTF-16 units, not in bytes.
  if ('S' in value) return value.S.length
  if ('B' in value) return base64Length(value.B)
  if ('L' in value) return value.L.length
  if ('M' in value) return Object.keys(value.M).length
  if ('SS' in value) return value.SS.length
  if ('NS' in value) return value.NS.length
  return 'BS' in value ? value.BS.length : undefined
}
