import type { SqliteDatabase } from '@monotable/storage-files'

/** Shrinks the data file after much was removed from it. */
export interface RoomReturner {
  /** Whether enough of the file is free to make it worthwhile. */
  isDue(): boolean
  /** Returns some of the free room to the disk; returns whether that was the last of it. */
  returnSome(): boolean
}

/**
 * Returns unused room in the data file to the disk, a part at a time: SQLite moves the last pages of the file into free
 * ones, and the next checkpoint truncates the file behind them. A quarter of the file stays free for the next writes.
 * Refers to nothing outside itself because its source text is passed to a worker.
 */
export function createRoomReturner(database: SqliteDatabase): RoomReturner {
  /** A file of up to this many pages is left alone. */
  const smallPages = 2_048
  /** The time that a part should take, and the most pages in it: cutting many pages off a file is slow. */
  const partMs = 5
  const partMaxPages = 256
  let partPages = 32
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { readonly synchronous: number }

  /** How many pages can be returned until this share of the file is free; 0 for a file from before format 4. */
  function pagesBeyond(share: number): number {
    const { all, free, mode } = database
      .prepare(
        `SELECT (SELECT page_count FROM pragma_page_count) AS "all",
                (SELECT freelist_count FROM pragma_freelist_count) AS free,
                (SELECT auto_vacuum FROM pragma_auto_vacuum) AS mode`,
      )
      .get() as { readonly all: number; readonly free: number; readonly mode: number }
    const used = all - free
    const goal = Math.max(smallPages, Math.ceil(used / (1 - share)))
    return mode === 2 ? Math.max(0, Math.min(free, all - goal)) : 0
  }

  return {
    isDue: () => pagesBeyond(1 / 2) > 0,
    returnSome() {
      const pages = Math.min(partPages, pagesBeyond(1 / 4))
      if (pages === 0) return true
      const startMs = performance.now()
      // What a crash undoes is returned again later, so there is no need to wait for the disk.
      database.exec(`PRAGMA synchronous = ${Math.min(synchronous, 1)}`)
      try {
        database.exec(`PRAGMA incremental_vacuum(${pages})`)
      } finally {
        database.exec(`PRAGMA synchronous = ${synchronous}`)
      }
      const ms = Math.max(performance.now() - startMs, partMs / 2)
      partPages = Math.min(partMaxPages, Math.ceil((pages * partMs) / ms))
      return false
    },
  }
}
