import { StorageError } from '@monotable/engine'
import type { SqliteDatabase } from './sqlite-driver.ts'

/** "Mono": says in the file's header whose it is. */
const applicationId = 0x4d6f6e6f

/** Goes up with every change after which an older version would misread the file. */
const formatVersion = 1

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
    PRAGMA user_version = ${formatVersion};
    CREATE TABLE spaces (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      records INTEGER NOT NULL DEFAULT 0,
      size_bytes INTEGER NOT NULL DEFAULT 0
    );
    COMMIT;
  `)
}
