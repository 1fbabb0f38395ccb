import * as fileSystem from 'node:fs'
import { isFull } from '@monotable/storage-files'

/** Some room on the disk that is kept for when there is no other. */
export interface RoomReserve {
  /**
   * Makes sure that there is a reserve, if the data file is large enough to be worth it; half of what is free at most,
   * unless little is.
   */
  keep(isShort?: boolean): void
  /** Gives it up; tells whether there was any. */
  release(): boolean
}

/**
 * Keeps a file beside the data file that has nothing in it but room. On a full disk, SQLite's log may hold a part that the
 * data file has no room to grow for: then the log cannot be begun anew, and not even what a dropped space has left can be
 * removed. It refers to nothing outside itself, since a worker is given its text.
 */
export function createRoomReserve(
  dataFile: string,
  { rmSync, statfsSync, statSync, writeFileSync }: typeof fileSystem,
): RoomReserve {
  /** More than a part comes to. */
  const mostBytes = 4 * 2 ** 20
  const leastBytes = 2 ** 18
  const smallFileBytes = 2 * mostBytes
  const path = `${dataFile}-reserve`

  function bytesOf(file: string): number {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0
  }

  function release(): boolean {
    const isThere = bytesOf(path) > 0
    rmSync(path, { force: true })
    return isThere
  }

  return {
    keep(isShort = false) {
      const kept = bytesOf(path)
      if (kept === mostBytes || bytesOf(dataFile) < smallFileBytes) return
      const { bavail, bsize } = statfsSync(dataFile)
      const bytes = Math.min(mostBytes, Math.floor((kept + bavail * bsize) / (isShort ? 1 : 2)))
      if (bytes <= kept || bytes < leastBytes) return
      try {
        writeFileSync(path, new Uint8Array(bytes))
      } catch (error) {
        // There was less than the system said, as where a user may have so much: the last of it is for others.
        release()
        throw error
      }
    },
    release,
  }
}

/** If something has failed for want of room, gives up the reserve of a data file; tells whether to try again. */
export function giveUpReserve(dataFile: string, failure: unknown): boolean {
  return isFull(failure) && createRoomReserve(dataFile, fileSystem).release()
}
