/** One statement, with the values of its parameters. Statements of the same text are prepared once a connection. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A row as a list of its columns. */
export type Row = readonly unknown[]

/** What the store needs of a connection to a database. */
export interface Sql {
  /** Runs one statement on any connection. */
  query(statement: Statement): Promise<readonly Row[]>
  /** Runs statements in one transaction, sent in one go: all of them or none. Gives the rows of each. */
  transact(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>
  /** Runs reads that all see the same moment. */
  inSnapshot<Result>(
    work: (query: (statement: Statement) => Promise<readonly Row[]>) => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}
