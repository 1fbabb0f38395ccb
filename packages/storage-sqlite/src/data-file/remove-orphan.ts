import type { SqliteDatabase } from '@monotable/storage-files'

/** How an orphan, the table of a space that is gone, is removed. */
export interface OrphanRemover {
  /** Removes some of the table of a space; tells whether that was the last of it. */
  removeSome(space: number): boolean
}

/**
 * Removes the tables of large spaces that were dropped, a part at a time: SQLite looks at every page of a table that it
 * drops, which takes a second for a gigabyte, and whoever writes meanwhile would wait. It refers to nothing outside
 * itself, since a worker is given its text.
 */
export function createOrphanRemover(
  database: SqliteDatabase,
  tableName: (space: number) => string,
): OrphanRemover {
  /** A part should take about so long. */
  const partMs = 5
  let partRecords = 100
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { readonly synchronous: number }

  function removePart(name: string): boolean {
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

  /** A space that a snapshot was taken of may be there again, with the same number. */
  function isOrphan(space: number): boolean {
    const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(tableName(space))
    return isThere !== undefined && !database.prepare('SELECT 1 FROM spaces WHERE id = ?').get(space)
  }

  function transact<Result>(work: () => Result): Result {
    try {
      // What a crash takes back of it is removed again, so that nobody has to wait for the disk.
      database.exec(`PRAGMA synchronous = ${Math.min(synchronous, 1)}; BEGIN IMMEDIATE`)
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      try {
        database.exec('ROLLBACK')
      } catch {
        // SQLite has rolled back already, as it does after some failures, or has not begun.
      }
      throw error
    } finally {
      database.exec(`PRAGMA synchronous = ${synchronous}`)
    }
  }

  return {
    removeSome(space) {
      const startMs = performance.now()
      const isDone = transact(() => !isOrphan(space) || removePart(tableName(space)))
      partRecords = Math.ceil((partRecords * partMs) / Math.max(performance.now() - startMs, partMs / 2))
      return isDone
    },
  }
}
