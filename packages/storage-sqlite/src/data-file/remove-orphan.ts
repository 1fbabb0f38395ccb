import type { SqliteDatabase } from '@monotable/storage-files'
import type { FileLayout } from '../file/file-layout.ts'

/** Removes orphans: tables of spaces that are gone. */
export interface OrphanRemover {
  /** Removes a part of a space's table; returns whether that was the last of it. */
  removeSome(space: number): boolean
}

/**
 * Removes the tables of large dropped spaces a part at a time: SQLite looks at every page of a table that it drops,
 * which takes a second per gigabyte, and writers would have to wait meanwhile. Refers to nothing outside itself because
 * its source text is passed to a worker.
 */
export function createOrphanRemover(
  database: SqliteDatabase,
  { tableName, longDocsSql }: Pick<FileLayout, 'tableName' | 'longDocsSql'>,
): OrphanRemover {
  /** The time that removing one part should take. */
  const partMs = 5
  let partRecords = 100
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { readonly synchronous: number }

  /** Removes some of the long documents; returns whether that was the last of them. */
  function removeDocs(space: number): boolean {
    const { table, drop } = longDocsSql(space)
    if (!isThere(table)) return true
    const next = database.prepare(`SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET ${partRecords}`).get()
    if (next) {
      database.prepare(`DELETE FROM ${table} WHERE id < ?`).get((next as { readonly id: number }).id)
      return false
    }
    database.exec(drop)
    return true
  }

  /** Removes some of the rows; returns whether that was the last of them. */
  function removeRows(space: number): boolean {
    const name = tableName(space)
    const next = database
      .prepare(`SELECT partition, sort FROM ${name} ORDER BY partition, sort LIMIT 1 OFFSET ${partRecords}`)
      .get() as { readonly partition: string; readonly sort: string } | undefined
    if (!next) {
      database.exec(`DROP TABLE ${name}`)
      return true
    }
    const { partition, sort } = next
    database.prepare(`DELETE FROM ${name} WHERE (partition, sort) < (?, ?)`).get(partition, sort)
    return false
  }

  function isThere(table: string): boolean {
    return database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
  }

  /** A space may be back, with the same number, if a snapshot of it was restored. */
  function isOrphan(space: number): boolean {
    return isThere(tableName(space)) && !database.prepare('SELECT 1 FROM spaces WHERE id = ?').get(space)
  }

  function transact<Result>(work: () => Result): Result {
    try {
      // Parts lost in a crash are removed again later, so there is no need to wait for the disk.
      database.exec(`PRAGMA synchronous = ${Math.min(synchronous, 1)}; BEGIN IMMEDIATE`)
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      try {
        database.exec('ROLLBACK')
      } catch {
        // SQLite has already rolled back, as it does after some failures, or has not begun.
      }
      throw error
    } finally {
      database.exec(`PRAGMA synchronous = ${synchronous}`)
    }
  }

  return {
    removeSome(space) {
      const startMs = performance.now()
      const isDone = transact(() => !isOrphan(space) || (removeDocs(space) && removeRows(space)))
      partRecords = Math.ceil((partRecords * partMs) / Math.max(performance.now() - startMs, partMs / 2))
      return isDone
    },
  }
}
