import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notifyIfSlow } from './notify-if-slow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports what it waits for if that takes long, and otherwise nothing', async () => {
  const notify = vi.fn()
  expect(await notifyIfSlow(Promise.resolve('soon'), notify)).toBe('soon')
  vi.advanceTimersByTime(60_000)
  expect(notify).not.toHaveBeenCalled()
  let finish = (_: string) => {}
  const slow = new Promise<string>((resolve) => {
    finish = resolve
  })
  const waiting = notifyIfSlow(slow, notify)
  vi.advanceTimersByTime(60_000)
  expect(notify).toHaveBeenCalledOnce()
  finish('late')
  expect(await waiting).toBe('late')
})
