import type { AttributeMap, AttributeValue } from './attribute-value.ts'
import { base64Length } from './base64.ts'
import { numberSizeBytes } from './number-size-bytes.ts'
import { utf8Length } from './utf8-length.ts'

/** What a list or map takes beside its elements, and what each element takes beside its content. */
export const CONTAINER_BYTES = 3
export const ELEMENT_BYTES = 1

/** The size of an item by DynamoDB's rules: its attributes' names and values. */
export function itemSizeBytes(item: AttributeMap): number {
  let sizeBytes = 0
  for (const [name, value] of Object.entries(item)) sizeBytes += utf8Length(name) + valueSizeBytes(value)
  return sizeBytes
}

/** The size of a canonical value by DynamoDB's rules. */
export function valueSizeBytes(value: AttributeValue): number {
  if ('S' in value) return utf8Length(value.S)
  if ('N' in value) return numberSizeBytes(value.N)
  if ('B' in value) return base64Length(value.B)
  if ('M' in value) {
    return CONTAINER_BYTES + ELEMENT_BYTES * Object.keys(value.M).length + itemSizeBytes(value.M)
  }
  if ('L' in value) {
    return value.L.reduce((sum, element) => sum + ELEMENT_BYTES + valueSizeBytes(element), CONTAINER_BYTES)
  }
  if ('SS' in value) return value.SS.reduce((sum, member) => sum + utf8Length(member), 0)
  if ('NS' in value) return value.NS.reduce((sum, member) => sum + numberSizeBytes(member), 0)
  if ('BS' in value) return value.BS.reduce((sum, member) => sum + base64Length(member), 0)
  return 1
}
