import { ServiceError } from '@monotable/protocol'
import type { Change, Storage } from '../storage/storage.ts'
import { unlessFull } from '../storage/unless-full.ts'
import { KeyedLock } from '../util/keyed-lock.ts'
import {
  type CatalogueEntry,
  catalogueKey,
  catalogueValue,
  type Realm,
  readCatalogue,
  realmKey,
} from './catalogue-record.ts'
import { registeredSpaces } from './register.ts'
import {
  type CatalogueChanges,
  type CatalogueWrite,
  lockName,
  type SharedCatalogue,
} from './shared-catalogue.ts'
import { SYSTEM_SPACES } from './space-names.ts'
import { createTable, type Table } from './table.ts'
import { spacesOf, type TableDefinition } from './table-definition.ts'
import { followChange, peerRegions, regroup } from './table-group.ts'

export type { Realm } from './catalogue-record.ts'

/** Changes of the catalogue that are committed together. */
export interface CatalogueChange {
  /** The new definitions of tables; other tables of their groups are not updated. */
  readonly saved?: readonly CatalogueEntry[]
  readonly removed?: readonly { readonly realm: Realm; readonly name: string }[]
  /** Other records written in the same commit, so that at no time only one of both exists. */
  readonly beside?: readonly Change[]
}

/**
 * All tables, in the store and, prepared for use, in memory. A change appears in memory only once it is durable. If
 * other servers use the same store, the state in memory may be old: `shared` tells whether it is.
 */
export class Catalogue {
  /** What is known about the records of a shared store; absent if the store is not shared. */
  readonly shared: SharedCatalogue | undefined
  readonly #storage: Storage
  #lastRealm: Realm | undefined
  #lastTables: ReadonlyMap<string, Table> | undefined
  readonly #realms = new Map<string, { readonly realm: Realm; readonly tables: Map<string, Table> }>()
  readonly #changes = new KeyedLock()

  private constructor(storage: Storage, shared: SharedCatalogue | undefined) {
    this.#storage = storage
    this.shared = shared
  }

  /**
   * Reads the catalogue. In an unshared store, also removes the spaces of tables whose creation or deletion was
   * interrupted; in a shared one, another server may be about to use them. Spaces that cannot be removed because
   * the disk is full stay until the next opening: they come from a creation that was refused for lack of space.
   */
  static async open(storage: Storage, shared?: SharedCatalogue): Promise<Catalogue> {
    const catalogue = new Catalogue(storage, shared)
    const there = new Set(await storage.listSpaces())
    for (const space of SYSTEM_SPACES) if (!there.has(space)) await storage.createSpace(space)
    if (shared !== undefined) {
      await catalogue.refresh()
      return catalogue
    }
    for (const { entry } of await readCatalogue(storage)) catalogue.#enter(entry)
    const used = await catalogue.usedSpaces()
    for (const space of there) if (!used.has(space)) await unlessFull(() => storage.dropSpace(space))
    return catalogue
  }

