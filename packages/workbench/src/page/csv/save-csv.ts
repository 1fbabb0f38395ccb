import type { AttributeMap } from '@monotable/protocol'
import type { KeyModel } from '../../shared/api.ts'
import { saveFile } from '../frame/save-file.ts'
import { toast } from '../frame/toasts.tsx'
import { itemsAsCsv } from './items-as-csv.ts'

/**
 * All lines of a file are in memory at once; if every item has different attribute names, the file consists mostly of
 * commas.
 */
const FIELDS_MAX = 10_000_000

/** Saves items as a CSV file, or says that there are too many. */
export function saveCsv(name: string, items: Iterable<AttributeMap>, key: KeyModel): void {
  const columns = new Set<string>()
  let count = 0
  for (const item of items) {
    count++
    for (const column of Object.keys(item)) columns.add(column)
  }
  if (columns.size * count > FIELDS_MAX) {
    const size = `${count.toLocaleString('en')} items with ${columns.size.toLocaleString('en')} attributes`
    toast(`${size} are too many for one CSV file.`, 'failure')
    return
  }
  const keyNames = [...key.pk, ...key.sk].map((attribute) => attribute.name)
  saveFile(`${name}.csv`, 'text/csv', itemsAsCsv(items, keyNames))
}
