import { performance } from 'node:perf_hooks'
import { requireDialect } from '../dialect.ts'
import { Outage, Patience } from '../patience.ts'
import { createPooledSql } from '../pooled-sql.ts'
import { PostgresStorage } from '../postgres-storage.ts'
import { prepareSchema } from '../prepare-schema.ts'
import { RecordingSql } from './recording-sql.ts'

/** Opens a store in a schema of its own, and records the statements that it sends. */
export async function openRecorded(
  url: string,
  schema: string,
): Promise<{ readonly sql: RecordingSql; readonly storage: PostgresStorage }> {
  const dialect = requireDialect(process.env['PG_DIALECT'] ?? 'postgres')
  const times = { connectMs: 5_000, statementMs: 30_000 }
  const pooled = createPooledSql({
    url,
    schema,
    settings: dialect.settings,
    ...times,
    readers: 2,
    writers: 2,
  })
  const nowMs = () => performance.now()
  const patience = new Patience(new Outage(5_000, nowMs))
  await prepareSchema(pooled, { schema, create: true, dialect, patience })
  const sql = new RecordingSql({ sql: pooled })
  return { sql, storage: new PostgresStorage({ sql, dialect, nowMs }) }
}
