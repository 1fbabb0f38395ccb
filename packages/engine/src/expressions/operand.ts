import {
  type AttributeMap,
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  base64Length,
} from '@monotable/protocol'
import { type DocumentPath, readPath } from './document-path.ts'

/** An operand whose placeholders are resolved. `type` is set where it does not depend on the item. */
export type Operand =
  | { readonly kind: 'path'; readonly path: DocumentPath; readonly type: undefined }
  | { readonly kind: 'value'; readonly value: AttributeValue; readonly type: AttributeType }
  | { readonly kind: 'size'; readonly operand: Operand; readonly type: 'N' }
  | {
      readonly kind: 'condition'
      readonly holds: (item: AttributeMap) => boolean
      /** The paths that the condition names. */
      readonly paths: readonly DocumentPath[]
      readonly type: 'BOOL'
    }

export function pathOperand(path: DocumentPath): Operand {
  return { kind: 'path', path, type: undefined }
}

export function valueOperand(value: AttributeValue): Operand {
  return { kind: 'value', value, type: attributeTypeOf(value) }
}

/** What an operand is for an item; `undefined` where the item has no such attribute, or a size is of nothing. */
export function readOperand(operand: Operand, item: AttributeMap): AttributeValue | undefined {
  if (operand.kind === 'path') return readPath(item, operand.path)
  if (operand.kind === 'value') return operand.value
  if (operand.kind === 'condition') return { BOOL: operand.holds(item) }
  const value = readOperand(operand.operand, item)
  const size = value && sizeOf(value)
  return size === undefined ? undefined : { N: String(size) }
}

/** Characters of a string, bytes of a binary, elements of the rest; numbers, booleans and nulls have no size. */
function sizeOf(value: AttributeValue): number | undefined {
  // Seen in DynamoDB Local and dynalite: a string is measured in UTF-16 units, not in bytes.
  if ('S' in value) return value.S.length
  if ('B' in value) return base64Length(value.B)
  if ('L' in value) return value.L.length
  if ('M' in value) return Object.keys(value.M).length
  if ('SS' in value) return value.SS.length
  if ('NS' in value) return value.NS.length
  return 'BS' in value ? value.BS.length : undefined
}
