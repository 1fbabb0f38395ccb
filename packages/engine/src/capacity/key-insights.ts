import type { AttributeMap } from '@monotable/protocol'
import { type HeavyHitter, HeavyHitters } from './heavy-hitters.ts'

/** A key and its counts. */
export interface KeyCount {
  /** The attributes of the key. */
  readonly key: AttributeMap
  /** The count in the busiest minute: what a graph of CloudWatch Contributor Insights shows. */
  readonly mostInMinute: number
  /** The sum over all minutes. */
  readonly total: number
}

/** CloudWatch shows at most this many contributors. */
const contributors = 25
/** More keys are counted than shown, so that the shown counts are accurate. */
const counters = 128
/** With more uses per second than this, only a sample is counted, and stands for all of them. */
const exactPerSecond = 1_000
const sampleOneOf = 16
const minuteMs = 60_000
/** A clock that is set back by this much was wrong before; without this, time would stand still until it catches up. */
const setBackMinutes = 2

/** The heaviest keys by minute, kept for a limited time. */
export class KeyInsights {
  readonly #minutesKept: number
  #minute = 0
  #second = 0
  #inSecond = 0
  #chance = 1
  #current = new HeavyHitters<AttributeMap>(counters)
  readonly #past: { readonly minute: number; readonly top: [string, HeavyHitter<AttributeMap>][] }[] = []

  constructor(minutesKept: number) {
    this.#minutesKept = minutesKept
  }

  add(place: string, amount: number, { nowMs, keyOf }: { nowMs: number; keyOf: () => AttributeMap }): void {
    this.#advance(nowMs)
    const share = this.#sampleShare(nowMs)
    if (share > 0) this.#current.add(place, amount * share, keyOf)
  }

  /** Returns the heaviest keys of the last minutes, busiest first. */
  top(nowMs: number, minutes: number): KeyCount[] {
    this.#advance(nowMs)
    const since = this.#minute - minutes
    const sums = new Map<string, { key: AttributeMap; mostInMinute: number; total: number }>()
    const slices = this.#past.filter(({ minute }) => minute > since).map(({ top }) => top)
    for (const slice of [...slices, this.#current.top(contributors)]) {
      for (const [place, { value, weight }] of slice) {
        const sum = sums.get(place) ?? { key: value, mostInMinute: 0, total: 0 }
        sums.set(place, sum)
        sum.mostInMinute = Math.max(sum.mostInMinute, weight)
        sum.total += weight
      }
    }
    return [...sums.values()]
      .sort((one, other) => other.mostInMinute - one.mostInMinute)
      .slice(0, contributors)
  }

  /** Returns how many uses this one stands for; zero if it is left out of the sample. */
  #sampleShare(nowMs: number): number {
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
    }
    if (++this.#inSecond <= exactPerSecond) return 1
    // A linear congruential generator, so that sampling does not resonate with patterns in the traffic.
    this.#chance = (Math.imul(this.#chance, 1_664_525) + 1_013_904_223) >>> 0
    return this.#chance < 2 ** 32 / sampleOneOf ? sampleOneOf : 0
  }

  #advance(nowMs: number): void {
    const wanted = Math.floor(nowMs / minuteMs)
    if (wanted <= this.#minute - setBackMinutes) this.#forget()
    const minute = Math.max(wanted, this.#minute)
    if (minute === this.#minute) return
    const top = this.#current.top(contributors)
    if (top.length > 0) {
      this.#past.push({ minute: this.#minute, top })
      this.#current = new HeavyHitters(counters)
    }
    while ((this.#past[0]?.minute ?? minute) <= minute - this.#minutesKept) this.#past.shift()
    this.#minute = minute
  }

  #forget(): void {
    this.#past.length = 0
    this.#current = new HeavyHitters(counters)
    this.#minute = 0
  }
}
