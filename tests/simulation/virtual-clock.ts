import { createTestClock, type TestClock } from '@monotable/engine'

/** A clock whose time passes only when a test says so. */
export type VirtualClock = TestClock

/** Creates a virtual clock that starts at the beginning of 2026. */
export function createVirtualClock(): VirtualClock {
  return createTestClock(Date.UTC(2026, 0, 1))
}
