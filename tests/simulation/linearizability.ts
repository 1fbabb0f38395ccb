/** One call on one key, with the moments of its beginning and its end. */
export interface Call<State> {
  readonly label: string
  readonly began: number
  /** Infinity for a call whose outcome is not known: it may happen at any later moment, or never. */
  readonly ended: number
  /** The state after the call, or `undefined` when from this state it could not have gone as it went. */
  readonly apply: (state: State) => { readonly next: State } | undefined
}

/**
 * Whether there is an order of the calls, one after the other, in which each goes as it went and none is
 * moved before one that had ended when it began. Tries all orders and remembers where it has been.
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
