/** Where chance comes from. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number
}

/** The machine's own chance. */
export const systemRandom: Random = {
  next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
}
