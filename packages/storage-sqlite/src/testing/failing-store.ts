import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import { type Durability, loadSqliteDriver, NamedFile, type SqliteDatabase } from '@monotable/storage-files'
import { createChangeApplier } from '../data-file/change-applier.ts'
import { type FileWrite, FileWriter, type FileWriterOptions } from '../data-file/file-writer.ts'
import { fileLayout } from '../file/file-layout.ts'
import { prepareFormat, readJournalMark } from '../file/store-format.ts'
import { Journal } from '../journal/journal.ts'
import { JournalPair } from '../journal/journal-pair.ts'
import { RecordCache } from '../memory/record-cache.ts'
import { SqliteStorage } from '../sqlite-storage.ts'

/** What fails, as long as it is set. */
export interface Failures {
  /** A commit of SQLite fails with this result code. */
  commit?: number | undefined
  /** How many commits succeed before that. */
  commitsBefore?: number
  /** How many reads succeed before one fails. */
  read?: number | undefined
  /** A write or a sync of the journal fails with this error of the system. */
  append?: string | undefined
  sync?: string | undefined
  /** What the disk waits for before it answers to what it is asked from now on. */
  answer?: Promise<void>
  /** Called when the data file has everything; its promise is awaited before the arrival is reported. */
  onArrival?: () => Promise<void>
}

class SlowFileWriter extends FileWriter {
  readonly #failures: Failures

  constructor(options: FileWriterOptions, onFailure: (error: unknown) => void, failures: Failures) {
    super(options, onFailure)
    this.#failures = failures
  }

  override async write(write: FileWrite): Promise<void> {
    await super.write(write)
    await this.#failures.onArrival?.()
  }
}

class FailingJournals extends JournalPair {
  readonly failures: Failures

  constructor(first: Journal, second: Journal, failures: Failures) {
    super(first, second)
    this.failures = failures
  }

  override append(...args: Parameters<JournalPair['append']>): void {
    if (this.failures.append)
      throw new StorageError(this.failures.append === 'ENOSPC' ? 'FULL' : 'IO', 'refused')
    super.append(...args)
  }

  override async sync(): Promise<void> {
    const { answer } = this.failures
    await super.sync()
    await answer
    if (this.failures.sync) throw new StorageError('IO', 'refused')
  }
}

export interface FailingStore {
  readonly storage: SqliteStorage
  readonly failures: Failures
  readonly folder: string
}

export interface FailingStoreOptions {
  /** The folder in which the store's folder is created unless it exists. */
  readonly root: string
  readonly folder?: string
  /** What fails from the start. */
  readonly failures?: Failures
  readonly pendingMaxBytes: number
  /** Without a worker, this thread does the writing, with the connection that fails. */
  readonly hasWorker?: boolean
  readonly cacheMaxBytes?: number
  readonly durability?: Durability
}

/** Opens a store with a space `s` that fails when a test says so. */
export async function openFailingStore(options: FailingStoreOptions): Promise<FailingStore> {
  const { root, pendingMaxBytes, hasWorker = false, cacheMaxBytes = 1_000_000 } = options
  const { durability = 'full', failures = {} } = options
  const { moduleName, open } = await loadSqliteDriver()
  const folder = options.folder ?? mkdtempSync(join(root, 'store-'))
  const file = join(folder, 'data.sqlite')
  const journals = ['journal', 'journal-2'].map((name) => new Journal(join(folder, name)))
  const journal = new FailingJournals(...(journals as [Journal, Journal]), failures)
  const database = withFailures(open(file), failures)
  prepareFormat(database, file)
  database.exec('PRAGMA journal_mode = WAL')
  const reserve = {
    keep: () => {},
    release: () => false,
    leavesRoomFor: () => true,
    isRoomScarce: () => false,
  }
  const applier = createChangeApplier(database, { layout: fileLayout, partLength: 1_000, reserve })
  const task = {
    moduleName: hasWorker ? moduleName : 'none',
    from: import.meta.url,
    file,
    store: readJournalMark(database).store,
    synchronous: 'FULL',
    partLength: 1_000,
  }
  const storage = new SqliteStorage({
    database,
    journal,
    dataFile: new NamedFile(file),
    folder,
    cache: new RecordCache(cacheMaxBytes),
    applier,
    durability,
    pendingMaxBytes: () => pendingMaxBytes,
    createFileWriter: (onFailure) => new SlowFileWriter({ task, applier }, onFailure, failures),
    release: () => {},
  })
  if (!options.folder) await storage.createSpace('s')
  return { storage, failures, folder }
}

function withFailures(real: SqliteDatabase, failures: Failures): SqliteDatabase {
  return {
    exec: (sql) => real.exec(sql),
    function: (name, work) => real.function(name, work),
    close: () => real.close(),
    prepare: (sql) => {
      const statement = real.prepare(sql)
      if (sql === 'COMMIT') {
        const run = () => {
          if (failures.commit !== undefined && !failures.commitsBefore) fail(failures.commit)
          if (failures.commitsBefore) failures.commitsBefore -= 1
          return statement.run()
        }
        return { run, get: () => undefined, all: () => [] }
      }
      if (!sql.startsWith('SELECT doc')) return statement
      const get = (...key: string[]) => {
        if (failures.read === undefined || --failures.read > 0) return statement.get(...key)
        failures.read = undefined
        return fail(10)
      }
      return { get, run: () => ({ changes: 0 }), all: () => [] }
    },
  }
}

function fail(errcode: number): never {
  throw Object.assign(new Error('disk I/O error'), { errcode })
}
