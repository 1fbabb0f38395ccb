import type { HeatSample } from '../../shared/api.ts'

/** How long heat is kept and shown. */
export const heatSpanMs = 5 * 60_000

/** While there is little data, a shorter span is shown, enlarged. */
const spansMs = [60_000, 120_000]

/** Returns the time span of the charts: a minute at first, five when there is more data. */
export function shownSpanMs(samples: readonly HeatSample[]): number {
  const known = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0)
  return spansMs.find((spanMs) => known < spanMs) ?? heatSpanMs
}

/** Formats a span in words, as in "the last two minutes". */
export function spanText(spanMs: number): string {
  if (spanMs === heatSpanMs) return 'five minutes'
  return spanMs === spansMs[0] ? 'minute' : 'two minutes'
}

/** The recent minutes of a table's heat, from oldest to newest. */
export class HeatLog {
  #samples: HeatSample[] = []

  /** Adds a sample, unless it is not newer than the last, as after a reconnect. */
  add(sample: HeatSample): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && sample.atMs <= last.atMs) return
    const from = sample.atMs - heatSpanMs
    this.#samples = [...this.#samples.filter(({ atMs }) => atMs >= from), sample]
  }

  get samples(): readonly HeatSample[] {
    return this.#samples
  }

  get latest(): HeatSample | undefined {
    return this.#samples.at(-1)
  }
}
