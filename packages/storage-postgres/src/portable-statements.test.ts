import type { Append, RangeRequest, ReadKey, Storage } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { type Dialect, type DialectName, requireDialect } from './dialect.ts'
import { PostgresStorage } from './postgres-storage.ts'
import { createSchemaStatement, placeStatement, schemaStatements } from './prepare-schema.ts'
import { InDoubtError, type Row, type Statement } from './sql.ts'
import { RecordingSql } from './testing/recording-sql.ts'

/** Features that some engines lack or implement differently. */
const unportable: { readonly [what: string]: RegExp } = {
  'code that runs in the database': /\bDO\s+\$|\bFUNCTION\b|\bPROCEDURE\b|\bTRIGGER\b|plpgsql/i,
  'advisory locks': /pg_(?:try_)?advisory/i,
  notifications: /\b(?:UN)?LISTEN\b|\bNOTIFY\b|pg_notify/i,
  sequences: /\bSEQUENCE\b|\b(?:small|big)?serial\b|\b(?:next|curr|set)val\b|\bGENERATED\b/i,
  savepoints: /\bSAVEPOINT\b/i,
  'two-phase commit': /\bPREPARE\s+TRANSACTION\b|\bCOMMIT\s+PREPARED\b/i,
  'expressions that write': /\bWITH\s+\w+\s+AS\b/i,
  'numbered rows of functions': /\bORDINALITY\b/i,
  'columns of the system': /\b(?:ctid|xmin|xmax|tableoid)\b/i,
  'locks that are skipped': /\bSKIP\s+LOCKED\b|\bNOWAIT\b/i,
  'cursors, copies and merges': /\bDECLARE\b|\bCURSOR\b|\bCOPY\s|\bMERGE\b|\bTRUNCATE\b/i,
  'temporary tables': /\bTEMP(?:ORARY)?\b|\bUNLOGGED\b/i,
  'isolation that is not the same everywhere': /\bSERIALIZABLE\b/i,
}

const p = 'p'.repeat(16)
const q = 'q'.repeat(16)
const value = { doc: '{}', sizeBytes: 2 }
const key = (space: string, partition: string, sort: string): ReadKey => ({ space, partition, sort })

/**
 * Does everything that a store can do, on a database that contains something if `holds`; returns the statements sent.
 */
async function statementsOf(
  dialect: Dialect,
  holds: boolean,
  conflicts: number,
): Promise<readonly Statement[]> {
  let left = conflicts
  const sql = new RecordingSql({
    answer: (statement) => {
      if (statement.text.startsWith('INSERT INTO commits') && !statement.text.includes('RETURNING')) {
        left -= 1
        if (left >= 0) throw Object.assign(new Error('conflict'), { code: '40001' })
        // Once, the outcome of a commit is unknown.
        if (left === -1) throw new InDoubtError(new Error('lost'))
      }
      return holds ? rowsFor(statement) : []
    },
  })
  const storage = new PostgresStorage({ sql, dialect, nowMs: () => 0 })
  await exercise(storage)
  await storage.close()
  return sql.statements
}

function rowsFor({ text }: Statement): readonly Row[] {
  if (/^SELECT (?:0|v\.number|\$3::int4), size, doc, (?:t\.)?ver/.test(text)) {
    return [
      ['0', '2', '{}', '7'],
      ['1', '2', '{}', '8'],
    ]
  }
  if (text === 'SELECT name FROM spaces') return [['s']]
  return text.includes('RETURNING') ? [['0']] : []
}

