import type { RecordKey } from '@monotable/engine'
import { encodeBytesArray, encodeIntegers, encodeRandomBigIntegers, encodeTextArray } from './binary-array.ts'
import type { Dialect } from './dialect.ts'
import type { Guard, SpacePlan, Write } from './plan-commit.ts'
import { guardRow, insertRow, removeRow, updateRow, upsertRow } from './row-statements.ts'
import { tableOf } from './space-name.ts'
import type { Statement } from './sql.ts'

/** If the kind of lock changes more often than this, all locks are taken as the stronger kind. */
const maxRuns = 6

/** What an empty place holds while it is being kept empty. */
const nothing = { doc: '', sizeBytes: 0 }

/**
 * Returns the statements of a commit. A guard divides by zero if its record is not as it was read, which rolls the
 * whole transaction back. All records are locked first, in the order of spaces and keys; then everything is written.
 * The row with a log's next position is locked last, because everybody who writes to the log waits for it.
 */
export function commitStatements(plans: readonly SpacePlan[], dialect: Dialect): Statement[] {
  const { writesSets } = dialect
  return [
    ...plans.flatMap(({ space, guards }) => guardStatements(tableOf(space), guards, writesSets)),
    ...plans.flatMap((plan) => writeStatements(plan, writesSets)),
    ...plans.flatMap((plan) => appendStatements(plan)),
  ]
}

/**
 * Groups the guards into runs of the same kind of lock, so that all locks are taken in the order of keys and no
 * deadlock occurs.
 */
function guardStatements(table: string, guards: readonly Guard[], writesSets: boolean): Statement[] {
  const runs: Guard[][] = []
  for (const guard of guards) {
    const run = runs.at(-1)
    if (run?.[0]?.lock === guard.lock) run.push(guard)
    else runs.push([guard])
  }
  if (runs.length > maxRuns) return listed(table, guards, 'UPDATE', writesSets)
  return runs.flatMap((run) => listed(table, run, (run[0] as Guard).lock, writesSets))
}

function listed(
  table: string,
  guards: readonly Guard[],
  lock: Guard['lock'],
  writesSets: boolean,
): Statement[] {
  if (writesSets && guards.length > 1) return [guardRows(table, guards, lock)]
  return guards.map((guard) => guardRow(table, guard, lock))
}

function writeStatements(plan: SpacePlan, writesSets: boolean): Statement[] {
  const table = tableOf(plan.space)
  const { updates, removals, upserts } = plan
  const inserts = plan.inserts.map((entry): Write => ({ ...entry, value: entry.value ?? nothing }))
  const write = <Entry>(
    entries: readonly Entry[],
    many: (table: string, entries: readonly Entry[]) => Statement,
    one: (table: string, entry: Entry) => Statement,
  ): Statement[] => {
    if (writesSets && entries.length > 1) return [many(table, entries)]
    return entries.map((entry) => one(table, entry))
  }
  return [
    ...write(updates, updateRows, updateRow),
    // The row that keeps a place empty comes and goes within this transaction; the unique key is the lock.
    ...write(inserts, insertRows, insertRow),
    ...write(removals, removeRows, removeRow),
    ...write(upserts, upsertRows, upsertRow),
  ]
}

function guardRows(table: string, guards: readonly Guard[], lock: Guard['lock']): Statement {
  return {
    text: `SELECT 1 / (CASE WHEN count(*) = $4::int8 THEN 1 ELSE 0 END) FROM (
      SELECT 1 FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) AS v(partition, sort, ver)
      JOIN ${table} t ON t.partition = v.partition AND t.sort = v.sort AND t.ver = v.ver
      ORDER BY t.partition, t.sort FOR ${lock} OF t) AS held`,
    values: [...keyColumns(guards), listText(guards.map(({ version }) => version)), guards.length],
  }
}

const rows =
  'unnest($1::bytea[], $2::bytea[], $3::int8[], $4::int4[], $5::text[]) AS v(partition, sort, ver, size, doc)'

