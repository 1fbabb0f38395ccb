import type { AttributeMap, AttributeValue } from './attribute-value.ts'
import { getOwn } from './own-property.ts'

/**
 * Returns whether two canonical values are equal: sets as sets, numbers by value, binaries by bytes, maps by
 * content, lists by order. Values of different types never are.
 */
export function valuesEqual(a: AttributeValue, b: AttributeValue): boolean {
  if (a === b) return true
  // Canonical numbers and binaries are equal exactly if their texts are.
  if ('S' in a) return 'S' in b && a.S === b.S
  if ('N' in a) return 'N' in b && a.N === b.N
  if ('B' in a) return 'B' in b && a.B === b.B
  if ('BOOL' in a) return 'BOOL' in b && a.BOOL === b.BOOL
  if ('NULL' in a) return 'NULL' in b
  if ('M' in a) return 'M' in b && mapsEqual(a.M, b.M)
  if ('L' in a) return 'L' in b && listsEqual(a.L, b.L)
  if ('SS' in a) return 'SS' in b && setsEqual(a.SS, b.SS)
  if ('NS' in a) return 'NS' in b && setsEqual(a.NS, b.NS)
  return 'BS' in b && setsEqual(a.BS, b.BS)
}

function setsEqual(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  if (a.every((member, index) => member === b[index])) return true
  const members = new Set(a)
  return b.every((member) => members.has(member))
}

function listsEqual(a: readonly AttributeValue[], b: readonly AttributeValue[]): boolean {
  return a.length === b.length && a.every((element, index) => isSame(element, b[index]))
}

function mapsEqual(a: AttributeMap, b: AttributeMap): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => isSame(getOwn(a, name), getOwn(b, name)))
}

function isSame(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  return a !== undefined && b !== undefined && valuesEqual(a, b)
}
