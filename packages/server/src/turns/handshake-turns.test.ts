import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HandshakeTurns } from './handshake-turns.ts'

test('simultaneous handshakes begin one per turn, in their order', async () => {
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

test('they get as much time as everything else between them, so that they do not wait forever', async () => {
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

test('time without handshakes is not credited to later ones', async () => {
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
