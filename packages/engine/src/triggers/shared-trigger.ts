import { setTimeout as wait } from 'node:timers/promises'
import { StorageError } from '../storage/storage-error.ts'
import type { Lease } from '../tables/lease.ts'
import type { Leases } from '../tables/leases.ts'
import { pause } from '../util/pause.ts'
import { createTrigger, type TriggerParts } from './create-trigger.ts'
import type { DeadLetter } from './dead-letter.ts'
import { guardObserver } from './guard-observer.ts'
import { HandlerCaller } from './handler-caller.ts'
import { isCaughtUp } from './is-caught-up.ts'
import { clearLetters, redriveLetters } from './redrive-letters.ts'
import type { Redriven, Trigger } from './trigger.ts'
import type { TriggerStore } from './trigger-store.ts'

/** The parts of a trigger that several servers have. */
export interface SharedTriggerParts extends TriggerParts {
  readonly leases: Leases
  readonly leaseName: string
  /** Returns the trigger's store for use while a lease is held. */
  readonly fencedStore: (lease: Lease) => TriggerStore
}

const retryMs = 1_000
const lookMs = 200

/**
 * Starts a trigger that other servers may also have, under the same name. One of them runs it; the others stand by,
 * and continue from its checkpoint when it dies.
 */
export async function createSharedTrigger(parts: SharedTriggerParts): Promise<Trigger> {
  const trigger = new SharedTrigger(parts)
  await trigger.start()
  return trigger
}

class SharedTrigger implements Trigger {
  readonly name: string
  readonly #parts: SharedTriggerParts & Required<Pick<SharedTriggerParts, 'observe'>>
  readonly #abort = new AbortController()
  #active: Trigger | undefined
  #following: Promise<void> = Promise.resolve()
  #stopping: Promise<void> | undefined

  constructor(parts: SharedTriggerParts) {
    this.name = parts.plan.name
    this.#parts = { ...parts, observe: guardObserver(parts.observe) }
  }

  async start(): Promise<void> {
    const lease = await this.#parts.leases.tryTake(this.#parts.leaseName)
    try {
      if (lease !== undefined) await this.#activate(lease)
    } catch (error) {
      await lease?.release()
      throw error
    }
    this.#following = this.#follow(lease)
  }

  async idle(): Promise<void> {
    const { directory, store } = this.#parts
    for (;;) {
      if (this.#abort.signal.aborted) throw new StorageError('CLOSED', `the trigger ${this.name} was stopped`)
      if (this.#active !== undefined) return this.#active.idle()
      if (await isCaughtUp(directory, store)) return
      await wait(lookMs)
    }
  }

  lagMs(): number {
    return this.#active?.lagMs() ?? 0
  }

  deadLetters(): Promise<readonly DeadLetter[]> {
    return this.#parts.store.deadLetters()
  }

  async redrive(): Promise<Redriven> {
    if (this.#active !== undefined) return this.#active.redrive()
    const caller = new HandlerCaller(this.#parts)
    return redriveLetters(this.#parts.store, (records) => caller.call(records))
  }

  async clearDeadLetters(): Promise<void> {
    await clearLetters(this.#parts.store)
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async remove(): Promise<void> {
    await this.stop()
    await this.#parts.store.forget()
  }

  async #stop(): Promise<void> {
    this.#abort.abort()
    await this.#following
    this.#parts.onStop?.()
  }

  async #activate(lease: Lease): Promise<void> {
    const { onStop: _, fencedStore, ...parts } = this.#parts
    this.#active = await createTrigger({ ...parts, store: fencedStore(lease) })
  }

  /** Runs the trigger whenever this server holds its lease. */
  async #follow(first: Lease | undefined): Promise<void> {
    const { signal } = this.#abort
    const { leases, leaseName, observe, clock } = this.#parts
    for (let lease = first; !signal.aborted; lease = undefined) {
      try {
        lease ??= await leases.take(leaseName, signal)
        if (lease === undefined) return
        if (this.#active === undefined) await this.#activate(lease)
        await untilAborted(AbortSignal.any([signal, lease.signal]))
      } catch (error) {
        observe({ kind: 'unreadable', error })
        await pause(clock, retryMs, signal)
      } finally {
        const active = this.#active
        this.#active = undefined
        await active?.stop()
        await lease?.release().catch(() => {})
      }
    }
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
