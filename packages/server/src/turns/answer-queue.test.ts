import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AnswerQueue } from './answer-queue.ts'

test('answers of one turn are written together at its end, in their order', async () => {
  const queue = new AnswerQueue(() => 0)
  const written: string[] = []
  const writer = (name: string) => ({ write: () => written.push(name) })
  queue.add(writer('a'))
  await Promise.resolve()
  queue.add(writer('b'))
  expect(written).toEqual([])
  await setImmediate()
  expect(written).toEqual(['a', 'b'])
})

test('an answer that becomes ready while others are written is written at the end of the next turn', async () => {
  const queue = new AnswerQueue(() => 0)
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

test('answers wait while connections arrive, until a turn without one', async () => {
  const queue = new AnswerQueue(() => 0)
  const written: string[] = []
  queue.add({ write: () => written.push('a') })
  for (let turn = 0; turn < 5; turn++) {
    queue.connectionAccepted()
    await setImmediate()
    expect(written).toEqual([])
  }
  await setImmediate()
  expect(written).toEqual(['a'])
})

test('a never-ending stream of connections does not hold answers back forever', async () => {
  const queue = new AnswerQueue(() => 0)
  let turns = 0
  let isWritten = false
  queue.add({
    write: () => {
      isWritten = true
    },
  })
  for (; !isWritten && turns < 1_000; turns++) {
    queue.connectionAccepted()
    await setImmediate()
  }
  expect(turns).toBeGreaterThan(50)
  expect(turns).toBeLessThan(200)
})

test('many answers wait for more connections than a few do', async () => {
  const queue = new AnswerQueue(() => 0)
  let turns = 0
  let written = 0
  for (let index = 0; index < 300; index++) queue.add({ write: () => written++ })
  for (; written === 0 && turns < 1_000; turns++) {
    queue.connectionAccepted()
    await setImmediate()
  }
  expect(turns).toBeGreaterThan(250)
  expect(turns).toBeLessThan(400)
  expect(written).toBe(300)
})

test('nor do turns that take long', async () => {
  let nowMs = 0
  const queue = new AnswerQueue(() => nowMs)
  const written: string[] = []
  queue.add({ write: () => written.push('a') })
  for (let turn = 0; turn < 2; turn++) {
    expect(written).toEqual([])
    queue.connectionAccepted()
    await setImmediate()
    nowMs += 60
  }
  expect(written).toEqual(['a'])
})

test('answers that took long to make may wait as long', async () => {
  let nowMs = 0
  const queue = new AnswerQueue(() => nowMs)
  const written: string[] = []
  queue.add({ write: () => written.push('a') })
  nowMs += 200
  queue.add({ write: () => written.push('b') })
  let turns = 0
  for (; written.length === 0 && turns < 1_000; turns++) {
    queue.connectionAccepted()
    await setImmediate()
    nowMs += 10
  }
  expect(turns * 10).toBeGreaterThan(150)
  expect(turns * 10).toBeLessThan(300)
})
