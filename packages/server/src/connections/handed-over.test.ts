import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { HandedOver } from './handed-over.ts'

const timeouts = { headersMs: 1, requestMs: 20, idleMs: 300, crowdedMs: 1, standstillMs: 1, placeMs: 1 }

test('a connection that waits for an answer cannot be ended, even when the next request follows', () => {
  const connection = new HandedOver(new Socket(), timeouts, () => 1_000)
  expect([connection.isIdle, connection.deadline]).toEqual([true, 1_300])
  connection.recordActivity('receiving')
  expect([connection.isIdle, connection.deadline]).toEqual([false, 1_020])
  connection.recordActivity('answering')
  connection.recordActivity('receiving')
  expect([connection.isIdle, connection.deadline]).toEqual([false, Number.POSITIVE_INFINITY])
  connection.recordActivity('nothing')
  expect([connection.isIdle, connection.deadline]).toEqual([true, 1_300])
})
