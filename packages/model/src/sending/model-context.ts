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
}

/** What a caller may set of it. */
export type ContextOptions = Partial<Omit<ModelContext, 'port'>>

/** Completes what sending needs. */
export function createContext(client: ModelClient, options: ContextOptions = {}): ModelContext {
  const { clock = systemClock, random = systemRandom, sleep = wait } = options
  const port = retryingPort(createPort(client), { random, sleep, clientRetries: isSdkClient(client) })
  return { port, clock, random, sleep }
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
