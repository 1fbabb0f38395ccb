import type { SqliteDatabase } from '@monotable/storage-files'

/** How the data file becomes smaller when much was removed from it. */
export interface RoomReturner {
  /** Whether so much of the file is free that it is worth while. */
  isDue(): boolean
  /** Gives some of that room back to the disk; tells whether that was the last of it. */
  returnSome(): boolean
}

/**
 * Gives the disk back what nothing in the data file uses any more, a part at a time: SQLite moves the last pages of the
 * file into those that are free, and the next checkpoint cuts the file off behind them. A quarter of the file stays free,
 * for what is written next. It refers to nothing outside itself, since a worker is given its text.
 */
export function createRoomReturner(database: SqliteDatabase): RoomReturner {
  /** A file that is not larger than this, in pages, is left alone. */
  const smallPages = 2_048
  /** A part should take about so long, and takes in no more than so many pages: files are cut off behind many slowly. */
  const partMs = 5
  const partMaxPages = 256
  let partPages = 32
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { readonly synchronous: number }

  /** The pages that can be given back until so large a share of the file is free; none in a file of before format 4. */
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
      // What a crash takes back of it is given back again, so that nobody has to wait for the disk.
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
