/** The engine's source of time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Calls back once, `delayMs` from now at the earliest; returns a function that cancels it. Does not keep the
   * process alive: one that is only waiting may end.
   */
  after(delayMs: number, call: () => void): () => void
}

/** How often the time is checked: timers do not notice a clock that is set forward, or a machine that has slept. */
const longestTimerMs = 60_000

/** The time of the machine. Waits longer than a minute also end when the machine's clock has reached that time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, call) => {
    const dueMs = Date.now() + delayMs
    let leftMs = Math.max(delayMs, 0)
    let timer: NodeJS.Timeout
    const wait = () => {
      const stepMs = Math.min(leftMs, longestTimerMs)
      leftMs -= stepMs
      timer = setTimeout(() => (leftMs <= 0 || Date.now() >= dueMs ? call() : wait()), stepMs).unref()
    }
    wait()
    return () => clearTimeout(timer)
  },
}

/** A clock that may only tell the time; waiting then uses the machine's timers. */
export type TimeSource = Pick<Clock, 'now'> & Partial<Clock>

/** Completes a clock given by a user. */
export function clockOf(source: TimeSource): Clock {
  const { after } = source
  return {
    now: () => source.now(),
    after: after ? (ms, call) => after.call(source, ms, call) : systemClock.after,
  }
}