  /**
   * Makes every change known that was made before this call; returns whether there were any. Free if nobody else
   * writes.
   */
  async refresh(): Promise<boolean> {
    return (await this.shared?.refresh((changes) => this.#apply(changes))) ?? false
  }

  /** Returns all spaces in use: named by a table, by a document of a register, or by the system. */
  async usedSpaces(): Promise<ReadonlySet<string>> {
    const used = new Set(SYSTEM_SPACES)
    for (const space of await registeredSpaces(this.#storage)) used.add(space)
    for (const { definition } of this.everything()) for (const space of spacesOf(definition)) used.add(space)
    return used
  }

  /** Returns the table of that name, if it exists and is not still being filled by a restore or an import. */
  find(realm: Realm, name: string): Table | undefined {
    const table = this.findAny(realm, name)
    return table?.definition.creation === undefined ? table : undefined
  }

  /** Returns the table of that name, even if it is still being filled by a restore or an import. */
  findAny(realm: Realm, name: string): Table | undefined {
    // Requests of one caller use the same realm object; looking it up each time would cost half a microsecond.
    if (realm !== this.#lastRealm || this.#lastTables === undefined) {
      this.#lastRealm = realm
      this.#lastTables = this.#realms.get(realmKey(realm))?.tables
    }
    return this.#lastTables?.get(name)
  }

  /** Returns the names of all tables of an account in a region, sorted as DynamoDB sorts them. */
  names(realm: Realm): readonly string[] {
    return [...(this.#realms.get(realmKey(realm))?.tables.keys() ?? [])].sort()
  }

  /** Every table with its realm. */
  *all(): Iterable<readonly [Realm, Table]> {
    for (const [realm, table] of this.#entries()) {
      if (table.definition.creation === undefined) yield [realm, table]
    }
  }

  /** Every table still being filled by a restore or an import, with its realm. */
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

  /**
   * Runs a change of one or several tables. Changes of tables of the same name wait for one another, whatever their
   * region, whether or not the tables exist yet, and across servers.
   */
  exclusively<Result>(
    realm: Realm,
    names: string | readonly string[],
    change: () => Promise<Result>,
  ): Promise<Result> {
    // Several locks are taken in a fixed order, so that there are no deadlocks.
    const keys = [...new Set([names].flat())].sort().map((name) => lockName(realm, name))
    const run = async () => {
      await this.refresh()
      return change()
    }
    return this.#withLocks(keys, () => this.shared?.locked(keys, run) ?? run())
  }

  #withLocks<Result>([key, ...others]: readonly string[], change: () => Promise<Result>): Promise<Result> {
    return key === undefined ? change() : this.#changes.run(key, () => this.#withLocks(others, change))
  }

  /** Returns the other tables of a table's group, each with its realm, in the order in which they were added. */
  peersOf({ accountId }: Realm, definition: TableDefinition): CatalogueEntry[] {
    return peerRegions(definition).flatMap((region) => {
      const table = this.findAny({ accountId, region }, definition.name)
      return table === undefined ? [] : [{ accountId, region, definition: table.definition }]
    })
  }

  /**
   * Adds a table or replaces its definition, durably; `storage` may enforce conditions of its own. What a group of
   * tables shares changes in all of them in one commit, together with `beside`.
   */
  async save(
    realm: Realm,
    definition: TableDefinition,
    { storage, beside = [] }: { readonly storage?: Storage; readonly beside?: readonly Change[] } = {},
  ): Promise<Table> {
    const { accountId, region } = realm
    const entry = { accountId, region, definition }
    const old = this.findAny(realm, definition.name)?.definition
    const followed =
      old?.group === undefined
        ? []
        : this.peersOf(realm, definition).map((peer) => followChange(old, definition, peer))
    await this.change({ saved: regroup([entry, ...followed]), beside }, storage)
    return this.findAny(realm, definition.name) as Table
  }

  /** Removes a table from the catalogue, durably. The caller must drop its spaces. */
  async remove(realm: Realm, name: string, storage = this.#storage): Promise<void> {
    await this.change({ removed: [{ realm, name }] }, storage)
  }

  /** Changes several tables, as given, in one commit. */
  async change(
    { saved = [], removed = [], beside = [] }: CatalogueChange,
    storage: Storage = this.#storage,
  ): Promise<void> {
    const writes: CatalogueWrite[] = [
      ...saved.map(({ definition, ...realm }) => ({
        realm,
        name: definition.name,
        key: catalogueKey(realm, definition.name),
        value: catalogueValue(realm, definition),
        table: createTable(definition),
      })),
      ...removed.map(({ realm, name }) => ({ realm, name, key: catalogueKey(realm, name) })),
    ]
    if (this.shared === undefined) {
      const changes = writes.map(({ key, value }): Change => ({ ...key, value }))
      await storage.mutate([], () => ({ changes: changes.concat(beside), answer: undefined }))
    } else await this.shared.write(storage, writes, beside)
    for (const { realm, name, table } of writes) this.#replace(realm, name, table)
  }

  /**
   * Writes a record of another kind for a caller that has exclusive access to a table; refused once another server
   * has it.
   */
  async writeBeside(realm: Realm, name: string, beside: Change): Promise<void> {
    const storage = this.shared?.fenced(this.#storage, [{ realm, name }]) ?? this.#storage
    await storage.mutate([], () => ({ changes: [beside], answer: undefined }))
  }

  #replace(realm: Realm, name: string, table: Table | undefined): void {
    const tables = this.#tablesOf(realm)
    const old = tables.get(name)
    if (old !== undefined) old.isReplaced = true
    if (table === undefined) tables.delete(name)
    else tables.set(name, table)
  }

  #enter(entry: CatalogueEntry): Table {
    const table = createTable(entry.definition)
    this.#replace(entry, table.name, table)
    return table
  }

  #apply({ entered, removed }: CatalogueChanges): void {
    for (const { entry, stamp } of entered) stamp(this.#enter(entry))
    for (const { realm, name } of removed) this.#replace(realm, name, undefined)
  }

  #tablesOf(realm: Realm): Map<string, Table> {
    const key = realmKey(realm)
    const known = this.#realms.get(key)
    if (known !== undefined) return known.tables
    const tables = new Map<string, Table>()
    this.#realms.set(key, { realm: { accountId: realm.accountId, region: realm.region }, tables })
    return tables
  }
}

/** Returns the table that an item request names, or throws DynamoDB's error if it does not exist. */
export function requireTable(catalogue: Catalogue, realm: Realm, name: string): Table {
  const table = catalogue.find(realm, name)
  if (table === undefined) throw new ServiceError('ResourceNotFoundException', 'Requested resource not found')
  return table
}
