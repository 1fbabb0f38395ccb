import * as fileSystem from 'node:fs'
import { isFull } from '@monotable/storage-files'

/** Disk space set aside for when there is no other. */
export interface RoomReserve {
  /**
   * Makes sure that there is a reserve if the data file is large enough to be worth it. The reserve takes at most half
   * of the free space, or all of it if the disk is full.
   */
  keep(isDiskFull?: boolean): void
  /** Gives up the reserve; returns whether there was one. */
  release(): boolean
  /** Whether the data file can have this size without taking from the reserve, as far as the system says. */
  leavesRoomFor(fileBytes: number): boolean
}

/**
 * Keeps a file beside the data file whose only purpose is to take up space. On a full disk, SQLite's log may hold a
 * part that the data file has no room to grow for: then the log cannot restart, and not even the tables of dropped
 * spaces can be removed. Refers to nothing outside itself because its source text is passed to a worker.
 */
export function createRoomReserve(
  dataFile: string,
  { rmSync, statfsSync, statSync, writeFileSync }: typeof fileSystem,
): RoomReserve {
  /** More than one part of a batch needs. */
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
    keep(isDiskFull = false) {
      const kept = bytesOf(path)
      if (kept === mostBytes || bytesOf(dataFile) < smallFileBytes) return
      const { bavail, bsize } = statfsSync(dataFile)
      const bytes = Math.min(mostBytes, Math.floor((kept + bavail * bsize) / (isDiskFull ? 1 : 2)))
      if (bytes <= kept || bytes < leastBytes) return
      try {
        writeFileSync(path, new Uint8Array(bytes))
      } catch (error) {
        // There was less room than the system said, for instance because of a quota: leave the last of it to others.
        release()
        throw error
      }
    },
    release,
    leavesRoomFor(fileBytes) {
      const missingBytes = fileBytes - bytesOf(dataFile)
      if (missingBytes <= 0) return true
      const { bavail, bsize } = statfsSync(dataFile)
      return missingBytes <= bavail * bsize
    },
  }
}

/** Gives up a data file's reserve if the failure is a lack of room; returns whether to try again. */
export function giveUpReserve(dataFile: string, failure: unknown): boolean {
  return isFull(failure) && createRoomReserve(dataFile, fileSystem).release()
}
