import { createPort, isSdkClient, type ModelClient } from '../port/create-port.ts'
import type { Port } from '../port/port.ts'
import { type Clock, systemClock } from '../util/clock.ts'
import { type Random, systemRandom } from '../util/random.ts'
import { retryingPort } from './retrying-port.ts'

/** Everything outside the model that sending depends on; a test can replace all of it. */
export interface ModelContext {
  readonly port: Port
  readonly clock: Clock
  readonly random: Random
  /** Waits before another attempt. */
  readonly sleep: (delayMs: number) => Promise<void>
  /** Returns the same context with a wrapper around what goes to the database: below a cache, above retries. */
  readonly around: (wrap: (port: Port) => Port) => ModelContext
}

/** A layer between the model and the database, such as a cache. `open` is called once for each connection. */
export interface PortLayer {
  open(clock: Clock): (port: Port) => Port
}

/** Options of a connection. */
export interface ContextOptions extends Partial<Pick<ModelContext, 'clock' | 'random' | 'sleep'>> {
  /** Caches of entities, each made by `cache(…)`. */
  readonly cache?: readonly PortLayer[]
}

/** Completes the context for sending. */
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
