import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RequestTurns } from './request-turns.ts'

/** Returns turns that have received this many requests in the previous turn. */
async function turnsAfter(received: number, answersWait = () => false, now = () => 0): Promise<RequestTurns> {
  const turns = new RequestTurns(answersWait, now)
  for (let index = 0; index < received; index++) turns.receive(() => {})
  await setImmediate()
  return turns
}

test('a few requests are looked at as they come', async () => {
  const turns = await turnsAfter(3)
  const seen: string[] = []
  turns.receive(() => seen.push('a'))
  expect(seen).toEqual(['a'])
  expect(turns.areMany).toBe(false)
})

test('many are looked at together, in their order, and what they begin continues after the last of them', async () => {
  const turns = await turnsAfter(4)
  const seen: string[] = []
  for (const name of ['a', 'b', 'c']) {
    turns.receive(() => {
      seen.push(name)
      queueMicrotask(() => seen.push(`${name}, later`))
    })
  }
  await Promise.resolve()
  expect(seen).toEqual([])
  await setImmediate()
  expect(seen).toEqual(['a', 'b', 'c', 'a, later', 'b, later', 'c, later'])
})

test('a single request after many waits once, and the next one does not', async () => {
  const turns = await turnsAfter(100)
  let seen = 0
  turns.receive(() => seen++)
  expect(seen).toBe(0)
  await setImmediate()
  expect(seen).toBe(1)
  turns.receive(() => seen++)
  expect(seen).toBe(2)
})

const kinds: readonly [string, number, (turns: RequestTurns, task: () => void) => void][] = [
  ['those that are received', 32, (turns, task) => turns.receive(task)],
  ['those that may have long answers', 8, (turns, task) => turns.answerWithFew(task)],
  ['those that are likely to', 1, (turns, task) => turns.answerAlone(task)],
]

test.each(kinds)('of %s, %i begin before the event loop continues', async (_kind, atOnce, add) => {
  const turns = await turnsAfter(100)
  let begun = 0
  for (let index = 0; index < 3 * atOnce; index++) add(turns, () => begun++)
  for (let turn = 1; turn <= 3; turn++) {
    await setImmediate()
    expect(begun).toBe(turn * atOnce)
  }
})

test('what a large request leaves for the next turn is done in a turn of its own, before the next large one begins', async () => {
  const turns = await turnsAfter(100)
  const order: string[] = []
  for (const name of ['first', 'second']) {
    turns.answer({ isLarge: true, mayBeLong: false, isLikelyLong: false }, () => {
      order.push(`${name} parsed`)
      void setImmediate().then(() => order.push(`${name} done`))
    })
  }
  for (const step of ['first parsed', 'first done', 'second parsed', 'second done']) {
    await setImmediate()
    expect(order.splice(0)).toEqual([step])
  }
})

test('a request that took long to parse gets the second and the fourth turn, and no other large one begins before that', async () => {
  let time = 0
  const turns = await turnsAfter(100, undefined, () => time)
  const order: string[] = []
  for (const name of ['first', 'second']) {
    turns.answer({ isLarge: true, mayBeLong: false, isLikelyLong: false }, () => {
      order.push(`${name} parsed`)
      time += 100
    })
  }
  const begun: string[][] = []
  for (let turn = 0; turn <= 5; turn++) {
    await setImmediate()
    begun.push(order.splice(0))
  }
  expect(begun).toEqual([['first parsed'], [], [], [], [], ['second parsed']])
})

test('requests received meanwhile are answered before the next long one begins', async () => {
  const turns = await turnsAfter(100)
  const order: string[] = []
  const receiveMeanwhile = () => turns.receive(() => order.push('short'))
  turns.answerAlone(() => {
    order.push('first')
    receiveMeanwhile()
  })
  for (const name of ['second', 'third']) turns.answerAlone(() => order.push(name))
  receiveMeanwhile()
  for (let turn = 0; turn < 6; turn++) await setImmediate()
  expect(order).toEqual(['short', 'first', 'short', 'second', 'third'])
})

test('long requests wait for answers to be written, but not forever', async () => {
  let answersWait = true
  const turns = await turnsAfter(100, () => answersWait)
  let begun = 0
  turns.answerAlone(() => begun++)
  turns.answerAlone(() => begun++)
  await setImmediate()
  expect(begun).toBe(0)
  answersWait = false
  await setImmediate()
  expect(begun).toBe(1)
  answersWait = true
  for (let turn = 0; turn < 10; turn++) await setImmediate()
  expect(begun).toBe(2)
})

