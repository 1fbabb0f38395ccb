import * as fileSystem from 'node:fs'
import { existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBytes, type Storage, StorageError } from '@monotable/engine'
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
import { pendingLimit } from './data-file/pending-limit.ts'
import { createRoomReserve, giveUpReserve } from './data-file/room-reserve.ts'
import { createFiles, unfinishedName } from './file/create-files.ts'
import { fileLayout } from './file/file-layout.ts'
import { dataFileName, journalNames } from './file/file-names.ts'
import { requireUnused } from './file/require-unused.ts'
import { formatOfTwoJournals, prepareFormat, readFormat, readJournalMark } from './file/store-format.ts'
import { Journal } from './journal/journal.ts'
import { JournalPair } from './journal/journal-pair.ts'
import { RecordCache } from './memory/record-cache.ts'
import { SqliteStorage } from './sqlite-storage.ts'

/** Where and how to open a store. */
export interface SqliteStorageOptions {
  /** A folder, created if it does not exist. Only one store at a time can have it open. */
  readonly path: string
  /** `full` by default. */
  readonly durability?: Durability
  /**
   * The size of written changes at which they are handed to the data file; 8 MB by default, and less where there is
   * little room.
   */
  readonly pendingMaxBytes?: number
  /**
   * The most memory for recently read or written records; by default an eighth of the available memory, at most 1 GB.
   */
  readonly cacheMaxBytes?: number
}

const cacheMostBytes = 2 ** 30
const pendingUsualBytes = 8 * 2 ** 20

/**
 * Changes are written to the data file in at least this many parts: the disk takes about 10 ms for one, and a write
 * that waits for the journal may have to wait for that.
 */
const leastParts = 16
const partMaxLength = 500_000

/**
 * The share of the cache that holds records in the form the engine wants; the rest holds SQLite's pages, all of which
 * SQLite drops whenever the worker has written.
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
export function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  return openStore(options, false)
}

async function openStore(options: SqliteStorageOptions, isReserveGivenUp: boolean): Promise<Storage> {
  const driver = await loadSqliteDriver()
  const folder = openFolder(options.path, 'sqlite')
  // SQLite says only that it cannot open a file; the system says why, and names the file.
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
    // A process that was killed, or chose not to, may not have waited for the disk, and what is read from now on
    // counts.
    if (options.durability !== 'off') for (const written of [`${file}-wal`, file]) syncIfThere(written)
    // The journals come before the log, which opening the database creates: a store that has a log but no journals has
    // lost them. A store that was closed may lack them; only once its format is known are they created there.
    const hasJournals = journalNames.every((name) => bytesOf(folder, name) !== undefined)
    if (hasJournals) syncFolder(folder)
    database = openDatabase(driver, file, options)
    journal = openJournals(folder)
    if (!hasJournals) syncFolder(folder)
    beginLog(database, file)
    // What the journals hold must not take the room that removals need.
    if (isReserveGivenUp) createRoomReserve(file, fileSystem).keep(true)
    dataFile = new NamedFile(file)
    const release = () => lock.release()
    return createStorage({ driver, database, dataFile, journal, folder, options, release })
  } catch (error) {
    database?.close()
    dataFile?.close()
    journal?.close()
    lock.release()
    const failure = systemFailure(storageFailure(error))
    // Once the store is open, the caller can drop something.
    if (giveUpReserve(join(folder, dataFileName), failure)) return openStore(options, true)
    throw failure
  }
}

/**
 * Refuses a folder whose data file was lost. SQLite creates a missing file and takes an empty one for a new database.
 * But the data file gets its name when it is complete, after the journals have theirs, and the journals are empty until
 * then.
 */
function requireDataFile(folder: string): void {
  const journals = journalNames.map((name) => bytesOf(folder, name))
  const dataBytes = bytesOf(folder, dataFileName)
  const isLost = dataBytes === undefined && journals.some((size) => size)
  if (!isLost && !(dataBytes === 0 && journals.some((size) => size !== undefined))) return
  throw new StorageError(
    'CORRUPT',
    `The file "${dataFileName}" in ${folder} is ${isLost ? 'missing' : 'empty'}, although there are journals beside it. ` +
      `Restore it from a backup; or, to start over, move ${quoted(journalNames)} away as well.`,
  )
}

/**
 * Makes sure that both journals are there if the store was not closed: they may hold acknowledged writes that are in no
 * other file. A store that was closed, so that no log is left, can do without them, and one of an older format had only
 * one.
 */
function requireJournals(folder: string): void {
  const missing = journalNames.filter((name) => bytesOf(folder, name) === undefined)
  if (missing.length === 0 || wasClosed(folder)) return
  if (readFormat(join(folder, dataFileName)) < formatOfTwoJournals) return
  throw new StorageError(
    'CORRUPT',
    `The store in ${folder} was not closed, and lacks ${quoted(missing)}, which may hold the last writes. Put back ` +
      'what was there; or, to continue without those writes, create an empty file for each missing name.',
  )
}

/**
 * Without a lock file nothing tells whether the store is open: somebody who was told that it is may have taken the lock
 * file for the reason and removed it.
 */
function requireOwnStore(driver: SqliteDriver, folder: string): void {
  if (bytesOf(folder, lockFileName) !== undefined || wasClosed(folder)) return
  // The log proves that the journals must exist, so check before it is gone.
  requireJournals(folder)
  requireUnused(driver, folder)
}

/** Whether the data file, if there is one, holds everything. */
function wasClosed(folder: string): boolean {
  const hasLog = bytesOf(folder, `${dataFileName}-wal`) !== undefined
  return !bytesOf(folder, dataFileName) || (!hasLog && journalNames.every((name) => !bytesOf(folder, name)))
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ')
}

/** Returns the size of a file; `undefined` if it does not exist. */
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
  const applier = createChangeApplier(database, { layout: fileLayout, partLength, reserve })
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
    pendingMaxBytes: () => pendingLimit(dataFile.path, pendingMaxBytes),
    createFileWriter: (onFailure) => new FileWriter({ task, applier }, onFailure),
    release,
  })
}

/** Changes must be durable in the data file before the journal is overwritten. */
function synchronousOf({ durability }: SqliteStorageOptions): string {
  return durability === 'off' ? 'OFF' : 'FULL'
}

/**
 * Refuses a data file that is a link. SQLite keeps its log beside the file that a link leads to, where nobody here
 * would look for it; and another folder may have a link to the same file.
 */
function requireNoLink(folder: string): void {
  if (!lstatSync(join(folder, dataFileName), { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StorageError(
    'IO',
    `The file "${dataFileName}" in ${folder} is a link, but the files of a store have to be in one folder. Replace the link ` +
      'with the file itself; the folder may be a link.',
  )
}

function syncIfThere(file: string): void {
  if (existsSync(file)) syncFile(file)
}

/**
 * Removes what a killed process left behind: snapshots are of use only to the store that made them, and an unfinished
 * data file to nobody.
 */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^snapshot-\d+\.sqlite/.test(name) || name.startsWith(unfinishedName))
      rmSync(join(folder, name), { force: true })
  }
}
