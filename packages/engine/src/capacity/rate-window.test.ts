import { expect, it } from 'vitest'
import { RateWindow } from './rate-window.ts'

it('a window returns the current second, the previous one, and the minute', () => {
  const window = new RateWindow()
  window.add(1, 10_000)
  window.add(2, 10_999)
  window.add(4, 11_000)
  expect(window.thisSecond(11_500)).toBe(4)
  expect(window.lastSecond(11_500)).toBe(3)
  expect(window.lastMinute(11_500)).toBe(7)
  expect(window.lastMinute(69_999)).toBe(7)
  expect(window.lastMinute(70_000)).toBe(4)
  expect(window.lastMinute(1_000_000)).toBe(0)
})

it('a clock that is set back adds to the latest second reached', () => {
  const window = new RateWindow()
  window.add(1, 20_000)
  window.add(1, 5_000)
  expect(window.thisSecond(20_000)).toBe(2)
})

it('a clock that was far ahead and is set right begins anew', () => {
  const window = new RateWindow()
  window.add(1, 86_400_000)
  for (let second = 0; second < 100; second++) window.add(1, 20_000 + second * 1_000)
  expect(window.thisSecond(119_000)).toBe(1)
  expect(window.lastSecond(119_000)).toBe(1)
  expect(window.lastMinute(119_000)).toBe(60)
})
