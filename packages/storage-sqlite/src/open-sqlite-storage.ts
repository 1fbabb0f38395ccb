import * as fileSystem from 'node:fs'
import { existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Storage, StorageError } from '@monotable/engine'
import {
  type Durability,
  loadSqliteDriver,
  lockFileName,
  lockFolder,
  NamedFile,
  openFolder,
  requireAccess,
  type SqliteDatabase,
  type SqliteDriver,
  storageFailure,
  syncFile,
  syncFolder,
  systemFailure,
} from '@monotable/storage-files'
import { createChangeApplier } from './data-file/change-applier.ts'
import { FileWriter } from './data-file/file-writer.ts'
import { createRoomReserve, giveUpReserve } from './data-file/room-reserve.ts'
import { createFiles, unfinishedName } from './file/create-files.ts'
import { dataFileName, journalNames } from './file/file-names.ts'
import { encodeKeyText } from './file/key-text.ts'
import { requireUnused } from './file/require-unused.ts'
import { formatOfTwoJournals, prepareFormat, readFormat, readJournalMark } from './file/store-format.ts'
import { tableName } from './file/table-sql.ts'
import { Journal } from './journal/journal.ts'
import { JournalPair } from './journal/journal-pair.ts'
import { RecordCache } from './memory/record-cache.ts'
import { SqliteStorage } from './sqlite-storage.ts'

/** Where and how to open a store. */
export interface SqliteStorageOptions {
  /** A folder, made if there is none. One store at a time can have it. */
  readonly path: string
  /** `full` unless told otherwise. */
  readonly durability?: Durability
  /** The data file is given what has been written when it comes to so much; 8 MB unless told otherwise. */
  readonly pendingMaxBytes?: number
  /** How much memory may hold what was read or written lately; an eighth of what there is, 1 GB at most. */
  readonly cacheMaxBytes?: number
}

const cacheMostBytes = 2 ** 30
const pendingUsualBytes = 8 * 2 ** 20

/**
 * The data file is given what leaves in so many parts, or more: the disk takes about 10 ms for one, and a write that waits
 * for the journal may have to wait for that.
 */
const leastParts = 16
const partMaxLength = 500_000

/**
 * The part of the cache that holds records as the engine wants them; the rest holds SQLite's pages, all of which SQLite
 * drops whenever the worker has written.
 */
const recordShare = 7 / 8

/**
 * Opens the durable store in a folder.
 *
 * @example
 * const storage = await openSqliteStorage({ path: '.monotable' })
 * await storage.listSpaces() // []
 * await storage.close()
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const driver = await loadSqliteDriver()
  const folder = openFolder(options.path, 'sqlite')
  // SQLite says of all that it cannot open only that; the system says why, and names it.
  requireAccess(folder, [dataFileName, `${dataFileName}-wal`, `${dataFileName}-shm`, lockFileName])
  requireNoLink(folder)
  requireOwnStore(driver, folder)
  const lock = await lockFolder(folder, driver)
  let database: SqliteDatabase | undefined
  let journal: JournalPair | undefined
  let dataFile: NamedFile | undefined
  try {
    removeLeftovers(folder)
    const file = join(folder, dataFileName)
    requireDataFile(folder)
    requireJournals(folder)
    if (!bytesOf(folder, dataFileName)) createFiles(driver, folder)
    // Who was killed, or did not want to, has perhaps not waited for it, and what is read of it from now on counts.
    if (options.durability !== 'off') for (const written of [`${file}-wal`, file]) syncIfThere(written)
    database = openDatabase(driver, file, options)
    // Before there is a log: a store that has one and lacks them has lost them.
    journal = openJournals(folder)
    syncFolder(folder)
    beginLog(database, file)
    dataFile = new NamedFile(file)
    const release = () => lock.release()
    return createStorage({ driver, database, dataFile, journal, folder, options, release })
  } catch (error) {
    database?.close()
    dataFile?.close()
    journal?.close()
    lock.release()
    const failure = systemFailure(storageFailure(error))
    // Who opens it can drop something.
    if (giveUpReserve(join(folder, dataFileName), failure)) return openSqliteStorage(options)
    throw failure
  }
}

/**
 * SQLite makes a file that is not there, and takes an empty one for a new one. But it gets its name when it is whole, after
 * the journals have theirs, and they hold nothing before.
 */
function requireDataFile(folder: string): void {
  const journals = journalNames.map((name) => bytesOf(folder, name))
  const dataBytes = bytesOf(folder, dataFileName)
  const isLost = dataBytes === undefined && journals.some((size) => size)
  if (!isLost && !(dataBytes === 0 && journals.some((size) => size !== undefined))) return
  throw new StorageError(
    'CORRUPT',
    `The file "${dataFileName}" in ${folder} is ${isLost ? 'missing' : 'empty'}, and there are journals beside it, so that ` +
      `it was once there. Put it back from a backup; or, to begin anew, move ${quoted(journalNames)} away, too.`,
  )
}

/**
 * Makes sure that both journals are there if the store was not closed: they may have what was acknowledged, and is in no
 * other file. One that was closed, of whose log nothing is left, can do without, and one of an older format had fewer.
 */
