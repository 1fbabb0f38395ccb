import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

/** Lets everything proceed that can. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('waiting for requests does not include those that come later', async () => {
  const inFlight = new InFlight()
  const early = inFlight.enter()
  const events: string[] = []
  const waiting = inFlight.drained().then(() => events.push('drained'))
  inFlight.enter()
  await turn()
  expect(events).toEqual([])
  inFlight.leave(early)
  await waiting
})

test('a later wait includes the requests of an earlier one', async () => {
  const inFlight = new InFlight()
  const early = inFlight.enter()
  const events: string[] = []
  void inFlight.drained().then(() => events.push('first'))
  const last = inFlight.drained().then(() => events.push('second'))
  await turn()
  expect(events).toEqual([])
  inFlight.leave(early)
  await last
  expect(events).toEqual(['first', 'second'])
})

test('without requests there is nothing to wait for', async () => {
  await new InFlight().drained()
})
