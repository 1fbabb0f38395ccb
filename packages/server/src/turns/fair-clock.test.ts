import { expect, test } from 'vitest'
import { FairClock } from './fair-clock.ts'

function setUp() {
  let time = 1_000
  const clock = new FairClock(() => time, 2_500)
  const pass = (ms: number) => {
    time += ms
  }
  return { clock, pass }
}

test('time passes while the process runs, even if ticks are a little late', () => {
  const { clock, pass } = setUp()
  const start = clock.now()
  for (const ms of [2_500, 2_550, 2_600]) {
    pass(ms)
    clock.tick()
  }
  expect(clock.now() - start).toBe(7_650)
  expect(clock.hasRunFor(5_000)).toBe(true)
})

test('the time of a standstill does not count for clients', () => {
  const { clock, pass } = setUp()
  const start = clock.now()
  pass(2_500)
  clock.tick()
  pass(40_000)
  clock.tick()
  expect(clock.now() - start).toBe(5_000)
  pass(1_000)
  expect(clock.now() - start).toBe(6_000)
})

test('a standstill is noticed before its late tick, and for some time after it', () => {
  const { clock, pass } = setUp()
  pass(40_000)
  expect(clock.hasRunFor(5_000)).toBe(false)
  clock.tick()
  expect(clock.hasRunFor(5_000)).toBe(false)
  for (const ms of [2_500, 2_500]) {
    pass(ms)
    clock.tick()
  }
  expect(clock.hasRunFor(5_000)).toBe(true)
})
