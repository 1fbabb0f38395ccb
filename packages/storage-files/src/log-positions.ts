import { type ByteString, encodeLogPosition, systemClock } from '@monotable/engine'

/** If the clock is wrong by centuries, there are still numbers to count with. */
const mostMicroseconds = 2 ** 52

/**
 * Gives the positions of logs. A store and every frame of its journal hold a number beyond all that were given, so that
 * none is given again, whatever has become of the records. A folder that was put back from a backup knows less; so the
 * first one is at least the time in microseconds, which counting never catches up with.
 */
export class LogPositions {
  #next: number
  readonly #least = Math.min(systemClock.now() * 1_000, mostMicroseconds)

  constructor(next: number) {
    this.#next = next
  }

  /** The one that is given next. */
  get next(): number {
    return this.#next
  }

  take(): ByteString {
    this.raise(this.#least)
    return encodeLogPosition(this.#next++)
  }

  /** From now on gives none before this one. */
  raise(next: number): void {
    this.#next = Math.max(this.#next, next)
  }
}