function insertRows(table: string, writes: readonly Write[]): Statement {
  return {
    text: `INSERT INTO ${table} (partition, sort, ver, size, doc)
      SELECT v.partition, v.sort, v.ver, v.size, v.doc FROM ${rows} ORDER BY v.partition, v.sort`,
    values: writeColumns(writes),
  }
}

function upsertRows(table: string, writes: readonly Write[]): Statement {
  const { text, values } = insertRows(table, writes)
  return {
    text: `${text}
      ON CONFLICT (partition, sort) DO UPDATE SET ver = excluded.ver, size = excluded.size, doc = excluded.doc`,
    values,
  }
}

function updateRows(table: string, writes: readonly Write[]): Statement {
  return {
    text: `UPDATE ${table} t SET ver = v.ver, size = v.size, doc = v.doc FROM ${rows}
      WHERE t.partition = v.partition AND t.sort = v.sort`,
    values: writeColumns(writes),
  }
}

function removeRows(table: string, keys: readonly RecordKey[]): Statement {
  return {
    text: `DELETE FROM ${table} t USING unnest($1::bytea[], $2::bytea[]) AS v(partition, sort)
      WHERE t.partition = v.partition AND t.sort = v.sort`,
    values: keyColumns(keys),
  }
}

/**
 * The time in microseconds: a number that no log counts up to, and that is safe in JavaScript for two hundred years.
 */
const clock = '(extract(epoch FROM now()) * 1000000)::int8'

/**
 * Returns the statements that append to a log. The row with its next position stays locked until the commit, so
 * positions become visible in their order. Positions are never behind the clock: a database that has lost its last
 * writes, such as a lagging standby, would otherwise assign theirs again.
 */
function appendStatements({ space, appends }: SpacePlan): Statement[] {
  if (appends.length === 0) return []
  const count = appends.length
  const advance: Statement = {
    text: `INSERT INTO logs (space, next) VALUES ($1, ${clock} + $2::int8)
      ON CONFLICT (space) DO UPDATE SET next = greatest(logs.next, ${clock}) + $2::int8`,
    values: [space, count],
  }
  const insert: Statement = {
    text: `INSERT INTO ${tableOf(space)} (partition, sort, ver, size, doc)
      SELECT v.partition, decode(lpad(to_hex(l.next - v.back), 16, '0'), 'hex'), v.ver, v.size, v.doc
      FROM logs l, unnest($2::bytea[], $3::int8[], $4::int8[], $5::int4[], $6::text[])
        AS v(partition, back, ver, size, doc)
      WHERE l.space = $1`,
    values: [
      space,
      encodeBytesArray(appends.map(({ partition }) => partition)),
      listText(appends.map((_, i) => count - i)),
      encodeRandomBigIntegers(count),
      encodeIntegers(appends.map(({ value }) => value.sizeBytes)),
      encodeTextArray(appends.map(({ value }) => value.doc)),
    ],
  }
  return [advance, insert]
}

function keyColumns(keys: readonly RecordKey[]): [Buffer, Buffer] {
  return [
    encodeBytesArray(keys.map(({ partition }) => partition)),
    encodeBytesArray(keys.map(({ sort }) => sort)),
  ]
}

/**
 * Formats an `int8[]` as text: most of the numbers are text from the database, and converting them to 64 bits costs
 * more.
 */
function listText(numbers: readonly (string | number)[]): string {
  return `{${numbers.join(',')}}`
}

/**
 * Returns the columns of rows to write. Every record gets a random token, so a record that is removed and created again
 * has another one.
 */
function writeColumns(writes: readonly Write[]): unknown[] {
  return [
    ...keyColumns(writes),
    encodeRandomBigIntegers(writes.length),
    encodeIntegers(writes.map(({ value }) => value.sizeBytes)),
    encodeTextArray(writes.map(({ value }) => value.doc)),
  ]
}
