import * as fileSystem from 'node:fs'
import { isFull } from '@monotable/storage-files'

/** Disk space set aside for when there is no other. */
export interface RoomReserve {
  /**
   * Makes sure that there is a reserve if the data file is large enough to be worth it, or the disk nearly full. The
   * reserve takes at most half of the free space, or all of it if the disk is full.
   */
  keep(isDiskFull?: boolean): void
  /** Gives up the reserve; returns whether there was one. */
  release(): boolean
  /**
   * Whether the data file can have this size without taking from the reserve, as far as the system says. By the time
   * that the file grows, the journals may have taken the room, so on a disk that is nearly full there has to be a
   * reserve, which is kept now.
   */
  leavesRoomFor(fileBytes: number): boolean
  /** Whether the journals may take all free space before anything is next written to the data file. */
  isRoomScarce(): boolean
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
  /** With less free space than this, the disk counts as nearly full. */
  const littleBytes = 2 * mostBytes
  /** More than the journals usually take. */
  const scarceBytes = 48 * 2 ** 20
  const path = `${dataFile}-reserve`

  function bytesOf(file: string): number {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0
  }

  function freeBytes(): number {
    const { bavail, bsize } = statfsSync(dataFile)
    return bavail * bsize
  }

  function keep(isDiskFull = false): void {
    const kept = bytesOf(path)
    if (kept === mostBytes) return
    const free = freeBytes()
    if (bytesOf(dataFile) < smallFileBytes && free >= littleBytes) return
    const bytes = Math.min(mostBytes, Math.floor((kept + free) / (isDiskFull ? 1 : 2)))
    if (bytes <= kept || bytes < leastBytes) return
    try {
      writeFileSync(path, new Uint8Array(bytes))
    } catch (error) {
      // There was less room than the system said, for instance because of a quota: leave the last of it to others.
      release()
      throw error
    }
  }

  function isKept(): boolean {
    try {
      keep()
    } catch {
      // There may still be the one from before.
    }
    return bytesOf(path) > 0
  }

  function release(): boolean {
    const isThere = bytesOf(path) > 0
    rmSync(path, { force: true })
    return isThere
  }

  return {
    keep,
    release,
    leavesRoomFor(fileBytes) {
      const missingBytes = fileBytes - bytesOf(dataFile)
      if (missingBytes <= 0) return true
      return (freeBytes() >= littleBytes || isKept()) && missingBytes <= freeBytes()
    },
    isRoomScarce() {
      try {
        return freeBytes() < scarceBytes
      } catch {
        // Not all systems say how much is free.
        return false
      }
    },
  }
}

/** Gives up a data file's reserve if the failure is a lack of room; returns whether to try again. */
export function giveUpReserve(dataFile: string, failure: unknown): boolean {
  return isFull(failure) && createRoomReserve(dataFile, fileSystem).release()
}
