import { StorageError } from '@monotable/engine'

/** One statement, with the values of its parameters. Those with parameters are prepared once a connection. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A row as a list of its columns, each as the text that the database gives for it. */
export type Row = readonly (string | null)[]

/** Runs a statement in a transaction that is under way. */
export type RunStatement = (statement: Statement) => Promise<readonly Row[]>

/** How statements of a transaction see what others do. */
export interface InteractOptions {
  readonly ofOneMoment?: boolean
}

/**
 * What the store needs of a database. Whatever a call rejects with, what it had asked for is undone, with one
 * exception: `InDoubtError`.
 */
export interface Sql {
  /** Runs one statement that changes nothing, on any connection; `isLong` when those that are short should not wait for it. */
  query(statement: Statement, isLong?: boolean): Promise<readonly Row[]>
  /** Runs statements in one transaction, sent in one go: all of them or none. Gives the rows of each. */
  transact(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>
  /**
   * Runs statements in one transaction, each chosen when the answers of those before it are known. With `ofOneMoment`
   * all of them see the same moment.
   */
  interact<Result>(work: (run: RunStatement) => Promise<Result>, options?: InteractOptions): Promise<Result>
  /** Runs statements that change nothing, and all see the same moment; this is never in doubt. */
  inSnapshot<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result>
  /** Ends all connections, behind what they have to do. */
  close(): Promise<void>
}

/** The connection went while a transaction was being committed: it may have been, or not. */
export class InDoubtError extends StorageError {
  constructor(cause: unknown) {
    const { message } = cause as Error
    super(
      'UNAVAILABLE',
      `The connection was lost, and it is not known whether all was written (${message}).`,
      {
        cause,
      },
    )
  }
}