async function exercise(storage: Storage): Promise<void> {
  await storage.createSpace('s')
  await storage.listSpaces()
  const keys = [key('s', p, 'a'), key('s', p, 'b'), key('t', q, '')]
  for (const some of [keys.slice(0, 1), keys.slice(0, 2), keys]) await storage.read(some)
  const append: Append = { space: 'log', partition: p, value }
  const put = (at: ReadKey) => ({ ...at, value })
  const remove = (at: ReadKey) => ({ ...at, value: undefined })
  for (const some of [keys.slice(0, 1), keys.slice(0, 2), keys]) {
    await storage.mutate(some, () => ({ changes: some.map(put), appends: [append, append], answer: 1 }))
    await storage.mutate(some, () => ({ changes: some.map(remove), answer: 1 }))
    await storage.mutate(some, () => ({ changes: [put(key('u', p, 'z'))], appends: [append], answer: 1 }))
    await storage.mutate([], () => ({ changes: some.map(put), answer: 1 }))
    await storage.mutate([], () => ({ changes: some.map(remove), answer: 1 }))
  }
  for (const request of ranges()) await storage.range(request)
  await storage.size('s')
  await storage.size('s', p)
  const snapshot = await storage.snapshot()
  await storage.restore(snapshot)
  await snapshot.release()
  await storage.clear()
  await storage.dropSpace('s')
}

function ranges(): RangeRequest[] {
  const bound = { sort: 'a', inclusive: true }
  const withins: RangeRequest['within'][] = [
    {},
    { from: p },
    { from: p, to: q },
    { partition: p },
    { partition: p, low: bound, high: { ...bound, inclusive: false } },
  ]
  return withins.flatMap((within) => [
    { space: 's', within },
    { space: 's', within, reverse: true, after: { partition: p, sort: 'b' }, maxRecords: 3, maxBytes: 100 },
    { space: 's', within, maxBytes: 1_000_000 },
    { space: 's', within, reverse: true, maxBytes: 1_000_000 },
    { space: 's', within, maxRecords: 0 },
  ])
}

describe.each<DialectName>(['postgres', 'yugabyte', 'citus', 'cockroach'])(
  'the statements for %s',
  (name) => {
    const dialect = requireDialect(name)

    it('stay within the portable subset', async () => {
      const sent = [
        ...(await statementsOf(dialect, false, 0)),
        ...(await statementsOf(dialect, true, 0)),
        ...(await statementsOf(dialect, true, 4)),
      ]
      const opening = [
        placeStatement('monotable').text,
        createSchemaStatement('monotable'),
        ...schemaStatements(dialect),
      ]
      const texts = new Set([...opening, ...sent.map(({ text }) => text)])
      expect(texts.size).toBeGreaterThan(30)
      const wrong = [...texts].flatMap((text) =>
        Object.entries(unportable)
          .filter(([, pattern]) => pattern.test(text))
          .map(([what]) => `${what}: ${text}`),
      )
      expect(wrong).toEqual([])
    })

    it('carry values only as parameters', async () => {
      const sent = await statementsOf(dialect, true, 0)
      const literals = sent.filter(({ text }) => /'[^']*(?:\{\}|zzz)[^']*'/.test(text))
      expect(literals).toEqual([])
    })
  },
)

it('on Citus every statement that writes or locks names one row by its whole key', async () => {
  const sent = [
    ...(await statementsOf(requireDialect('citus'), true, 4)),
    ...(await statementsOf(requireDialect('citus'), false, 0)),
  ]
  const writes = sent.filter(
    ({ text }) => /"s_(?!log")/.test(text) && /^(?:INSERT|UPDATE|DELETE)|FOR (?:UPDATE|SHARE)/.test(text),
  )
  expect(writes.length).toBeGreaterThan(10)
  const rows = /VALUES \(\$1, \$2, \$3, \$4, \$5\)|WHERE partition = \$1 AND sort = \$2|SELECT \* FROM "copy_/
  expect(writes.filter(({ text }) => !rows.test(text)).map(({ text }) => text)).toEqual([])
})

it('on YugabyteDB the tables of spaces are split by ranges of partitions, so that a scan is in order', async () => {
  const sent = await statementsOf(requireDialect('yugabyte'), true, 0)
  const [create] = sent.filter(({ text }) => text.startsWith('CREATE TABLE IF NOT EXISTS "s_s"'))
  expect(create?.text).toContain('PRIMARY KEY (partition ASC, sort ASC)) SPLIT AT VALUES')
})

it('an unknown engine is refused with a list of the known ones', () => {
  expect(() => requireDialect('constructor')).toThrow('postgres, yugabyte, citus, cockroach')
})
