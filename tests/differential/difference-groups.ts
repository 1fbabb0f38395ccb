import { type Difference, groupOf } from './difference.ts'
import type { KnownDifference } from './known-difference.ts'
import { findKnown, knownDifferences } from './known-differences.ts'

/** All differences that look alike, with one example. */
export interface DifferenceGroup {
  readonly group: string
  readonly count: number
  readonly example: Difference
}

export interface Findings {
  readonly requests: { readonly [operation: string]: number }
  /** Differences that nobody has explained yet. */
  readonly unknown: readonly DifferenceGroup[]
  /** How often each known difference occurred. */
  readonly known: readonly { readonly name: string; readonly count: number }[]
  /** Refusals with the same error name and different messages. */
  readonly messages: readonly DifferenceGroup[]
}

/** Groups differences as they are found. */
export class DifferenceGroups {
  readonly #groups = new Map<string, { count: number; example: Difference }>()
  readonly #known = new Map<KnownDifference, number>()
  readonly #requests = new Map<string, number>()

  countRequest(operation: string): void {
    this.#requests.set(operation, (this.#requests.get(operation) ?? 0) + 1)
  }

  /** Adds a difference; returns whether it is the first of an unexplained group. */
  add(difference: Difference): boolean {
    const known = findKnown(difference)
    if (known !== undefined) {
      this.#known.set(known, (this.#known.get(known) ?? 0) + 1)
      return false
    }
    const name = groupOf(difference)
    const group = this.#groups.get(name)
    if (group === undefined) this.#groups.set(name, { count: 1, example: difference })
    else group.count += 1
    return group === undefined && difference.aspect !== 'message'
  }

  /** Replaces the example of a group. */
  replace(before: Difference, example: Difference): void {
    const group = this.#groups.get(groupOf(before))
    if (group !== undefined) group.example = example
  }

  summary(): string {
    const { unknown, known, requests } = this.findings()
    const total = Object.values(requests).reduce((sum, count) => sum + count, 0)
    const met = known.reduce((sum, { count }) => sum + count, 0)
    return `${total} requests, ${unknown.length} unknown groups of differences, ${met} known differences`
  }

  findings(): Findings {
    const groups = [...this.#groups].map(([group, { count, example }]) => ({ group, count, example }))
    groups.sort((left, right) => right.count - left.count)
    return {
      requests: Object.fromEntries([...this.#requests].sort()),
      unknown: groups.filter(({ example }) => example.aspect !== 'message'),
      known: knownDifferences.map((entry) => ({ name: entry.name, count: this.#known.get(entry) ?? 0 })),
      messages: groups.filter(({ example }) => example.aspect === 'message'),
    }
  }
}
