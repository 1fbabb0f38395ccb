import { PagePool, type SpaceId, StorageError } from '@monotable/engine'
import type { SqliteDatabase } from '@monotable/storage-files'
import { longDocsSql } from '../file/long-docs.ts'
import { createTableSql, measureSql, tableName, tableNumbersSql } from '../file/table-sql.ts'
import { PageCache } from '../memory/page-cache.ts'
import type { RecordCache } from '../memory/record-cache.ts'
import { prepareShared, type SharedParts, type SpaceRow, SpaceTable } from './space-table.ts'

/** SQLite takes tens of milliseconds to drop more than this. */
const muchBytes = 8 * 2 ** 20

/**
 * The spaces of a store, as the table `spaces` lists them. The list is changed within a transaction of the caller's;
 * the changes take effect here when the caller calls `settle`, and are discarded by `takeBack`.
 */
export class SpaceDirectory {
  readonly #database: SqliteDatabase
  readonly #shared: SharedParts
  readonly #tables = new Map<SpaceId, SpaceTable>()
  /** What the caller's transaction has changed. There may be thousands of spaces, so the list is not read again. */
  #dropped: SpaceId[] = []
  #made: SpaceRow[] = []
  #orphaned: number[] = []
  #isCleared = false

  constructor(database: SqliteDatabase, cache: RecordCache) {
    this.#database = database
    this.#shared = { cache, pages: new PageCache(cache), pool: new PagePool(), ...prepareShared(database) }
    this.reload()
  }

  /** Forgets all cached records: some may have come from a group that failed. */
  forgetRecords(): void {
    this.#shared.cache.clear()
    for (const table of this.#tables.values()) table.takenBack()
  }

  names(): SpaceId[] {
    return [...this.#tables.keys()]
  }

  /** Returns the greatest number that a space ever had; 0 if there was none. */
  lastId(): number {
    const row = this.#database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'spaces'").get()
    return (row as { readonly seq: number } | undefined)?.seq ?? 0
  }

  find(space: SpaceId): SpaceTable | undefined {
    return this.#tables.get(space)
  }

  /** Returns all spaces by their numbers. */
  byId(): ReadonlyMap<number, SpaceTable> {
    return new Map([...this.#tables.values()].map((table) => [table.id, table]))
  }

  require(space: SpaceId): SpaceTable {
    const table = this.find(space)
    if (!table) throw new StorageError('NO_SPACE', `There is no space "${space}".`)
    return table
  }

  create(space: SpaceId): void {
    if (this.#tables.has(space)) return
    this.#database.prepare('INSERT INTO spaces (name) VALUES (?)').run(space)
    for (const row of this.#rows('main', 'WHERE name = ?', space)) this.#make(row)
  }

  /** Drops a space; the table of a large one stays as an orphan. */
  drop(space: SpaceId): void {
    const table = this.#tables.get(space)
    if (!table) return
    if (table.fileSize.sizeBytes < muchBytes) this.#dropTable(table.id)
    else this.#orphaned.push(table.id)
    this.#forget(space, table)
  }

  clear(): void {
    this.#isCleared = true
    for (const [space, table] of this.#tables) {
      this.#dropTable(table.id)
      this.#forget(space, table)
    }
    for (const id of this.orphans()) this.#dropTable(id)
  }

  #forget(space: SpaceId, { id }: SpaceTable): void {
    this.#database.prepare('DELETE FROM spaces WHERE id = ?').run(id)
    this.#dropped.push(space)
  }

  #dropTable(id: number): void {
    this.#database.exec(`${longDocsSql(id).drop}; DROP TABLE ${tableName(id)}`)
  }

  /** Returns the numbers of spaces that are gone but whose tables remain. */
  orphans(): number[] {
    const ids = new Set([...this.#tables.values()].map(({ id }) => id))
    return this.#tableNumbers().filter((id) => !ids.has(id))
  }

  #tableNumbers(): number[] {
    const tables = this.#database.prepare(tableNumbersSql).all() as { readonly id: number }[]
    return tables.map(({ id }) => id)
  }

  /** Fails as SQLite does if a space has no table: its statements are not prepared before they are needed. */
  #requireTables(rows: readonly SpaceRow[]): void {
    const ids = new Set(this.#tableNumbers())
    for (const { id } of rows) if (!ids.has(id)) this.#database.prepare(measureSql(tableName(id)))
  }

  /** Replaces everything with the contents of an attached database. */
  copyFrom(schema: string): void {
    this.clear()
    for (const row of this.#rows(schema)) {
      const { id, name, records, sizeBytes } = row
      this.#database
        .prepare('INSERT INTO spaces (id, name, records, size_bytes) VALUES (?, ?, ?, ?)')
        .run(id, name, records, sizeBytes)
      this.#make(row)
      this.#copyTable(schema, tableName(id))
      const { create, table } = longDocsSql(id)
      if (!this.#hasTable(schema, table)) continue
      this.#database.exec(create)
      this.#copyTable(schema, table)
    }
  }

  #copyTable(schema: string, table: string): void {
    this.#database.exec(`INSERT INTO main.${table} SELECT * FROM ${schema}.${table}`)
  }

  #hasTable(schema: string, table: string): boolean {
    return (
      this.#database.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE name = ?`).get(table) !== undefined
    )
  }

  /** Puts the transaction's changes into effect; returns the spaces that are gone and the orphans that they left. */
  settle(): { readonly dropped: readonly SpaceTable[]; readonly orphaned: readonly number[] } {
    const { cache } = this.#shared
    // A restored space may have a number that was another's, so the cache is cleared then. Records of dropped spaces
    // waste memory but are overwritten in time; clearing the cache for a few of them would make every other table slow
    // for a while.
    if (this.#isCleared || 2 * this.#droppedBytes() > cache.bytes) cache.clear()
    const dropped = this.#dropped.map((space) => this.require(space))
    for (const space of this.#dropped) this.#tables.delete(space)
    for (const row of this.#made)
      this.#tables.set(row.name, new SpaceTable(this.#database, row, this.#shared))
    const orphaned = this.#orphaned
    this.takeBack()
    return { dropped, orphaned }
  }

  /** Discards the transaction's changes. */
  takeBack(): void {
    this.#dropped = []
    this.#made = []
    this.#orphaned = []
    this.#isCleared = false
  }

  #droppedBytes(): number {
    return this.#dropped.reduce((sum, space) => sum + this.require(space).fileSize.sizeBytes, 0)
  }

  /** Reads the list from the data file. */
  reload(): void {
    this.#tables.clear()
    this.#made = this.#rows('main')
    this.#requireTables(this.#made)
    this.settle()
  }

  #make(row: SpaceRow): void {
    this.#database.exec(createTableSql(row.id))
    this.#made.push(row)
  }

  #rows(schema: string, where = '', ...parameters: string[]): SpaceRow[] {
    return this.#database
      .prepare(`SELECT id, name, records, size_bytes AS sizeBytes FROM ${schema}.spaces ${where}`)
      .all(...parameters) as SpaceRow[]
  }
}
