import type { Connection } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { type ConnectionOptions, Connector } from './connector.ts'
import { isInDoubt } from './postgres-failure.ts'
import { SharedConnections } from './shared-connections.ts'
import { InDoubtError, type Row, type RunStatement, type Sql, type Statement } from './sql.ts'

/** How to reach a database, and with how many connections. */
export interface PoolOptions extends ConnectionOptions {
  readonly readers: number
  readonly writers: number
}

/**
 * Runs statements over pooled connections. Reads and writes have separate pools: a write may wait for a lock, and
 * whatever is sent behind it on the same connection would wait, too.
 */
export function createPooledSql(options: PoolOptions): Sql {
  const connector = new Connector(options)
  const readers = new SharedConnections(connector, options.readers, () => writers.giveUpOne())
  const writers = new ConnectionPool(connector, options.writers, () => readers.giveUpOne())
  const watch = new ConnectionWatch(connector, options.statementMs)
  const watching = setInterval(() => {
    watch.tick()
    readers.tick()
    writers.tick()
  }, 1000)
  watching.unref()
  return {
    query: (statement, isLong) => readers.query(statement, isLong),
    transact: (statements) => writers.use((connection) => transact(connection, statements)),
    interact: (work, { ofOneMoment } = {}) =>
      writers.use((connection) => interact(connection, ofOneMoment ? beginSnapshot : 'BEGIN', work)),
    inSnapshot: (work) =>
      writers
        .use((connection) => interact(connection, beginSnapshot, work))
        .catch((error: unknown) => {
          throw error instanceof InDoubtError ? error.cause : error
        }),
    close: async () => {
      await Promise.all([readers.close(), writers.close()])
      clearInterval(watching)
    },
  }
}

const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ'

/** Sends all statements before the first answer comes; if one fails, COMMIT rolls everything back. */
async function transact(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const { begun, sent, committed } = connection.inOnePiece(() => ({
    begun: connection.command('BEGIN'),
    sent: statements.map((statement) => connection.run(statement)),
    committed: connection.command('COMMIT'),
  }))
  const outcomes = await Promise.allSettled<unknown>([begun, ...sent, committed])
  const failed = outcomes.findIndex(({ status }) => status === 'rejected')
  if (failed >= 0) {
    const { reason } = outcomes[failed] as PromiseRejectedResult
    throw isInDoubt(reason, failed === outcomes.length - 1) ? new InDoubtError(reason) : reason
  }
  requireCommitted(await committed)
  return Promise.all(sent)
}

async function interact<Result>(
  connection: Connection,
  begin: string,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    await connection.command(begin)
    result = await work((statement) => connection.run(statement))
  } catch (error) {
    // If this fails, the connection is discarded, which also rolls everything back.
    await connection.command('ROLLBACK').catch(() => {})
    throw error
  }
  const committed = await connection.command('COMMIT').catch((error: unknown) => {
    throw isInDoubt(error, true) ? new InDoubtError(error) : error
  })
  requireCommitted(committed)
  return result
}

/** A transaction in which something has failed answers COMMIT without an error, but is rolled back. */
function requireCommitted(command: string): void {
  if (command !== 'COMMIT') {
    throw Object.assign(new Error('the transaction was undone'), { code: '40001' })
  }
}