test('after a long answer, the next request whose answer may be long begins a turn later', async () => {
  const turns = await turnsAfter(100)
  const begun: string[] = []
  for (const name of ['short', 'long', 'next', 'last']) {
    turns.answerWithFew(() => {
      begun.push(name)
      if (name === 'long') turns.answeredLong()
    })
  }
  await setImmediate()
  expect(begun).toEqual(['short', 'long'])
  await setImmediate()
  expect(begun).toEqual(['short', 'long', 'next', 'last'])
})

test('requests whose answers may be long no longer begin in a turn once those before them have taken long', async () => {
  let timeMs = 0
  const turns = await turnsAfter(
    100,
    () => false,
    () => timeMs,
  )
  const begun: number[] = []
  for (const ms of [1, 1, 20, 20, 1, 20]) {
    turns.answerWithFew(() => {
      begun.push(ms)
      timeMs += ms
    })
  }
  for (const count of [3, 4, 6]) {
    await setImmediate()
    expect(begun).toHaveLength(count)
  }
})

test('a request whose answer may be long waits for a turn once those received in this one have taken long', async () => {
  let timeMs = 0
  const turns = await turnsAfter(
    0,
    () => false,
    () => timeMs,
  )
  const areTaken: boolean[] = []
  const work = () => {
    areTaken.push(turns.isTurnTaken)
    timeMs += 4
  }
  for (let received = 0; received < 3; received++) turns.receive(work)
  await setImmediate()
  turns.receive(work)
  expect(areTaken).toEqual([false, false, true, false])
})

test('of a few requests with possibly long answers, the next waits for a turn after a long answer, and later ones wait for it', async () => {
  const turns = await turnsAfter(1)
  expect(turns.isTurnTaken).toBe(false)
  turns.answeredLong()
  expect(turns.isTurnTaken).toBe(true)
  turns.answerWithFew(() => turns.answeredLong())
  turns.answerWithFew(() => {})
  await setImmediate()
  expect(turns.isTurnTaken).toBe(true)
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  expect(turns.isTurnTaken).toBe(false)
})

test.each([
  ['may be', (turns: RequestTurns, task: () => void) => turns.answerWithFew(task)],
  ['are likely to be', (turns: RequestTurns, task: () => void) => turns.answerAlone(task)],
])(
  'after a long answer, others that %s long wait while connections arrive, but not forever',
  async (_kind, add) => {
    const turns = await turnsAfter(1)
    let begun = 0
    turns.connectionAccepted()
    turns.answeredLong()
    for (let count = 0; count < 2; count++) {
      add(turns, () => {
        begun++
        turns.answeredLong()
      })
    }
    for (let turn = 0; turn < 50; turn++) {
      turns.connectionAccepted()
      await setImmediate()
    }
    expect(begun).toBe(0)
    expect(turns.isTurnTaken).toBe(true)
    for (let turn = 0; turn < 4; turn++) await setImmediate()
    expect(begun).toBe(2)
    turns.connectionAccepted()
    turns.answeredLong()
    add(turns, () => begun++)
    for (let turn = 0; turn < 110; turn++) {
      turns.connectionAccepted()
      await setImmediate()
    }
    expect(begun).toBe(3)
  },
)

test.each([
  ['may be', (turns: RequestTurns, task: () => void) => turns.answerWithFew(task)],
  ['are likely to be', (turns: RequestTurns, task: () => void) => turns.answerAlone(task)],
])('of answers that %s long, one is made before the next begins', async (_kind, add) => {
  const turns = await turnsAfter(100)
  const seen: string[] = []
  for (const name of ['a', 'b', 'c']) {
    add(turns, () => {
      seen.push(name)
      // Like a store in memory, which waits only for promises, not for another turn.
      Promise.resolve().then(() => queueMicrotask(() => seen.push(`${name}, made`)))
    })
  }
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  expect(seen).toEqual(['a', 'a, made', 'b', 'b, made', 'c', 'c, made'])
})

test('requests that arrived together count as many until the last of them was looked at, whatever arrives meanwhile', async () => {
  const turns = await turnsAfter(100)
  const takenForMany: boolean[] = []
  for (let index = 0; index < 70; index++) turns.receive(() => takenForMany.push(turns.areMany))
  await setImmediate()
  turns.receive(() => takenForMany.push(turns.areMany))
  expect(takenForMany).toHaveLength(32)
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  expect(takenForMany).toEqual(Array.from({ length: 71 }, () => true))
  expect(turns.areMany).toBe(false)
})

test('a few requests after many, which still wait for each other, count as many', async () => {
  const turns = await turnsAfter(100)
  const takenForMany: boolean[] = []
  for (let index = 0; index < 3; index++) turns.receive(() => takenForMany.push(turns.areMany))
  await setImmediate()
  expect(takenForMany).toEqual([true, true, true])
  expect(turns.areMany).toBe(false)
})
