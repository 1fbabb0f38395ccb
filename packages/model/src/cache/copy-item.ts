import type { WireItem, WireValue } from '../port/wire.ts'

/**
 * Copies an item that contains binary. All else is made anew when an item is decoded, so that no two readers share it.
 */
export function copyItem(item: WireItem): WireItem {
  return Object.values(item).some(holdsBinary) ? structuredClone(item) : item
}

function holdsBinary(value: WireValue): boolean {
  if ('M' in value) return Object.values(value.M).some(holdsBinary)
  return 'L' in value ? value.L.some(holdsBinary) : 'B' in value || 'BS' in value
}
