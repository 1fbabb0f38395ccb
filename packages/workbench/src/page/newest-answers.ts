/**
 * Orders answers by the time of their requests, since they may arrive in another order: an answer never replaces that
 * of a later request. An answer is still accepted while a later request is in flight, as that one may fail.
 */
export class NewestAnswers {
  #asked = 0
  readonly #taken = new Map<string, number>()

  /** Returns the number of a new request, to be passed to `take` with its answer. */
  ask(): number {
    this.#asked += 1
    return this.#asked
  }

  /** Whether an answer about a subject is newer than all accepted so far; if so, accepts it. */
  take(subject: string, asked: number): boolean {
    if ((this.#taken.get(subject) ?? 0) > asked) return false
    this.#taken.set(subject, asked)
    return true
  }
}
