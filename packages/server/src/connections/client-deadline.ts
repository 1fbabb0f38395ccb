/** Until when a client must have sent or read something. */
export class ClientDeadline {
  readonly #now: () => number
  /** When the connection began. */
  readonly begun: number
  #since: number
  #at = Number.POSITIVE_INFINITY

  /** `now` returns milliseconds from any starting point. */
  constructor(now: () => number) {
    this.#now = now
    this.begun = now()
    this.#since = this.begun
  }

  /** `Infinity` while the client waits for us. */
  get at(): number {
    return this.#at
  }

  /** Since when the client has had something to do. */
  get since(): number {
    return this.#since
  }

  /** Gives the client this much time from now on. */
  give(ms: number): void {
    this.#since = this.#now()
    this.#at = this.#since + ms
  }

  /** It is our turn now. */
  suspend(): void {
    this.#at = Number.POSITIVE_INFINITY
  }
}
