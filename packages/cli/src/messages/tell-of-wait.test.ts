import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellOfWait } from './tell-of-wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells what it waits for if that takes long, and otherwise nothing', async () => {
  const tell = vi.fn()
  expect(await tellOfWait(Promise.resolve('soon'), tell)).toBe('soon')
  vi.advanceTimersByTime(60_000)
  expect(tell).not.toHaveBeenCalled()
  let finish = (_: string) => {}
  const slow = new Promise<string>((resolve) => {
    finish = resolve
  })
  const waiting = tellOfWait(slow, tell)
  vi.advanceTimersByTime(60_000)
  expect(tell).toHaveBeenCalledOnce()
  finish('late')
  expect(await waiting).toBe('late')
})
