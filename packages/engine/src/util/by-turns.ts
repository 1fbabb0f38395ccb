import { setImmediate } from 'node:timers/promises'

/** Each step takes a few tenths of a millisecond at most. */
const AT_ONCE = 10

/**
 * Yields one after the other, and lets others have a turn of the event loop now and then: an in-memory store waits
 * for nothing, so a loop over thousands of tables would otherwise block all requests until it is done.
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
