import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HandshakeTurns } from './handshake-turns.ts'

test('handshakes that come at once are begun one a turn, in their order', async () => {
  const turns = new HandshakeTurns(() => 0)
  const begun: number[] = []
  for (let index = 0; index < 3; index++) turns.add(() => begun.push(index))
  expect(begun).toEqual([])
  for (const expected of [[0], [0, 1], [0, 1, 2]]) {
    await setImmediate()
    expect(begun).toEqual(expected)
  }
  turns.add(() => begun.push(3))
  await setImmediate()
  expect(begun).toEqual([0, 1, 2, 3])
})

test('they have as much time as everything else has between them, so that they do not wait for ever', async () => {
  let nowMs = 0
  const turns = new HandshakeTurns(() => nowMs)
  let begun = 0
  const handshake = () => {
    begun++
    nowMs += 2
  }
  for (let index = 0; index < 100; index++) turns.add(handshake)
  nowMs += 10
  await setImmediate()
  expect(begun).toBe(5)
  await setImmediate()
  expect(begun).toBe(6)
  nowMs += 1_000
  await setImmediate()
  expect(begun).toBe(6 + 25)
})

test('time in which nobody connects is nothing that is owed to them', async () => {
  let nowMs = 0
  const turns = new HandshakeTurns(() => nowMs)
  let begun = 0
  turns.add(() => begun++)
  await setImmediate()
  nowMs += 1_000
  for (let index = 0; index < 5; index++) turns.add(() => begun++)
  await setImmediate()
  expect(begun).toBe(2)
})
