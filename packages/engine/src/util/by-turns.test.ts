import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { byTurns } from './by-turns.ts'

test('many are processed in order, a few in each turn of the event loop', async () => {
  const all = Array.from({ length: 95 }, (_, number) => number)
  const given: number[] = []
  const done = (async () => {
    for await (const one of byTurns(all)) given.push(one)
  })()
  for (let before = 0; given.length < all.length; before = given.length) {
    await setImmediate()
    expect(given.length - before).toBeLessThanOrEqual(20)
  }
  await done
  expect(given).toEqual(all)
})
