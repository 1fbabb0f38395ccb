import { expect, it } from 'vitest'
import { abortedLater } from './aborted-later.ts'
import { createTestClock } from './test-clock.ts'

it('a signal follows another after a delay, unless it is forgotten', async () => {
  const clock = createTestClock(0)
  const first = new AbortController()
  const followed = abortedLater(clock, first.signal, 100)
  const forgotten = abortedLater(clock, first.signal, 100)
  const forgottenBefore = abortedLater(clock, first.signal, 100)
  forgottenBefore.forget()
  await clock.advance(1_000)
  first.abort()
  await clock.advance(99)
  expect(followed.signal.aborted).toBe(false)
  forgotten.forget()
  await clock.advance(1)
  expect(followed.signal.aborted).toBe(true)
  expect(forgotten.signal.aborted).toBe(false)
  expect(forgottenBefore.signal.aborted).toBe(false)
  const late = abortedLater(clock, first.signal, 100)
  expect(late.signal.aborted).toBe(false)
  await clock.advance(100)
  expect(late.signal.aborted).toBe(true)
})
