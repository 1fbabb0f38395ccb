import { expect, test } from 'vitest'
import { Background } from './background.ts'
import { Housekeeper } from './housekeeping.ts'
import { createTestClock } from './test-clock.ts'

const dayMs = 86_400_000

test('periodic work continues when the clock is set back', async () => {
  const timers = createTestClock(10 * dayMs)
  let backMs = 0
  const clock = { now: () => timers.now() - backMs, after: timers.after }
  let runs = 0
  const run = async () => {
    runs++
    return undefined
  }
  const sharing = { mayRun: async () => true, everyMs: 2_000 }
  const keeper = new Housekeeper({ run }, { clock, background: new Background() }, sharing)
  keeper.wakeAt(clock.now())
  await timers.advance(0)
  expect(runs).toBe(1)
  backMs = dayMs
  await timers.advance(10_000)
  expect(runs).toBe(6)
  keeper.end()
})
