import { afterEach, expect, test, vi } from 'vitest'
import { reportSilence, silentMs } from './report-silence.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an endpoint that does not answer at first is reported once while the caller waits', async () => {
  vi.useFakeTimers()
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let answer = (_: object) => {}
  const send = reportSilence('http://127.0.0.1:8000', () => new Promise((resolve) => (answer = resolve)))
  for (const times of [1, 1]) {
    const answered = send('DescribeTable', {})
    vi.advanceTimersByTime(silentMs)
    expect(stderr).toHaveBeenCalledTimes(times)
    answer({ Table: {} })
    expect(await answered).toEqual({ Table: {} })
  }
  expect(stderr.mock.lastCall?.[0]).toContain('http://127.0.0.1:8000 has not answered yet')
})

test('an endpoint that answers in time is not reported, neither then nor later', async () => {
  vi.useFakeTimers()
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const send = reportSilence('http://127.0.0.1:8000', async () => ({}))
  await send('DescribeTable', {})
  vi.advanceTimersByTime(silentMs)
  expect(stderr).not.toHaveBeenCalled()
})
