import { setTimeout as pause } from 'node:timers/promises'
import {
  InDoubtError,
  type InteractOptions,
  type Row,
  type RunStatement,
  type Sql,
  type Statement,
} from '../../packages/storage-postgres/src/sql.ts'
import type { SeededRandom } from '../simulation/seeded-random.ts'

/** The codes with which databases that speak PostgreSQL's protocol report conflicts with other transactions. */
const conflictCodes = ['40001', '40P01', 'XX000', '55P03']
/** The codes of a database that shuts down, is lost, or is no longer the primary. */
const outageCodes = ['25006', '25P03', '57P01', '08006', 'ECONNRESET', '53300']

/** The chance of each fault, in percent. */
export interface FaultChances {
  readonly conflict: number
  readonly outage: number
  /** The answer to COMMIT is lost: the transaction was committed, was not, or is committed only later. */
  readonly doubt: number
  /** Some of the records that a decision is based on are read as they were some time ago. */
  readonly stale: number
}

/** A database that fails at random in the ways that real ones do; the same seed and calls give the same faults. */
export class FaultySql implements Sql {
  readonly #sql: Sql
  readonly #random: SeededRandom
  readonly #chances: FaultChances
  readonly #late = new Set<Promise<unknown>>()
  /** Rows by query, as they were when first read, updated now and then. */
  readonly #old = new Map<string, readonly Row[]>()

  constructor(sql: Sql, random: SeededRandom, chances: FaultChances) {
    this.#sql = sql
    this.#random = random
    this.#chances = chances
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    this.#failBefore()
    const rows = await this.#sql.query(statement)
    return statement.text.includes(', ver FROM') ? this.#grow(statement, rows) : rows
  }

  async transact(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    this.#failBefore()
    if (!this.#random.percent(this.#chances.doubt)) return this.#sql.transact(statements)
    const doubt = new InDoubtError(failure(this.#random.pick(['08006', '57P01', 'ECONNRESET'])))
    const fate = this.#random.pick(['done', 'not done', 'later'])
    if (fate === 'done') await this.#sql.transact(statements)
    if (fate === 'later') this.#transactLater(statements)
    throw doubt
  }

  async interact<Result>(
    work: (run: RunStatement) => Promise<Result>,
    options?: InteractOptions,
  ): Promise<Result> {
    let before = this.#random.below(20)
    const result = await this.#sql.interact(
      (run) =>
        work((statement) => {
          before -= 1
          if (before === 0) this.#failBefore()
          return run(statement)
        }),
      options,
    )
    if (this.#random.percent(this.#chances.doubt)) throw new InDoubtError(failure('08006'))
    return result
  }

  async inSnapshot<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
    this.#failBefore()
    return this.#sql.inSnapshot(work)
  }

  async close(): Promise<void> {
    await Promise.all(this.#late)
    await this.#sql.close()
  }

  #failBefore(): void {
    if (this.#random.percent(this.#chances.conflict)) throw failure(this.#random.pick(conflictCodes))
    if (this.#random.percent(this.#chances.outage)) throw failure(this.#random.pick(outageCodes))
  }

  /** Commits later, as if the transaction had still been on its way when the connection was lost. */
  #transactLater(statements: readonly Statement[]): void {
    const late = pause(this.#random.below(10))
      .then(() => this.#sql.transact(statements))
      .catch(() => {})
      .finally(() => this.#late.delete(late))
    this.#late.add(late)
  }

  #grow(statement: Statement, rows: readonly Row[]): readonly Row[] {
    const name = statement.text + statement.values.map(String).join()
    const old = this.#old.get(name)
    if (old === undefined || this.#random.percent(50)) this.#old.set(name, rows)
    if (old === undefined || !this.#random.percent(this.#chances.stale)) return rows
    // Some current records and some stale ones.
    const mixed = new Map(rows.map((row) => [row[0], row]))
    for (const row of old) if (this.#random.percent(50)) mixed.set(row[0], row)
    return [...mixed.values()]
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(`connection trouble ${code}, on purpose`), { code })
}
