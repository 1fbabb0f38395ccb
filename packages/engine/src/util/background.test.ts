import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { Background } from './background.ts'

afterEach(() => vi.restoreAllMocks())

it('any number of tasks may wait to be stopped without a warning', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const background = new Background()
  let stopped = 0
  for (let i = 0; i < 50; i++) {
    background.start(async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      stopped++
    })
  }
  await setImmediate()
  await background.stop()
  expect(stopped).toBe(50)
  expect(warn).not.toHaveBeenCalled()
})

it('parts of tasks that take turns run one after the other, also after one that failed', async () => {
  const background = new Background()
  background.onFailure = () => {}
  const events: string[] = []
  for (const name of ['a', 'b', 'c']) {
    background.start(() =>
      background.inTurn(async () => {
        events.push(`${name} begins`)
        await setImmediate()
        if (name === 'a') throw new Error('refused')
        events.push(`${name} ends`)
      }),
    )
  }
  await background.settled()
  expect(events).toEqual(['a begins', 'b begins', 'b ends', 'c begins', 'c ends'])
})
