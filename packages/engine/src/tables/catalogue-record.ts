import { utf8ByteString } from '../encoding/utf8-byte-string.ts'
import type { RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import { CATALOGUE_SPACE } from './space-names.ts'
import type { TableDefinition } from './table-definition.ts'

/** An account and region: tables of other accounts and regions are separate tables. */
export interface Realm {
  readonly accountId: string
  readonly region: string
}

/** The contents of a catalogue record. */
export interface CatalogueEntry extends Realm {
  readonly definition: TableDefinition
}

/** Returns a key for an account in a region. */
export function realmKey({ accountId, region }: Realm): string {
  return `${accountId}/${region}`
}

/** Returns the place of a table's record. */
export function catalogueKey(realm: Realm, name: string): RecordKey {
  // The catalogue is small and read as a whole, so one partition is enough.
  return {
    space: CATALOGUE_SPACE,
    partition: '\0'.repeat(16),
    sort: utf8ByteString(`${realmKey(realm)}/${name}`),
  }
}

/** Returns a table's record. */
export function catalogueValue({ accountId, region }: Realm, definition: TableDefinition): RecordValue {
  const entry: CatalogueEntry = { accountId, region, definition }
  return { doc: JSON.stringify(entry), sizeBytes: 0 }
}

/** Reads the whole catalogue. */
export async function readCatalogue(
  storage: Storage,
): Promise<readonly { readonly doc: string; readonly entry: CatalogueEntry }[]> {
  const { records } = await storage.range({ space: CATALOGUE_SPACE, within: {} })
  return records.map(({ doc }) => ({ doc, entry: JSON.parse(doc) as CatalogueEntry }))
}
