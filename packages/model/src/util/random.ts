/** The source of randomness. */
export interface Random {
  /** Returns a number that is at least 0 and less than 1. */
  next(): number
}

/** The system's random numbers. */
export const systemRandom: Random = {
  next: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
}
