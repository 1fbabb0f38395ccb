import { formatCsvRow } from '@monotable/engine'
import { type AttributeMap, type AttributeValue, attributeTypeOf, getOwn } from '@monotable/protocol'
import type { TransferFormat } from './transfer-options.ts'

/** Formats the items of a file. */
export function formatItems(items: readonly AttributeMap[], format: TransferFormat): string {
  if (format === 'csv') return formatCsv(items)
  return items.map((item) => `${JSON.stringify({ Item: item })}\n`).join('')
}

/** Formats items as comma-separated values; the first row names all attributes that occur. */
function formatCsv(items: readonly AttributeMap[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  if (names.length === 0) return ''
  const rows = items.map((item) => names.map((name) => cellOf(getOwn(item, name))))
  return [names, ...rows].map((row) => `${formatCsvRow(row)}\n`).join('')
}

/** Formats a value as text. Values that are not scalars are written in DynamoDB JSON. */
function cellOf(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  switch (attributeTypeOf(value)) {
    case 'S':
    case 'N':
    case 'B':
      return Object.values(value)[0] as string
    case 'BOOL':
      return String(Object.values(value)[0])
    case 'NULL':
      return ''
    default:
      return JSON.stringify(value)
  }
}
