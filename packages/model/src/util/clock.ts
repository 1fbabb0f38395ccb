/** Where the time comes from. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() }
