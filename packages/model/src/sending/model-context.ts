import { createPort, isSdkClient, type ModelClient } from '../port/create-port.ts'
import type { Port } from '../port/port.ts'
import { type Clock, systemClock } from '../util/clock.ts'
import { type Random, systemRandom } from '../util/random.ts'
import { retryingPort } from './retrying-port.ts'

/** What sending needs of the outside world; a test can own all of it. */
export interface ModelContext {
  readonly port: Port
  readonly clock: Clock
  readonly random: Random
  /** Waits before another attempt. */
  readonly sleep: (delayMs: number) => Promise<void>
  /** The same context, with something put around what goes to the database: below a cache, above retries. */
  readonly around: (wrap: (port: Port) => Port) => ModelContext
}

/** Something between the model and the database, such as a cache. `open` is called once for each connection. */
export interface PortLayer {
  open(clock: Clock): (port: Port) => Port
}

/** What a caller may set of it. */
export interface ContextOptions extends Partial<Pick<ModelContext, 'clock' | 'random' | 'sleep'>> {
  /** Caches of some entities, each made by `cache(…)`. */
  readonly cache?: readonly PortLayer[]
}

/** Completes what sending needs. */
export function createContext(client: ModelClient, options: ContextOptions = {}): ModelContext {
  const { clock = systemClock, random = systemRandom, sleep = wait, cache = [] } = options
  const layers = cache.map((layer) => layer.open(clock))
  const build = (inner: Port): ModelContext => ({
    port: layers.reduce((port, layer) => layer(port), inner),
    clock,
    random,
    sleep,
    around: (wrap) => build(wrap(inner)),
  })
  return build(retryingPort(createPort(client), { random, sleep, clientRetries: isSdkClient(client) }))
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
