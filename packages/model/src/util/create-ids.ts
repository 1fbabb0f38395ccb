import { type Clock, systemClock } from './clock.ts'
import { type Random, systemRandom } from './random.ts'

/** The highest counter within one millisecond: twelve bits. */
const highestCount = 0xfff

/**
 * Creates ids that sort in order of creation: UUIDs of version 7, with the time in milliseconds first and then a
 * counter, so that ids of one millisecond are in order too, even when the clock goes back.
 *
 * @example
 * const newId = createIds({ clock: { now: () => 1_767_225_600_000 }, random: { next: () => 0.5 } })
 * newId()
 * // '019b76da-a800-7400-a800-800080008000'
 * newId()
 * // '019b76da-a800-7401-a800-800080008000'
 */
export function createIds({
  clock = systemClock,
  random = systemRandom,
}: {
  readonly clock?: Clock
  readonly random?: Random
} = {}): () => string {
  let last = 0
  let count = 0
  const digits = (bits: number) => {
    return Math.floor(random.next() * 2 ** bits)
      .toString(16)
      .padStart(bits / 4, '0')
  }
  return () => {
    const now = clock.now()
    if (now > last) {
      last = now
      // Starts in the lower half, to leave room for counting.
      count = Math.floor(random.next() * (highestCount / 2 + 1))
    } else if (++count > highestCount) {
      last++
      count = 0
    }
    const time = last.toString(16).padStart(12, '0')
    const variant = (8 + Math.floor(random.next() * 4)).toString(16)
    const counted = count.toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${digits(12)}-${digits(16)}${digits(16)}${digits(16)}`
  }
}
