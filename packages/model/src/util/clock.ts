/** The source of time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() }
