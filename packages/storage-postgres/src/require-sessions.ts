import { StorageError } from '@monotable/engine'
import type { Row, Statement } from './sql.ts'

/** What is looked at of a connection. */
export interface Session {
  /** The process that was named when the connection was opened. */
  readonly processId: number
  run(statement: Statement): Promise<readonly Row[]>
  command(text: string): Promise<string>
  end(): Promise<void>
}

const maxTrials = 5
const askForProcess: Statement = { text: 'SELECT pg_backend_pid()', values: [] }

/**
 * Refuses a pool between here and the database that lends its connections for single transactions: what is set once a
 * connection, such as the schema, would be set for others, and tables would not be found now and then.
 *
 * A pool is there when the process that answers is not the one that was named. Whether it lends for longer is seen with
 * a second connection: in a transaction it has a process to itself, and must not have got that of the first one.
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
  'What stands before the database lends its connections for single transactions. Let it lend whole sessions ' +
  '(in PgBouncer: pool_mode = session), or give the address of the database itself.'

async function isShared(first: Session, second: Session): Promise<boolean> {
  const before = await processOf(first)
  await second.command('BEGIN')
  const [held, after] = [await processOf(second), await processOf(first)]
  // A pool with one connection had it back only when the database ended the transaction.
  await second.command('ROLLBACK').catch(() => {})
  return held === before || held === after || before !== after
}

async function processOf(session: Session): Promise<number> {
  const [row] = await session.run(askForProcess)
  return Number(row?.[0])
}
