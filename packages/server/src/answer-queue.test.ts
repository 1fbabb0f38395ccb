import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AnswerQueue } from './answer-queue.ts'

test('answers of one turn are written together at its end, in their order', async () => {
  const queue = new AnswerQueue()
  const written: string[] = []
  const writer = (name: string) => ({ write: () => written.push(name) })
  queue.add(writer('a'))
  await Promise.resolve()
  queue.add(writer('b'))
  expect(written).toEqual([])
  await setImmediate()
  expect(written).toEqual(['a', 'b'])
})

test('an answer that is ready while others are written comes at the end of the next turn', async () => {
  const queue = new AnswerQueue()
  const written: string[] = []
  queue.add({
    write: () => {
      written.push('a')
      queue.add({ write: () => written.push('b') })
    },
  })
  await setImmediate()
  expect(written).toEqual(['a'])
  await setImmediate()
  expect(written).toEqual(['a', 'b'])
})
