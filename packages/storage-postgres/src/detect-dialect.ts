import { type ConnectionOptions, Connector } from './connector.ts'
import type { DialectName } from './dialect.ts'

/** Asks a database which engine it is. */
export async function detectDialect(options: Omit<ConnectionOptions, 'settings'>): Promise<DialectName> {
  const connection = await new Connector({ ...options, settings: [] }).connect()
  try {
    const [row] = await connection.run({ text: 'SELECT version()', values: [] })
    const version = String(row?.[0])
    if (/CockroachDB/.test(version)) return 'cockroach'
    if (/-YB-/.test(version)) return 'yugabyte'
    const text = "SELECT extname FROM pg_extension WHERE extname = 'citus'"
    return (await connection.run({ text, values: [] })).length > 0 ? 'citus' : 'postgres'
  } finally {
    await connection.end()
  }
}