function requireJournals(folder: string): void {
  const missing = journalNames.filter((name) => bytesOf(folder, name) === undefined)
  if (missing.length === 0 || wasClosed(folder)) return
  if (readFormat(join(folder, dataFileName)) < formatOfTwoJournals) return
  throw new StorageError(
    'CORRUPT',
    `The store in ${folder} was not closed, and lacks ${quoted(missing)}: the last writes may be there. Put back what was ` +
      'there; or, to go on without them, make an empty file of each such name.',
  )
}

/**
 * A lock file that is missing cannot tell whether the store is open: who was told that it is may have taken the file for the
 * reason, and removed it.
 */
function requireOwnStore(driver: SqliteDriver, folder: string): void {
  if (bytesOf(folder, lockFileName) !== undefined || wasClosed(folder)) return
  // As long as there is a log, which tells that they have to be there.
  requireJournals(folder)
  requireUnused(driver, folder)
}

/** Whether nothing of the store is outside of its data file, if there is a store. */
function wasClosed(folder: string): boolean {
  const hasLog = bytesOf(folder, `${dataFileName}-wal`) !== undefined
  return !bytesOf(folder, dataFileName) || (!hasLog && journalNames.every((name) => !bytesOf(folder, name)))
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ')
}

/** How long a file is, if it is there. */
function bytesOf(folder: string, name: string): number | undefined {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size
}

function openJournals(folder: string): JournalPair {
  const [first, second] = journalNames.map((name) => join(folder, name)) as [string, string]
  const journal = new Journal(first)
  try {
    return new JournalPair(journal, new Journal(second))
  } catch (error) {
    journal.close()
    throw error
  }
}

function cacheBytesOf({ cacheMaxBytes }: SqliteStorageOptions): number {
  return cacheMaxBytes ?? Math.min(cacheMostBytes, memoryBytes() / 8)
}

/** The machine's memory, or what a container may have of it, which Node calls 0 or immense if there is no limit. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

function openDatabase(driver: SqliteDriver, file: string, options: SqliteStorageOptions): SqliteDatabase {
  const database = driver.open(file)
  const pageKilobytes = Math.ceil((cacheBytesOf(options) * (1 - recordShare)) / 1_024)
  try {
    database.exec(`PRAGMA busy_timeout = 60000; PRAGMA synchronous = ${synchronousOf(options)}`)
    prepareFormat(database, file)
    database.exec(`
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA cache_size = -${pageKilobytes};
      PRAGMA temp_store = MEMORY;
      PRAGMA cell_size_check = ON;
    `)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function beginLog(database: SqliteDatabase, file: string): void {
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { readonly journal_mode: string }
  if (mode.journal_mode !== 'wal') {
    throw new StorageError('IO', `${file} is on a file system that cannot hold a write-ahead log.`)
  }
}

interface StorageParts {
  readonly driver: SqliteDriver
  readonly database: SqliteDatabase
  readonly dataFile: NamedFile
  readonly journal: JournalPair
  readonly folder: string
  readonly options: SqliteStorageOptions
  release(): void
}

function createStorage(parts: StorageParts): Storage {
  const { driver, database, dataFile, journal, folder, options, release } = parts
  const { durability = 'full', pendingMaxBytes = pendingUsualBytes } = options
  const partLength = Math.min(partMaxLength, pendingMaxBytes / leastParts)
  const reserve = createRoomReserve(dataFile.path, fileSystem)
  const applier = createChangeApplier(database, { tableName, encodeKeyText, partLength, reserve })
  const task = {
    moduleName: driver.moduleName,
    from: driver.file,
    file: dataFile.path,
    store: readJournalMark(database).store,
    synchronous: synchronousOf(options),
    partLength,
  }
  return new SqliteStorage({
    database,
    dataFile,
    journal,
    folder,
    cache: new RecordCache(cacheBytesOf(options) * recordShare),
    applier,
    durability,
    pendingMaxBytes,
    createFileWriter: (onFailure) => new FileWriter({ task, applier }, onFailure),
    release,
  })
}

/** What is given to the data file has to be durable there before the journal is written over. */
function synchronousOf({ durability }: SqliteStorageOptions): string {
  return durability === 'off' ? 'OFF' : 'FULL'
}

/**
 * SQLite has its log beside the file that a link leads to, and nobody here would look for it there; and another folder may
 * have a link to the same file.
 */
function requireNoLink(folder: string): void {
  if (!lstatSync(join(folder, dataFileName), { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StorageError(
    'IO',
    `The file "${dataFileName}" in ${folder} is a link, and the files of a store have to be in one folder. Put the file in ` +
      'its place; the folder itself may be a link.',
  )
}

function syncIfThere(file: string): void {
  if (existsSync(file)) syncFile(file)
}

/** Snapshots are for the store that made them, and half a data file is for nobody; who is killed leaves them behind. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^snapshot-\d+\.sqlite/.test(name) || name.startsWith(unfinishedName))
      rmSync(join(folder, name), { force: true })
  }
}
