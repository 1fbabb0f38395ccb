import type { InteractOptions, Row, RunStatement, Sql, Statement } from '../sql.ts'

/** Records the statements that it is given, and answers as told or passes them on. */
export class RecordingSql implements Sql {
  readonly statements: Statement[] = []
  /** How often the database was asked and awaited. */
  roundTrips = 0
  readonly #sql: Sql | undefined
  readonly #answer: (statement: Statement) => readonly Row[]

  constructor({
    sql,
    answer = () => [],
  }: { sql?: Sql; answer?: (statement: Statement) => readonly Row[] } = {}) {
    this.#sql = sql
    this.#answer = answer
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    this.#record([statement])
    return this.#sql?.query(statement) ?? this.#answer(statement)
  }

  async transact(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    this.#record(statements)
    return this.#sql?.transact(statements) ?? statements.map(this.#answer)
  }

  interact<Result>(work: (run: RunStatement) => Promise<Result>, options?: InteractOptions): Promise<Result> {
    if (this.#sql === undefined) return work((statement) => this.query(statement))
    return this.#sql.interact((run) => work(this.#recorded(run)), options)
  }

  inSnapshot<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
    if (this.#sql === undefined) return work((statement) => this.query(statement))
    return this.#sql.inSnapshot((run) => work(this.#recorded(run)))
  }

  async close(): Promise<void> {
    await this.#sql?.close()
  }

  #recorded(run: RunStatement): RunStatement {
    return (statement) => {
      this.#record([statement])
      return run(statement)
    }
  }

  #record(statements: readonly Statement[]): void {
    this.statements.push(...statements)
    this.roundTrips += 1
  }
}
