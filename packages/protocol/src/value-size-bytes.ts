import type { AttributeMap, AttributeValue } from './attribute-value.ts'
import { base64Length } from './base64.ts'
import { numberSizeBytes } from './number-size-bytes.ts'
import { utf8Length } from './utf8-length.ts'

/** What a list or map takes in addition to its elements, and what each element takes in addition to its contents. */
export const CONTAINER_BYTES = 3
export const ELEMENT_BYTES = 1

/**
 * Returns the size of an item by DynamoDB's rules: its attributes' names and values. If it exceeds `enough`,
 * measuring may stop there: an update of a few bytes can produce an item of a gigabyte, with one value in many
 * places.
 */
export function itemSizeBytes(item: AttributeMap, enough = Number.POSITIVE_INFINITY): number {
  return sizeOfNames(item, Object.keys(item), enough)
}

function sizeOfNames(item: AttributeMap, names: readonly string[], enough: number): number {
  let sizeBytes = 0
  // Looking up names costs a third of Object.entries.
  for (const name of names) {
    sizeBytes += utf8Length(name) + valueSizeBytes(item[name] as AttributeValue, enough - sizeBytes)
    if (sizeBytes > enough) break
  }
  return sizeBytes
}

/** Returns the size of a canonical value by DynamoDB's rules. */
export function valueSizeBytes(value: AttributeValue, enough = Number.POSITIVE_INFINITY): number {
  if ('S' in value) return utf8Length(value.S)
  if ('N' in value) return numberSizeBytes(value.N)
  if ('B' in value) return base64Length(value.B)
  if ('M' in value) {
    const names = Object.keys(value.M)
    return CONTAINER_BYTES + ELEMENT_BYTES * names.length + sizeOfNames(value.M, names, enough)
  }
  if ('L' in value) return listSizeBytes(value.L, enough)
  if ('SS' in value) return value.SS.reduce((sum, member) => sum + utf8Length(member), 0)
  if ('NS' in value) return value.NS.reduce((sum, member) => sum + numberSizeBytes(member), 0)
  if ('BS' in value) return value.BS.reduce((sum, member) => sum + base64Length(member), 0)
  return 1
}

function listSizeBytes(elements: readonly AttributeValue[], enough: number): number {
  let sizeBytes = CONTAINER_BYTES + ELEMENT_BYTES * elements.length
  for (const element of elements) {
    sizeBytes += valueSizeBytes(element, enough - sizeBytes)
    if (sizeBytes > enough) break
  }
  return sizeBytes
}
