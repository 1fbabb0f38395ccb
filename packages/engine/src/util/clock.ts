/** Where the engine gets the time from. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Calls back once, `delayMs` from now at the earliest, and gives what cancels it. Nothing is kept alive by it:
   * a process whose only work is to wait may end.
   */
  after(delayMs: number, call: () => void): () => void
}

/** The longest time that a timer of Node can wait; whoever waits for longer is called too early. */
const longestTimerMs = 2 ** 31 - 1

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, call) => {
    const timer = setTimeout(call, Math.min(Math.max(delayMs, 0), longestTimerMs)).unref()
    return () => clearTimeout(timer)
  },
}

/** A clock that may know only the time; then it is the machine's timers that wait. */
export type TimeSource = Pick<Clock, 'now'> & Partial<Clock>

/** A whole clock of what a user gives. */
export function clockOf(source: TimeSource): Clock {
  const { after } = source
  return {
    now: () => source.now(),
    after: after ? (ms, call) => after.call(source, ms, call) : systemClock.after,
  }
}
