import type { AttributeMap } from '@monotable/protocol'
import { saveFile } from '../frame/save-file.ts'
import { toast } from '../frame/toasts.tsx'
import { itemsAsCsv } from './items-as-csv.ts'

/** All fields of a file are in memory at once; where each item has names of its own, they are many more than there are values. */
const FIELDS_MAX = 10_000_000

/** Saves items as a CSV file, or says that they are too many for one. */
export function saveCsv(name: string, items: readonly AttributeMap[], keyNames: readonly string[]): void {
  const columns = new Set<string>()
  for (const item of items) for (const column of Object.keys(item)) columns.add(column)
  if (columns.size * items.length > FIELDS_MAX) {
    const size = `${items.length.toLocaleString('en')} items with ${columns.size.toLocaleString('en')} attributes`
    toast(`${size} are too much for one CSV file.`, 'failure')
    return
  }
  saveFile(`${name}.csv`, 'text/csv', itemsAsCsv(items, keyNames))
}
