import { randomBytes } from 'node:crypto'
import { StorageError } from '@monotable/engine'
import { type Outage, Patience } from './patience.ts'
import { isRetryable } from './postgres-failure.ts'
import { InDoubtError, type InteractOptions, type RunStatement, type Sql, type Statement } from './sql.ts'

/** After how many commits known tokens are swept out, and after how many sweeps those that others have left behind. */
const commitsPerSweep = 500
const sweepsPerPurge = 20

/** Removes the tokens of processes that have ended, and of transactions that were given up. */
export const purgeTokens = "DELETE FROM commits WHERE made < now() - interval '1 hour'"

/**
 * Commits transactions, and finds out what became of one if the connection is lost on the way. Every transaction writes
 * a token of its own, which can be written only once.
 *
 * To find out, the same token is written as that of a lost transaction. While the transaction in doubt is in progress,
 * this waits for its end. If it was committed, its token is found; if it was not, it never can be. Either way something
 * is written, so that a synchronous standby has everything before the caller is told.
 */
export class CommitTokens {
  readonly #sql: Sql
  readonly #outage: Outage
  /** The first half of all tokens of this store; the second half is a counter. */
  readonly #start = randomBytes(8)
  readonly #underWay = new Set<number>()
  #count = 0
  #sweptCount = 0
  #sweeps = 0

  constructor(sql: Sql, outage: Outage) {
    this.#sql = sql
    this.#outage = outage
  }

  /** Commits statements that are known beforehand, in one round trip. */
  commit(statements: readonly Statement[]): Promise<void> {
    return this.#with(async (mark) => {
      await this.#sql.transact([mark, ...statements])
    })
  }

  /** Commits work that chooses its statements as it goes. */
  interact(work: (run: RunStatement) => Promise<void>, options?: InteractOptions): Promise<void> {
    return this.#with((mark) =>
      this.#sql.interact(async (run) => {
        await run(mark)
        await work(run)
      }, options),
    )
  }

  /** Removes the tokens that nobody will ask for any more. */
  async sweep(): Promise<void> {
    const first = this.#sweptCount
    const last = Math.min(this.#count + 1, ...this.#underWay)
    this.#sweptCount = last
    this.#sweeps += 1
    const range = {
      text: 'DELETE FROM commits WHERE token >= $1 AND token < $2 AND NOT lost',
      values: [this.#tokenOf(first), this.#tokenOf(last)],
    }
    const purge = this.#sweeps % sweepsPerPurge === 0 ? [{ text: purgeTokens, values: [] }] : []
    // What remains now is removed by the next purge.
    await this.#sql.transact([range, ...purge]).catch(() => {})
  }

  async #with(commit: (mark: Statement) => Promise<void>): Promise<void> {
    this.#count += 1
    const number = this.#count
    const token = this.#tokenOf(number)
    this.#underWay.add(number)
    try {
      await commit({
        text: 'INSERT INTO commits (token, made, lost) VALUES ($1, now(), false)',
        values: [token],
      })
    } catch (error) {
      if (!(error instanceof InDoubtError)) throw error
      if (!(await this.#isCommitted(token, error))) throw lostBefore(error.cause as Error)
    } finally {
      this.#underWay.delete(number)
      if (number % commitsPerSweep === 0) void this.sweep()
    }
  }

  async #isCommitted(token: Buffer, doubt: InDoubtError): Promise<boolean> {
    const patience = new Patience(this.#outage)
    const find: Statement = {
      text: `INSERT INTO commits (token, made, lost) VALUES ($1, now(), true)
        ON CONFLICT (token) DO UPDATE SET made = excluded.made RETURNING CASE WHEN lost THEN 1 ELSE 0 END`,
      values: [token],
    }
    for (;;) {
      try {
        const [rows] = await this.#sql.transact([find])
        return Number(rows?.[0]?.[0]) === 0
      } catch (error) {
        // Asking again gives the same answer, however often it is done.
        const again = error instanceof InDoubtError ? error.cause : error
        await patience.after(isRetryable(again) ? again : error).catch(() => {
          throw doubt
        })
      }
    }
  }

  #tokenOf(number: number): Buffer {
    const token = Buffer.alloc(16)
    this.#start.copy(token)
    token.writeBigUInt64BE(BigInt(number), 8)
    return token
  }
}

/** Returns the error for a transaction known to have done nothing, which it never will. */
function lostBefore(cause: Error): StorageError {
  const message = `The connection was lost before anything was written (${cause.message}).`
  return new StorageError('UNAVAILABLE', message, { cause })
}
