import pg from 'pg'

/** What `pg` hands to a query as its answers come; its types leave this out. */
interface QueryEvents {
  handleRowDescription(): void
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
  handleCommandComplete(message: { readonly text: string }): void
  handleReadyForQuery(): void
}

/** What came of a query. */
export interface RawAnswer {
  /** Every column as the text that the database gives for it. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** What was done, such as `COMMIT`. */
  readonly command: string
}

/**
 * A query whose rows stay as they come. Half of what `pg` spends on a row goes into finding out how to convert its
 * columns, and into events that nobody hears.
 */
export class RawQuery extends pg.Query implements QueryEvents {
  // `rows` would mean something else to `pg`.
  readonly #found: (readonly (string | null)[])[] = []
  #command = ''
  readonly #done: (error: Error | undefined, answer?: RawAnswer) => void

  constructor(config: pg.QueryConfig, done: (error: Error | undefined, answer?: RawAnswer) => void) {
    super(Object.assign(config, { callback: done }))
    this.#done = done
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#found.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text
  }

  handleReadyForQuery(): void {
    this.#done(undefined, { rows: this.#found, command: this.#command })
  }
}
