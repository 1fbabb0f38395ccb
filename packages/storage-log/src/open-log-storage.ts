import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBytes, type Storage, StorageError } from '@monotable/engine'
import {
  type Durability,
  lockFileName,
  lockFolder,
  openFolder,
  requireAccess,
  storeFileNames,
  syncFile,
  syncFolder,
  systemFailure,
} from '@monotable/storage-files'
import { checkpointFormat } from './checkpoint/checkpoint-format.ts'
import { writeCheckpoint } from './checkpoint/write-checkpoint.ts'
import { DocumentMemory } from './document-memory.ts'
import { LiveBytes } from './log/live-bytes.ts'
import { SegmentLog } from './log/segment-log.ts'
import { LogSpaces } from './log-spaces.ts'
import { LogStorage } from './log-storage.ts'
import { LogWriter } from './log-writer.ts'
import { recoverStore } from './recover.ts'
import { Upkeep } from './upkeep.ts'

/** Where and how to open a store. */
export interface LogStorageOptions {
  /** A folder, created if it does not exist. Only one store at a time can have it open. */
  readonly path: string
  /** `full` by default. */
  readonly durability?: Durability
  /** The size of a log file at which the next one is begun; 32 MB by default. */
  readonly segmentBytes?: number
  /** The most memory for recently read documents; by default an eighth of the available memory, at most 1 GB. */
  readonly cacheMaxBytes?: number
  /** How many files of the log are held open at most, besides the one being written; 128 by default. */
  readonly openFilesMax?: number
}

const segmentUsualBytes = 32 * 2 ** 20
const cacheMostBytes = 2 ** 30
const openFilesUsual = 128

/** The share of the cache that holds documents beside their keys; the rest holds blocks of the log's files. */
const heldShare = 7 / 8

/** The names of our files. */
const ownFile = /^(log-index|log-\d+|lock\.sqlite)$/

/** The checkpoint, which says where each record is. */
const checkpointName = storeFileNames.log

/**
 * Opens the store in a folder whose data is a log: writing an item takes one write of a few hundred bytes, however many
 * items there are. All keys have to fit into memory, and are read when the store is opened.
 *
 * @example
 * const storage = await openLogStorage({ path: '.monotable' })
 * await storage.listSpaces() // []
 * await storage.close()
 */
export async function openLogStorage(options: LogStorageOptions): Promise<Storage> {
  const folder = openFolder(options.path, 'log')
  requireAccess(
    folder,
    readdirSync(folder).filter((name) => ownFile.test(name)),
  )
  requireLockFile(folder)
  const lock = await lockFolder(folder)
  try {
    return await openLocked(folder, options, () => lock.release())
  } catch (error) {
    lock.release()
    throw systemFailure(error)
  }
}

/**
 * Without a lock file nothing tells whether the store is open: somebody who was told that it is may have taken the lock
 * file for the reason and removed it.
 */
function requireLockFile(folder: string): void {
  if (!existsSync(join(folder, checkpointName)) || existsSync(join(folder, lockFileName))) return
  throw new StorageError(
    'LOCKED',
    `The file "${lockFileName}" in ${folder} is missing, so it is not known whether another process has the store open. ` +
      'If none has, create an empty file with that name, then open the store again.',
  )
}

async function openLocked(folder: string, options: LogStorageOptions, release: () => void): Promise<Storage> {
  const { durability = 'full', segmentBytes = segmentUsualBytes, cacheMaxBytes = usualCacheBytes() } = options
  const { openFilesMax = openFilesUsual } = options
  const file = join(folder, checkpointName)
  rmSync(`${file}.new`, { force: true })
  const isDurable = durability !== 'off'
  if (!existsSync(file)) await createStore(folder, file, isDurable)
  const cacheBytes = cacheMaxBytes * (1 - heldShare)
  const log = new SegmentLog({ folder, segmentBytes, cacheBytes, openFilesMax })
  try {
    const memory = new DocumentMemory(cacheMaxBytes * heldShare)
    const spaces = new LogSpaces({ live: new LiveBytes(), memory, read: (place) => log.read(place) })
    const { head, number, nextPosition } = await recoverStore(file, log, spaces)
    if (isDurable) {
      // A process that was killed, or chose not to, may not have waited for the disk.
      syncFile(file)
      log.secure(head.isDurable ? head.segment : 0)
    }
    const { store } = head
    const wakeUpkeep = () => upkeep.wake()
    const counts = { store, number, nextPosition }
    const writer = new LogWriter({ log, spaces, durability, ...counts, wakeUpkeep })
    const upkeep = new Upkeep({ log, spaces, writer, file, head, segmentBytes, isDurable })
    return new LogStorage({ log, spaces, writer, upkeep, release })
  } catch (error) {
    log.close()
    throw error
  }
}

/**
 * Creates an empty store. The store exists once it has its first checkpoint, which takes effect after the log file that
 * it names.
 */
async function createStore(folder: string, file: string, isDurable: boolean): Promise<void> {
  const others = readdirSync(folder).filter((name) => /^log-\d+$/.test(name))
  if (others.some((name) => statSync(join(folder, name)).size > 0)) throw lostCheckpoint(folder)
  closeSync(openSync(join(folder, 'log-1'), 'a', 0o644))
  const head = {
    format: checkpointFormat,
    store: randomBytes(6).readUIntBE(0, 6),
    segment: 1,
    offset: 0,
    number: 0,
    nextPosition: 1,
    lastSpace: 0,
    isDurable,
    spaces: [],
  }
  await writeCheckpoint({
    file,
    head,
    spaces: [],
    isDurable,
    // A power loss must not leave a checkpoint that names a file which is not there.
    beforeItCounts: async () => {
      if (isDurable) syncFolder(folder)
    },
    syncNames: () => syncFolder(folder),
    pace: () => 1,
    isStopped: () => false,
  })
}

function lostCheckpoint(folder: string): StorageError {
  return new StorageError(
    'CORRUPT',
    `The file "${checkpointName}" in ${folder} is missing, although there are log files beside it. ` +
      'Restore it from a backup; or, to start over, move the log files away as well.',
  )
}

function usualCacheBytes(): number {
  return Math.min(cacheMostBytes, memoryBytes() / 8)
}
