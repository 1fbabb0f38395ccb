/** One call on one key, with the moments at which it began and ended. */
export interface Call<State> {
  readonly label: string
  readonly began: number
  /** Infinity for a call whose outcome is unknown: it may take effect at any later moment, or never. */
  readonly ended: number
  /** Returns the state after the call, or `undefined` when its result is impossible in this state. */
  readonly apply: (state: State) => { readonly next: State } | undefined
}

/**
 * Whether there is an order of the calls in which each result is possible and no call comes before one that had ended
 * when it began. Tries all orders and remembers the states that lead nowhere.
 */
export function isLinearizable<State>(calls: readonly Call<State>[], initial: State): boolean {
  const dead = new Set<string>()
  const search = (state: State, left: readonly Call<State>[]): boolean => {
    if (left.every(({ ended }) => ended === Infinity)) return true
    const key = `${JSON.stringify(state)} ${left.map(({ began }) => began).join()}`
    if (dead.has(key)) return false
    const firstEnd = Math.min(...left.map(({ ended }) => ended))
    for (const call of left) {
      if (call.began > firstEnd) continue
      const applied = call.apply(state)
      const rest = left.filter((other) => other !== call)
      if (applied !== undefined && search(applied.next, rest)) return true
    }
    dead.add(key)
    return false
  }
  return search(initial, calls)
}
