import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LongWork } from './long-work.ts'

test('one piece is done per turn of the event loop, alternating between jobs', async () => {
  const long = new LongWork()
  const done: string[] = []
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await long.turn()
      done.push(name)
    }
  }
  const all = Promise.all([long.do(() => work('a')), long.do(() => work('b'))])
  for (let before = 0; done.length < 6; before = done.length) {
    await setImmediate()
    expect(done.length - before).toBeLessThanOrEqual(1)
  }
  await all
  expect(done.join('')).toBe('ababab')
})

test('only a few run at once, and a failing one makes room for the next', async () => {
  const long = new LongWork()
  let underWay = 0
  let most = 0
  const work = async (number: number) => {
    most = Math.max(most, ++underWay)
    await setImmediate()
    underWay--
    if (number % 2 === 0) throw new Error('failed')
    return number
  }
  const all = await Promise.allSettled(Array.from({ length: 100 }, (_, i) => long.do(() => work(i))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(most).toBe(16)
})
