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

/** The time is looked at this often: timers know nothing of a clock that is put forward, or of a machine that has slept. */
const longestTimerMs = 60_000

/** The time of the machine. Who waits for longer than a minute is called when that time has come by its clock, too. */
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
