import { randomInt } from 'node:crypto'
import { StorageError } from '@monotable/engine'
import type { SqliteDatabase } from './sqlite-driver.ts'

/** "Mono": says in the file's header whose it is. */
const applicationId = 0x4d6f6e6f

/** Goes up with every change after which an older version would misread the file. */
const formatVersion = 3

/** Makes an empty file a store, and refuses a file that is not a store or that a newer version wrote. */
export function prepareFormat(database: SqliteDatabase, file: string): void {
  const found = readHeader(database)
  if (found.applicationId === 0 && found.tables === 0) {
    createFormat(database)
    return
  }
  if (found.applicationId !== applicationId) {
    throw new StorageError('CORRUPT', `${file} is an SQLite database, but not one that Monotable made.`)
  }
  if (found.version > formatVersion) {
    throw new StorageError(
      'NEWER_FORMAT',
      `${file} has format ${found.version}, and this version of Monotable reads up to ${formatVersion}. ` +
        'Update Monotable, or open another folder.',
    )
  }
  if (found.version < 2) addJournal(database)
  // Format 2 had one journal; one of the same name is the first of the two.
  else if (found.version < formatVersion) database.exec(`PRAGMA user_version = ${formatVersion}`)
}

/** What the data file says of the journal. */
export interface JournalMark {
  /** A number that only this store has, so that no other's journal is taken for its own. */
  readonly store: number
  /** The last of the journal's frames that the file has taken in. */
  readonly applied: number
}

export function readJournalMark(database: SqliteDatabase): JournalMark {
  return database.prepare('SELECT store, applied FROM journal').get() as JournalMark
}

function readHeader(database: SqliteDatabase): { applicationId: number; version: number; tables: number } {
  const row = database
    .prepare(
      `SELECT (SELECT application_id FROM pragma_application_id) AS applicationId,
              (SELECT user_version FROM pragma_user_version) AS version,
              (SELECT count(*) FROM sqlite_schema) AS tables`,
    )
    .get()
  return row as { applicationId: number; version: number; tables: number }
}

function createFormat(database: SqliteDatabase): void {
  database.exec(`
    BEGIN IMMEDIATE;
    PRAGMA application_id = ${applicationId};
    CREATE TABLE spaces (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      records INTEGER NOT NULL DEFAULT 0,
      size_bytes INTEGER NOT NULL DEFAULT 0
    );
    ${journalSql()}
    COMMIT;
  `)
}

/** Format 1 had no journal: every write went to SQLite's log alone. */
function addJournal(database: SqliteDatabase): void {
  database.exec(`BEGIN IMMEDIATE; ${journalSql()} COMMIT`)
}

function journalSql(): string {
  return `
    PRAGMA user_version = ${formatVersion};
    CREATE TABLE journal (store INTEGER NOT NULL, applied INTEGER NOT NULL, commits INTEGER NOT NULL);
    INSERT INTO journal VALUES (${randomInt(2 ** 48 - 1)}, 0, 0);
  `
}
