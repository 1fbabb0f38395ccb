import { setImmediate } from 'node:timers/promises'

/** What is done for each takes some tenths of a millisecond at most. */
const AT_ONCE = 10

/**
 * Gives one after the other, and lets everybody else have a turn of the event loop now and then: a store in memory waits for
 * nothing, so that whoever looks after thousands of tables would otherwise keep all requests waiting until the last.
 */
export async function* byTurns<One>(all: Iterable<One>): AsyncGenerator<One, void, undefined> {
  let given = 0
  for (const one of all) {
    if (given === AT_ONCE) {
      await setImmediate()
      given = 0
    }
    given++
    yield one
  }
}
