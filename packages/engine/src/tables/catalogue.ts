import { ServiceError } from '@monotable/protocol'
import { utf8ByteString } from '../encoding/utf8-byte-string.ts'
import type { Change, RecordKey, Storage } from '../storage/storage.ts'
import { KeyedLock } from '../util/keyed-lock.ts'
import { registeredSpaces } from './register.ts'
import { CATALOGUE_SPACE, SYSTEM_SPACES } from './space-names.ts'
import { createTable, type Table } from './table.ts'
import { spacesOf, type TableDefinition } from './table-definition.ts'

/** Whose tables are meant: tables of other accounts and regions are other tables. */
export interface Realm {
  readonly accountId: string
  readonly region: string
}

interface CatalogueEntry extends Realm {
  readonly definition: TableDefinition
}

/**
 * All tables, kept in the store and, prepared, in memory. A change is in memory only once it is durable.
 */
export class Catalogue {
  readonly #storage: Storage
  #lastRealm: Realm | undefined
  #lastTables: ReadonlyMap<string, Table> | undefined
  readonly #realms = new Map<string, { readonly realm: Realm; readonly tables: Map<string, Table> }>()
  readonly #changes = new KeyedLock()

  private constructor(storage: Storage) {
    this.#storage = storage
  }

  /** Reads what is there, and removes the spaces of tables whose creation or deletion was cut short. */
  static async open(storage: Storage): Promise<Catalogue> {
    const catalogue = new Catalogue(storage)
    const there = new Set(await storage.listSpaces())
    for (const space of SYSTEM_SPACES) if (!there.has(space)) await storage.createSpace(space)
    const { records } = await storage.range({ space: CATALOGUE_SPACE, within: {} })
    const used = new Set(SYSTEM_SPACES)
    for (const space of await registeredSpaces(storage)) used.add(space)
    for (const record of records) {
      const entry = JSON.parse(record.doc) as CatalogueEntry
      catalogue.#tablesOf(entry).set(entry.definition.name, createTable(entry.definition))
      for (const space of spacesOf(entry.definition)) used.add(space)
    }
    for (const space of there) if (!used.has(space)) await storage.dropSpace(space)
    return catalogue
  }

  /** The table of that name, if there is one. A table whose items are still being brought there is none yet. */
  find(realm: Realm, name: string): Table | undefined {
    const table = this.findAny(realm, name)
    return table?.definition.creation === undefined ? table : undefined
  }

  /** The table of that name, also when its items are still being brought there. */
  findAny(realm: Realm, name: string): Table | undefined {
    // Requests of one caller come with the same realm; to look it up again would cost half a microsecond.
    if (realm !== this.#lastRealm || this.#lastTables === undefined) {
      this.#lastRealm = realm
      this.#lastTables = this.#realms.get(realmKey(realm))?.tables
    }
    return this.#lastTables?.get(name)
  }

  /** The names of all tables of an account in a region, sorted as DynamoDB sorts them. */
  names(realm: Realm): readonly string[] {
    return [...(this.#realms.get(realmKey(realm))?.tables.keys() ?? [])].sort()
  }

  /** Every table with the realm that it belongs to. */
  *all(): Iterable<readonly [Realm, Table]> {
    for (const [realm, table] of this.#entries()) {
      if (table.definition.creation === undefined) yield [realm, table]
    }
  }

  /** Every table whose items are still being brought there, with the realm that it belongs to. */
  *inCreation(): Iterable<readonly [Realm, Table]> {
    for (const [realm, table] of this.#entries()) {
      if (table.definition.creation !== undefined) yield [realm, table]
    }
  }

  /** Every table, in whatever state. */
  *everything(): Iterable<Table> {
    for (const [, table] of this.#entries()) yield table
  }

  *#entries(): Iterable<readonly [Realm, Table]> {
    for (const { realm, tables } of this.#realms.values())
      for (const table of tables.values()) yield [realm, table]
  }

  /** Runs a change of a table; changes of the same table, or of one that is not there yet, wait for one another. */
  exclusively<Result>(realm: Realm, name: string, change: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(`${realmKey(realm)}/${name}`, change)
  }

  /** Adds a table or replaces its definition, durably. */
  async save(realm: Realm, definition: TableDefinition): Promise<Table> {
    const entry: CatalogueEntry = { accountId: realm.accountId, region: realm.region, definition }
    const value = { doc: JSON.stringify(entry), sizeBytes: 0 }
    await this.#write({ ...recordKey(realm, definition.name), value })
    const table = createTable(definition)
    this.#tablesOf(realm).set(definition.name, table)
    return table
  }

  /** Removes a table from the catalogue, durably. Its spaces are the caller's to drop. */
  async remove(realm: Realm, name: string): Promise<void> {
    await this.#write({ ...recordKey(realm, name), value: undefined })
    this.#tablesOf(realm).delete(name)
  }

  #tablesOf(realm: Realm): Map<string, Table> {
    const key = realmKey(realm)
    const known = this.#realms.get(key)
    if (known !== undefined) return known.tables
    const tables = new Map<string, Table>()
    this.#realms.set(key, { realm: { accountId: realm.accountId, region: realm.region }, tables })
    return tables
  }

  async #write(change: Change): Promise<void> {
    await this.#storage.mutate([], () => ({ changes: [change], answer: undefined }))
  }
}

/** The table that a request for items names, or the error that DynamoDB answers for one that is not there. */
export function requireTable(catalogue: Catalogue, realm: Realm, name: string): Table {
  const table = catalogue.find(realm, name)
  if (table === undefined) throw new ServiceError('ResourceNotFoundException', 'Requested resource not found')
  return table
}

function realmKey({ accountId, region }: Realm): string {
  return `${accountId}/${region}`
}

function recordKey(realm: Realm, name: string): RecordKey {
  // The catalogue is small and is read as a whole, so that one partition does.
  return {
    space: CATALOGUE_SPACE,
    partition: '\0'.repeat(16),
    sort: utf8ByteString(`${realmKey(realm)}/${name}`),
  }
}
