import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StorageError } from '@monotable/engine'
import type { SqliteDatabase } from '@monotable/storage-files'
import { tableName } from './table-sql.ts'

/** "Mono": identifies the file as ours in its header. */
const applicationId = 0x4d6f6e6f

/**
 * Raised with every change after which an older version would misread the file or lose what the engine keeps in it: a
 * version that knows nothing of a table's Kinesis destination or its other regions would remove the destination's
 * records and leave the streams of the other regions without them.
 */
const formatVersion = 5

/** The first format with two journals. */
export const formatOfTwoJournals = 3

/**
 * Returns the format of a data file that nobody has open. It is read from the first bytes of the file because SQLite
 * would create a log beside it, and whether there is a log tells whether the store was closed. A newer format may still
 * be in the log.
 */
export function readFormat(file: string): number {
  const version = Buffer.alloc(4)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, version, 0, 4, userVersionAt)
  } finally {
    closeSync(handle)
  }
  return version.readUInt32BE()
}

/** Where SQLite keeps the user version in the header of a file. */
const userVersionAt = 60

/**
 * Turns an empty file into a store and brings a store of an older version up to date; refuses a file that is not a
 * store or that would be misread.
 */
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
      `${file} has format ${found.version}, but this version of Monotable reads up to ${formatVersion}. ` +
        'Update Monotable, or open another folder.',
    )
  }
  if (found.version === formatVersion) return
  if (found.version < 2) {
    if (isFromFirstDays(database)) throw older(`${file} has an old layout`)
    addJournal(database)
    return
  }
  // Format 2 had one journal; a file of the same name is now the first of the two. Formats 3 and 4 differ in nothing
  // that matters here: rows that have long documents themselves, as all had in format 4, are read and written as ever.
  const counts = countsCommits(database)
  if (!counts && fileBytes(join(dirname(file), 'journal')) > 0) {
    throw older(`${file} was not closed, and its journal has an old format`)
  }
  raiseVersion(database, counts ? '' : 'ALTER TABLE journal ADD COLUMN commits INTEGER NOT NULL DEFAULT 0;')
}

/**
 * Whether keys, index entries, streams and backups are stored in ways that nothing here reads any more. What had spaces
 * of its own in those versions is in `registers` since. A process killed while it created the first spaces left no
 * tables, so such a store does not count.
 */
function isFromFirstDays(database: SqliteDatabase): boolean {
  const catalogue = database
    .prepare(
      `SELECT id FROM spaces
       WHERE name = 'catalogue' AND NOT EXISTS (SELECT 1 FROM spaces WHERE name = 'registers')`,
    )
    .get() as { readonly id: number } | undefined
  return (
    catalogue !== undefined &&
    database.prepare(`SELECT 1 FROM ${tableName(catalogue.id)} LIMIT 1`).get() !== undefined
  )
}

/**
 * Whether the journals have the current layout: the very first ones had shorter frames and a table without this column.
 */
function countsCommits(database: SqliteDatabase): boolean {
  return (
    database.prepare(`SELECT 1 FROM pragma_table_info('journal') WHERE name = 'commits'`).get() !== undefined
  )
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function older(what: string): StorageError {
  return new StorageError(
    'OLDER_FORMAT',
    `${what}: only the version of Monotable that wrote it can read it. Export the tables with that version, or open another folder.`,
  )
}

/** What the data file records about the journal. */
export interface JournalMark {
  /** A number unique to this store, so that another store's journal is not taken for its own. */
  readonly store: number
  /** The number of the last journal frame that the data file has taken in. */
  readonly applied: number
}

export function readJournalMark(database: SqliteDatabase): JournalMark {
  return database.prepare('SELECT store, applied FROM journal').get() as JournalMark
}

/** Returns the next log position to assign, according to the data file. */
export function readNextPosition(database: SqliteDatabase): number {
  // The table is created with the first record of a log.
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'log'").get() !== undefined
  const row = isThere ? database.prepare('SELECT next FROM log').get() : undefined
  return (row as { readonly next: number } | undefined)?.next ?? 1
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
  // A row must not be larger than a quarter of a page (long-docs.ts); an item is about 1 KB.
  database.exec('PRAGMA page_size = 8192')
  // `auto_vacuum`, which lets the file shrink, must be set before there is a table and before anything is locked.
  database.exec(`
    BEGIN;
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA application_id = ${applicationId};
    CREATE TABLE spaces (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      records INTEGER NOT NULL DEFAULT 0,
      size_bytes INTEGER NOT NULL DEFAULT 0
    );
    ${journalSql()}
    PRAGMA user_version = ${formatVersion};
    COMMIT;
  `)
}

/** Upgrades format 1, which had no journal: every write went to SQLite's log alone. */
function addJournal(database: SqliteDatabase): void {
  raiseVersion(database, journalSql())
}

function raiseVersion(database: SqliteDatabase, sql: string): void {
  database.exec(`BEGIN IMMEDIATE; ${sql} PRAGMA user_version = ${formatVersion}; COMMIT`)
}

function journalSql(): string {
  return `
    CREATE TABLE journal (store INTEGER NOT NULL, applied INTEGER NOT NULL, commits INTEGER NOT NULL);
    INSERT INTO journal VALUES (${randomInt(2 ** 48 - 1)}, 0, 0);
  `
}
