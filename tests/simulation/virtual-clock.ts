import { createTestClock, type TestClock } from '@monotable/engine'

/** Time that passes only when a test says so. */
export type VirtualClock = TestClock

/** A virtual clock that begins with the year 2026. */
export function createVirtualClock(): VirtualClock {
  return createTestClock(Date.UTC(2026, 0, 1))
}
