import type { Clock } from '@monotable/engine'

/** A clock whose time passes in jumps: callbacks that become due on the way are called at the end of the jump. */
export interface JumpClock extends Clock {
  /** Lets time pass; returns whether a callback was called. */
  jump(ms: number): boolean
}

export function createJumpClock(startMs: number): JumpClock {
  let nowMs = startMs
  const waiting = new Set<{ readonly dueMs: number; readonly call: () => void }>()
  return {
    now: () => nowMs,
    after: (delayMs, call) => {
      const entry = { dueMs: nowMs + Math.max(delayMs, 0), call }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    jump: (ms) => {
      nowMs += ms
      const due = [...waiting].filter(({ dueMs }) => dueMs <= nowMs)
      for (const entry of due) {
        waiting.delete(entry)
        entry.call()
      }
      return due.length > 0
    },
  }
}
