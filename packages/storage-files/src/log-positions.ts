import { type ByteString, encodeLogPosition, systemClock } from '@monotable/engine'

/** The limit for the time, so that a clock wrong by centuries still leaves numbers to count with. */
const mostMicroseconds = 2 ** 52

/**
 * Assigns log positions. A store and every frame of its journal hold a number beyond all those assigned, so none is
 * assigned twice, whatever has become of the records. A folder restored from a backup knows less; so the first position
 * is at least the time in microseconds, which counting never catches up with.
 */
export class LogPositions {
  #next: number
  readonly #least = Math.min(systemClock.now() * 1_000, mostMicroseconds)

  constructor(next: number) {
    this.#next = next
  }

  /** The position that is assigned next. */
  get next(): number {
    return this.#next
  }

  take(): ByteString {
    this.raise(this.#least)
    return encodeLogPosition(this.#next++)
  }

  /** Assigns none before `next` from now on. */
  raise(next: number): void {
    this.#next = Math.max(this.#next, next)
  }
}
