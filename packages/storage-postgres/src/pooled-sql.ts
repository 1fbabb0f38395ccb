import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Row, Sql, Statement } from './sql.ts'

/** How a database is reached. */
export interface ConnectionOptions {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** The schema that holds everything. */
  readonly schema: string
  readonly readers: number
  readonly writers: number
  /** How long a connection may take, and a statement. */
  readonly connectMs: number
  readonly statementMs: number
}

/**
 * Statements over pooled connections. Reads and writes have pools of their own: a write may wait for a lock, and
 * whatever is sent behind it on the same connection would wait too.
 */
export function createPooledSql(options: ConnectionOptions): Sql {
  const readers = new LanePool(options, options.readers)
  const writers = createPool(options, options.writers)
  return {
    query: (statement) => readers.query(statement),
    transact: (statements) => withClient(writers, (client) => transact(client, statements)),
    inSnapshot: (work) =>
      withClient(writers, async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
        const result = await work((statement) => run(client, statement))
        await client.query('COMMIT')
        return result
      }),
    close: async () => {
      await Promise.all([readers.close(), writers.end()])
    },
  }
}

function clientConfig({ url, schema, connectMs, statementMs }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    // Statements name no schema, so that the same text serves every store.
    options: `-c search_path=${schema} -c statement_timeout=${statementMs}`,
    application_name: 'monotable',
    keepAlive: true,
    pipeline: true,
  }
}

function createPool(options: ConnectionOptions, size: number): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(options), max: size, idleTimeoutMillis: 60_000 })
  // A connection that breaks while nobody uses it is replaced when it is next needed.
  pool.on('error', () => {})
  return pool
}

async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let failure: unknown
  try {
    return await work(client)
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A connection in the middle of a transaction is of no use to anybody else.
    client.release(failure !== undefined && !isStatementError(failure))
  }
}

/** Whether the database itself refused a statement, and the connection is as good as before. */
function isStatementError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(?:22|23|40|42)/.test(code)
}

/** All statements are on their way before the first answer comes; a failed one makes COMMIT undo everything. */
async function transact(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const sent = [
    client.query('BEGIN'),
    ...statements.map((statement) => run(client, statement)),
    client.query('COMMIT'),
  ]
  const outcomes = await Promise.allSettled(sent)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return outcomes.slice(1, -1).map((outcome) => (outcome as PromiseFulfilledResult<readonly Row[]>).value)
}

async function run(client: pg.ClientBase, { text, values }: Statement): Promise<readonly Row[]> {
  const { rows } = await client.query({
    name: statementName(text),
    text,
    values: [...values],
    rowMode: 'array',
  })
  return rows as Row[]
}

const names = new Map<string, string>()

function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `m${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
  if (names.size > 5_000) names.clear()
  names.set(text, name)
  return name
}

/** Connections that are shared: each carries many statements at a time, one behind the other. */
class LanePool {
  readonly #options: ConnectionOptions
  readonly #lanes: (Promise<pg.Client> | undefined)[]
  #next = 0
  #isClosed = false

  constructor(options: ConnectionOptions, size: number) {
    this.#options = options
    this.#lanes = new Array(size).fill(undefined)
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    this.#next = (this.#next + 1) % this.#lanes.length
    const client = await this.#open(this.#next)
    return run(client, statement)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const clients = await Promise.allSettled(this.#lanes.filter((lane) => lane !== undefined))
    await Promise.all(clients.map((found) => (found.status === 'fulfilled' ? found.value.end() : undefined)))
  }

  #open(lane: number): Promise<pg.Client> {
    const known = this.#lanes[lane]
    if (known !== undefined) return known
    if (this.#isClosed) throw new Error('the connections were closed')
    const opening = this.#connect(() => {
      if (this.#lanes[lane] === opening) this.#lanes[lane] = undefined
    })
    this.#lanes[lane] = opening
    return opening
  }

  async #connect(forget: () => void): Promise<pg.Client> {
    const client = new pg.Client(clientConfig(this.#options))
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      return client
    } catch (error) {
      forget()
      throw error
    }
  }
}
