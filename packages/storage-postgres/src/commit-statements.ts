import type { RecordKey } from '@monotable/engine'
import { toBytes } from './key-bytes.ts'
import type { Guard, SpacePlan, Write } from './plan-commit.ts'
import { tableOf } from './space-name.ts'
import type { Statement } from './sql.ts'

/** Gives a new token each time: a random number, so that a record that is removed and made again has another. */
export type NewVersion = () => string

/**
 * The statements of a commit. Each that guards something divides by zero when it is not as it was, and so undoes
 * the whole transaction by itself. First all locks are taken, in the order of spaces and keys, then all is written.
 */
export function commitStatements(plans: readonly SpacePlan[], newVersion: NewVersion): Statement[] {
  return [...plans.flatMap(guardStatements), ...plans.flatMap((plan) => writeStatements(plan, newVersion))]
}

function guardStatements({ space, locked, shared }: SpacePlan): Statement[] {
  const table = tableOf(space)
  return [
    ...(locked.length > 0 ? [guard(table, 'UPDATE', locked)] : []),
    ...(shared.length > 0 ? [guard(table, 'SHARE', shared)] : []),
  ]
}

function guard(table: string, lock: 'UPDATE' | 'SHARE', guards: readonly Guard[]): Statement {
  const versions = guards.map(({ version }) => version)
  return {
    text: `SELECT 1 / (CASE WHEN count(*) = $4 THEN 1 ELSE 0 END) FROM (
      SELECT 1 FROM ${table} t
      JOIN unnest($1::bytea[], $2::bytea[], $3::int8[]) AS v(partition, sort, ver)
        ON t.partition = v.partition AND t.sort = v.sort AND t.ver = v.ver
      ORDER BY t.partition, t.sort FOR ${lock} OF t) AS held`,
    values: [...keyColumns(guards), versions, guards.length],
  }
}

function writeStatements(plan: SpacePlan, newVersion: NewVersion): Statement[] {
  const table = tableOf(plan.space)
  const { empty, updates, removals, inserts, upserts, appends } = plan
  const statements: Statement[] = []
  if (empty.length > 0) {
    const nothing = empty.map((key): Write => ({ ...key, value: { doc: '', sizeBytes: 0 } }))
    statements.push(insert(table, nothing, newVersion), remove(table, empty))
  }
  if (removals.length > 0) statements.push(remove(table, removals))
  if (updates.length > 0) statements.push(update(table, updates, newVersion))
  if (inserts.length > 0) statements.push(insert(table, inserts, newVersion))
  if (upserts.length > 0) statements.push(upsert(table, upserts, newVersion))
  if (appends.length > 0) statements.push(append(table, plan, newVersion))
  return statements
}

const rows =
  'unnest($1::bytea[], $2::bytea[], $3::int8[], $4::int4[], $5::text[]) AS v(partition, sort, ver, size, doc)'

function insert(table: string, writes: readonly Write[], newVersion: NewVersion): Statement {
  return {
    text: `INSERT INTO ${table} (partition, sort, ver, size, doc)
      SELECT partition, sort, ver, size, doc FROM ${rows} ORDER BY partition, sort`,
    values: writeColumns(writes, newVersion),
  }
}

function upsert(table: string, writes: readonly Write[], newVersion: NewVersion): Statement {
  return {
    text: `INSERT INTO ${table} (partition, sort, ver, size, doc)
      SELECT partition, sort, ver, size, doc FROM ${rows} ORDER BY partition, sort
      ON CONFLICT (partition, sort) DO UPDATE SET ver = excluded.ver, size = excluded.size, doc = excluded.doc`,
    values: writeColumns(writes, newVersion),
  }
}

function update(table: string, writes: readonly Write[], newVersion: NewVersion): Statement {
  return {
    text: `UPDATE ${table} t SET ver = v.ver, size = v.size, doc = v.doc FROM ${rows}
      WHERE t.partition = v.partition AND t.sort = v.sort`,
    values: writeColumns(writes, newVersion),
  }
}

function remove(table: string, keys: readonly RecordKey[]): Statement {
  return {
    text: `DELETE FROM ${table} t USING unnest($1::bytea[], $2::bytea[]) AS v(partition, sort)
      WHERE t.partition = v.partition AND t.sort = v.sort`,
    values: keyColumns(keys),
  }
}

/** The row that counts a log's positions stays locked until the commit: positions are seen in their order. */
function append(table: string, { space, appends }: SpacePlan, newVersion: NewVersion): Statement {
  return {
    text: `WITH head AS (
        INSERT INTO logs (space, next) VALUES ($5, 1 + $6::int8)
        ON CONFLICT (space) DO UPDATE SET next = logs.next + $6::int8
        RETURNING next - $6::int8 AS first)
      INSERT INTO ${table} (partition, sort, ver, size, doc)
      SELECT v.partition, decode(lpad(to_hex(head.first + v.number - 1), 16, '0'), 'hex'), v.ver, v.size, v.doc
      FROM head, unnest($1::bytea[], $2::int8[], $3::int4[], $4::text[]) WITH ORDINALITY
        AS v(partition, ver, size, doc, number)`,
    values: [
      appends.map(({ partition }) => toBytes(partition)),
      appends.map(newVersion),
      appends.map(({ value }) => value.sizeBytes),
      appends.map(({ value }) => value.doc),
      space,
      appends.length,
    ],
  }
}

function keyColumns(keys: readonly RecordKey[]): [Buffer[], Buffer[]] {
  return [keys.map(({ partition }) => toBytes(partition)), keys.map(({ sort }) => toBytes(sort))]
}

function writeColumns(writes: readonly Write[], newVersion: NewVersion): unknown[] {
  return [
    ...keyColumns(writes),
    writes.map(newVersion),
    writes.map(({ value }) => value.sizeBytes),
    writes.map(({ value }) => value.doc),
  ]
}
