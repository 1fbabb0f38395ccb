import { parseItem } from '@monotable/protocol'
import type { RecordValue, StoredRecord } from '../../storage/storage.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { Table } from '../../tables/table.ts'
import type { OperationContext } from '../operation-context.ts'

/** How many items are fetched at once for the entries of a local index: initially, and at most. */
const FIRST_FETCHED = 32
const MOST_FETCHED = 1_000

/** A page of a local index whose entries have been completed from the table. */
export interface FetchedPage {
  /** The entries that the page covers. */
  readonly records: readonly StoredRecord[]
  readonly items: readonly RecordValue[]
  readonly itemBytes: number
}

/** Completes entries from the table until their items fill a page: a megabyte of entries may represent gigabytes. */
export async function readTableItems(
  source: OperationContext['eventual'],
  {
    table,
    entries,
    maxBytes,
  }: { readonly table: Table; readonly entries: readonly StoredRecord[]; readonly maxBytes: number },
): Promise<FetchedPage> {
  const items: RecordValue[] = []
  let itemBytes = 0
  let next = FIRST_FETCHED
  for (let from = 0; from < entries.length; ) {
    const keys = entries.slice(from, from + next).map(({ doc }) => tableKeyOf(table, parseItem(doc)))
    for (const [position, item] of (await source.read(keys)).entries()) {
      // An item that was deleted after its entry was read is missing from the answer.
      if (item === undefined) continue
      items.push(item)
      itemBytes += item.sizeBytes
      if (itemBytes >= maxBytes) return { records: entries.slice(0, from + position + 1), items, itemBytes }
    }
    from += keys.length
    const expected = Math.ceil(((maxBytes - itemBytes) * items.length) / Math.max(itemBytes, 1))
    next = Math.min(Math.max(expected, FIRST_FETCHED), 4 * next, MOST_FETCHED)
  }
  return { records: entries, items, itemBytes }
}
