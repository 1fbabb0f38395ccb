import { type SpaceId, StorageError } from '@monotable/engine'
import type { RecordCache } from './record-cache.ts'
import { createTableSql, type SpaceRow, SpaceTable, tableName } from './space-table.ts'
import type { SqliteDatabase } from './sqlite-driver.ts'

/**
 * The spaces of a store, as the table `spaces` lists them. What changes the list is made within a transaction
 * of the caller's, and holds here once the caller says `settle`.
 */
export class SpaceDirectory {
  readonly #database: SqliteDatabase
  readonly #cache: RecordCache
  #tables = new Map<SpaceId, SpaceTable>()

  constructor(database: SqliteDatabase, cache: RecordCache) {
    this.#database = database
    this.#cache = cache
    this.settle()
  }

  /** Forgets records that were kept: some of them may have been part of a group that failed. */
  forgetRecords(): void {
    this.#cache.clear()
  }

  names(): SpaceId[] {
    return [...this.#tables.keys()]
  }

  /** The numbers of all spaces. */
  ids(): ReadonlySet<number> {
    return new Set([...this.#tables.values()].map(({ id }) => id))
  }

  require(space: SpaceId): SpaceTable {
    const table = this.#tables.get(space)
    if (!table) throw new StorageError('NO_SPACE', `There is no space "${space}".`)
    return table
  }

  create(space: SpaceId): void {
    if (this.#tables.has(space)) return
    this.#database.prepare('INSERT INTO spaces (name) VALUES (?)').run(space)
    const [row] = this.#rows('main', 'WHERE name = ?', space)
    if (row) this.#database.exec(createTableSql(row.id))
  }

  drop(space: SpaceId): void {
    const table = this.#tables.get(space)
    if (!table) return
    this.#database.exec(`DROP TABLE ${tableName(table.id)}`)
    this.#database.prepare('DELETE FROM spaces WHERE id = ?').run(table.id)
  }

  clear(): void {
    for (const space of this.#tables.keys()) this.drop(space)
  }

  /** Replaces everything by what an attached database holds. */
  copyFrom(schema: string): void {
    this.clear()
    for (const { id, name, records, sizeBytes } of this.#rows(schema)) {
      this.#database
        .prepare('INSERT INTO spaces (id, name, records, size_bytes) VALUES (?, ?, ?, ?)')
        .run(id, name, records, sizeBytes)
      this.#database.exec(createTableSql(id))
      this.#database.exec(
        `INSERT INTO main.${tableName(id)} SELECT * FROM ${schema}.${tableName(id)} ORDER BY partition, sort`,
      )
    }
  }

  /** Takes up what a transaction has changed. */
  settle(): void {
    this.#cache.clear()
    const tables = new Map<SpaceId, SpaceTable>()
    for (const row of this.#rows('main')) {
      const known = this.#tables.get(row.name)
      if (known?.id === row.id) known.arrived(row)
      tables.set(row.name, known?.id === row.id ? known : new SpaceTable(this.#database, row, this.#cache))
    }
    this.#tables = tables
  }

  #rows(schema: string, where = '', ...parameters: string[]): SpaceRow[] {
    return this.#database
      .prepare(`SELECT id, name, records, size_bytes AS sizeBytes FROM ${schema}.spaces ${where}`)
      .all(...parameters) as SpaceRow[]
  }
}
