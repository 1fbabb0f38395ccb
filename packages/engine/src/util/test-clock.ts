import type { Clock } from './clock.ts'

/** A clock for tests: time passes only when the test says so. */
export interface TestClock extends Clock {
  /**
   * Advances the time. Everything that becomes due on the way is called at its exact time, in order, and the work
   * that it starts gets a chance to run. Use `await db.settled()` afterwards to wait for the end of that work.
   */
  advance(ms: number): Promise<void>
}

interface Waiting {
  readonly dueMs: number
  readonly call: () => void
}

/**
 * Creates a clock that stands still until it is advanced.
 *
 * @example
 * const clock = createTestClock(Date.UTC(2026, 0, 1))
 * await clock.advance(60_000)
 * new Date(clock.now()).toISOString()
 * // '2026-01-01T00:01:00.000Z'
 */
export function createTestClock(startMs: number): TestClock {
  let nowMs = startMs
  const waiting = new Set<Waiting>()
  return {
    now: () => nowMs,
    after: (delayMs, call) => {
      const entry = { dueMs: nowMs + Math.max(delayMs, 0), call }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    advance: async (ms) => {
      const endMs = nowMs + ms
      for (let next = earliest(waiting, endMs); next !== undefined; next = earliest(waiting, endMs)) {
        waiting.delete(next)
        nowMs = Math.max(nowMs, next.dueMs)
        next.call()
        await workDone()
      }
      nowMs = endMs
      await workDone()
    },
  }
}

function earliest(waiting: ReadonlySet<Waiting>, endMs: number): Waiting | undefined {
  let first: Waiting | undefined
  for (const entry of waiting) {
    if (entry.dueMs <= endMs && (first === undefined || entry.dueMs < first.dueMs)) first = entry
  }
  return first
}

/** A store may take a turn of the event loop for a commit, and another one for the answer. */
async function workDone(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}
