import { randomBytes } from 'node:crypto'
import type { RecordKey } from '@monotable/engine'
import { toBytes } from './key-bytes.ts'
import type { Guard, Write } from './plan-commit.ts'
import type { Statement } from './sql.ts'

/*
 * Statements that name one row by its whole key. An engine that distributes a table sends each of them to the one
 * machine that has the row, and any engine plans them faster than statements for many rows.
 */

/** Fails unless the record is unchanged; it then stays so until the end of the transaction. */
export function guardRow(table: string, { partition, sort, version }: Guard, lock: Guard['lock']): Statement {
  return {
    text: `SELECT 1 / count(*) FROM (
      SELECT 1 FROM ${table} WHERE partition = $1 AND sort = $2 AND ver = $3 FOR ${lock}) AS held`,
    values: [toBytes(partition), toBytes(sort), version],
  }
}

export function insertRow(table: string, write: Write): Statement {
  return {
    text: `INSERT INTO ${table} (partition, sort, ver, size, doc) VALUES ($1, $2, $3, $4, $5)`,
    values: columns(write),
  }
}

export function upsertRow(table: string, write: Write): Statement {
  return {
    text: `INSERT INTO ${table} (partition, sort, ver, size, doc) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (partition, sort) DO UPDATE SET ver = excluded.ver, size = excluded.size, doc = excluded.doc`,
    values: columns(write),
  }
}

export function updateRow(table: string, write: Write): Statement {
  return {
    text: `UPDATE ${table} SET ver = $3, size = $4, doc = $5 WHERE partition = $1 AND sort = $2`,
    values: columns(write),
  }
}

export function removeRow(table: string, { partition, sort }: RecordKey): Statement {
  return {
    text: `DELETE FROM ${table} WHERE partition = $1 AND sort = $2`,
    values: [toBytes(partition), toBytes(sort)],
  }
}

function columns({ partition, sort, value }: Write): unknown[] {
  return [toBytes(partition), toBytes(sort), randomBytes(8), value.sizeBytes, value.doc]
}
