import type { WireItem, WireValue } from '../port/wire.ts'

/** An item that shares nothing which could be changed: all of it is made anew for each reader but binary. */
export function copyItem(item: WireItem): WireItem {
  return Object.values(item).some(holdsBinary) ? structuredClone(item) : item
}

function holdsBinary(value: WireValue): boolean {
  if ('M' in value) return Object.values(value.M).some(holdsBinary)
  return 'L' in value ? value.L.some(holdsBinary) : 'B' in value || 'BS' in value
}
