import { randomBytes } from 'node:crypto'
import { StorageError } from '@monotable/engine'
import { type Outage, Patience } from './patience.ts'
import { isRetryable } from './postgres-failure.ts'
import { InDoubtError, type InteractOptions, type RunStatement, type Sql, type Statement } from './sql.ts'

/** Known tokens are swept out after so many commits, and what others have left behind after so many sweeps. */
const commitsPerSweep = 500
const sweepsPerPurge = 20

/** Those of a process that has ended, and of transactions that were given up. */
export const purgeTokens = "DELETE FROM commits WHERE made < now() - interval '1 hour'"

/**
 * Commits, and finds out what has become of it if the connection is lost on the way: every transaction writes a token
 * of its own, which can be written only once.
 *
 * To find out, the same token is written as that of a lost transaction. While the one in doubt is under way, this
 * waits for its end. If that was written it is found; if it was not, it never can be. Either way something is written,
 * so that a standby that is to have everything has it too before anybody is told.
 */
export class CommitTokens {
  readonly #sql: Sql
  readonly #outage: Outage
  /** The first half of all tokens of this store; the second counts. */
  readonly #start = randomBytes(8)
  readonly #underWay = new Set<number>()
  #count = 0
  #sweptCount = 0
  #sweeps = 0

  constructor(sql: Sql, outage: Outage) {
    this.#sql = sql
    this.#outage = outage
  }

  /** Commits what is known beforehand, in one round trip. */
  commit(statements: readonly Statement[]): Promise<void> {
    return this.#with(async (mark) => {
      await this.#sql.transact([mark, ...statements])
    })
  }

  /** Commits what turns out as it goes. */
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
    // What is left behind now goes with the next purge.
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
        // Asking is the same however often it is done.
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

/** The doubt is gone: nothing was done, and never will be. */
function lostBefore(cause: Error): StorageError {
  const message = `The connection was lost before anything was written (${cause.message}).`
  return new StorageError('UNAVAILABLE', message, { cause })
}
