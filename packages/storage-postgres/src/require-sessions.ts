import { StorageError } from '@monotable/engine'
import type { Row, Statement } from './sql.ts'

/** The part of a connection that is checked. */
export interface Session {
  /** The process ID announced when the connection was opened. */
  readonly processId: number
  run(statement: Statement): Promise<readonly Row[]>
  command(text: string): Promise<string>
  end(): Promise<void>
}

const maxTrials = 5
const askForProcess: Statement = { text: 'SELECT pg_backend_pid()', values: [] }

/**
 * Refuses a pool in front of the database that lends its connections for single transactions or statements. What is
 * set once per connection, such as the schema, would then apply to others, and now and then tables would not be found.
 *
 * There is a pool if the process that answers is not the one that was announced. A second connection shows whether the
 * pool lends for longer: during a transaction it has a process to itself, which must not be the one of the first
 * connection.
 */
export async function requireSessions(connect: () => Promise<Session>): Promise<void> {
  const first = await connect()
  try {
    const process = await processOf(first)
    if (process === first.processId) return
    const second = await connect()
    try {
      for (let i = 0; i < maxTrials; i++) {
        if (await isShared(first, second)) throw new StorageError('IO', refusal)
      }
    } finally {
      await second.end()
    }
  } finally {
    await first.end()
  }
}

const refusal =
  'The pooler in front of the database does not assign connections per session. Set it to do so ' +
  '(in PgBouncer: pool_mode = session), or use the address of the database itself.'

async function isShared(first: Session, second: Session): Promise<boolean> {
  const before = await processOf(first)
  await second.command('BEGIN').catch((error: { code?: unknown }) => {
    // A pool that lends its connections for single statements lets no transaction begin.
    throw error.code === '08P01' ? new StorageError('IO', refusal, { cause: error }) : error
  })
  const [held, after] = [await processOf(second), await processOf(first)]
  // A pool with a single connection may have got it back only because the database ended the transaction.
  await second.command('ROLLBACK').catch(() => {})
  return held === before || held === after || before !== after
}

async function processOf(session: Session): Promise<number> {
  const [row] = await session.run(askForProcess)
  return Number(row?.[0])
}
