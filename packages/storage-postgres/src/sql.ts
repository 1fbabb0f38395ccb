import { StorageError } from '@monotable/engine'

/** A statement with the values of its parameters. Statements with parameters are prepared once per connection. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A row as a list of its columns, each as the text that the database sends. */
export type Row = readonly (string | null)[]

/** Runs a statement in the current transaction. */
export type RunStatement = (statement: Statement) => Promise<readonly Row[]>

/** What the statements of a transaction see of others. */
export interface InteractOptions {
  readonly ofOneMoment?: boolean
}

/**
 * What the store needs of a database. If a call rejects, everything that it asked for is rolled back, with one
 * exception: `InDoubtError`.
 */
export interface Sql {
  /** Runs one read-only statement on any connection; `isLong` if short ones should not have to wait for it. */
  query(statement: Statement, isLong?: boolean): Promise<readonly Row[]>
  /** Runs statements in one transaction, all sent at once: all of them or none. Returns the rows of each. */
  transact(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>
  /**
   * Runs statements in one transaction, each chosen after the answers to those before it are known. With `ofOneMoment`,
   * all of them see the same moment.
   */
  interact<Result>(work: (run: RunStatement) => Promise<Result>, options?: InteractOptions): Promise<Result>
  /** Runs read-only statements that all see the same moment; their outcome is never in doubt. */
  inSnapshot<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result>
  /** Ends all connections after their remaining work. */
  close(): Promise<void>
}

/** The connection was lost during a commit: the transaction may or may not have been committed. */
export class InDoubtError extends StorageError {
  constructor(cause: unknown) {
    const { message } = cause as Error
    super(
      'UNAVAILABLE',
      `The connection was lost, and it is not known whether everything was written (${message}).`,
      {
        cause,
      },
    )
  }
}
