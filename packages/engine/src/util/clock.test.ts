import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from './clock.ts'

const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a long wait ends when the time has come, and not before, even beyond the limit of timers', () => {
  const call = vi.fn()
  const delayMs = 1_000 * hourMs
  systemClock.after(delayMs, call)
  vi.advanceTimersByTime(delayMs - 1)
  expect(call).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(call).toHaveBeenCalledOnce()
})

test('a clock that is set forward, as after a machine has slept, is noticed within a minute', () => {
  const call = vi.fn()
  systemClock.after(hourMs, call)
  vi.setSystemTime(Date.now() + 2 * hourMs)
  vi.advanceTimersByTime(60_000)
  expect(call).toHaveBeenCalledOnce()
})

test('a clock that is set back makes no wait longer', () => {
  const call = vi.fn()
  systemClock.after(hourMs, call)
  vi.setSystemTime(Date.now() - 24 * hourMs)
  vi.advanceTimersByTime(hourMs)
  expect(call).toHaveBeenCalledOnce()
})

test('a cancelled wait does not call back', () => {
  const call = vi.fn()
  const cancel = systemClock.after(hourMs, call)
  vi.advanceTimersByTime(hourMs / 2)
  cancel()
  vi.advanceTimersByTime(hourMs)
  expect(call).not.toHaveBeenCalled()
})
