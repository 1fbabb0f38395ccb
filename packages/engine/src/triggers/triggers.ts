import { ServiceError } from '@monotable/protocol'
import type { OperationContext } from '../operations/operation-context.ts'
import { type Realm, requireTable } from '../tables/catalogue.ts'
import type { Lease } from '../tables/lease.ts'
import type { Clock } from '../util/clock.ts'
import { createTrigger } from './create-trigger.ts'
import { describeError } from './dead-letter.ts'
import { planTrigger } from './plan-trigger.ts'
import { createRegisterTriggerStore } from './register-trigger-store.ts'
import { createSharedTrigger } from './shared-trigger.ts'
import { createStreamDirectory, type StreamAccess } from './stream-directory.ts'
import type { TriggerHandler } from './stream-event.ts'
import type { Trigger, TriggerHappening, TriggerOptions } from './trigger.ts'

/** What a trigger in this process is made from. */
export interface LocalTrigger {
  readonly tableName: string
  readonly handler: TriggerHandler
  readonly options: TriggerOptions
}

/** A running trigger and its table. */
export interface RunningTrigger {
  readonly realm: Realm
  readonly trigger: Trigger
}

/** The running triggers of a database. */
export class Triggers {
  readonly #running = new Map<string, RunningTrigger | undefined>()

  /** Starts a trigger on a table of this database. */
  async start(
    context: OperationContext,
    send: StreamAccess['send'],
    { tableName, handler, options }: LocalTrigger,
  ): Promise<Trigger> {
    const { storage, realm, clock, random, leases } = context
    await context.catalogue.refresh()
    const plan = planTrigger(tableName, handler, options)
    requireTable(context.catalogue, realm, tableName)
    const key = `${realm.accountId}/${realm.region}/${plan.name}`
    if (this.#running.has(key)) {
      throw new ServiceError(
        'ResourceInUseException',
        `A trigger of the name ${plan.name} is running already; give this one another name`,
      )
    }
    this.#running.set(key, undefined)
    try {
      const parts = {
        plan,
        handler,
        directory: createStreamDirectory({ tableName, send, listen: listenTo(context, tableName) }),
        store: createRegisterTriggerStore(storage, realm, plan.name),
        clock,
        random,
        observe: options.observe ?? warnOfFailures(plan.maxAttempts),
        onStop: () => this.#running.delete(key),
      }
      const fencedStore = (lease: Lease) => {
        return createRegisterTriggerStore(lease.fence(storage), realm, plan.name)
      }
      const trigger = leases
        ? await createSharedTrigger({ ...parts, leases, leaseName: `trigger/${key}`, fencedStore })
        : await createTrigger(parts)
      this.#running.set(key, { realm, trigger })
      return trigger
    } catch (error) {
      this.#running.delete(key)
      throw error
    }
  }

  /** Yields all running triggers. */
  *list(): Iterable<RunningTrigger> {
    for (const running of this.#running.values()) if (running !== undefined) yield running
  }

  /** Stops all of them, each at its current position. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.list()].map(({ trigger }) => trigger.stop()))
  }
}

/**
 * Returns how to listen to a stream. One that no longer belongs to the table does not grow, so there is nothing to
 * listen to.
 */
function listenTo(
  { catalogue, realm, signals, clock }: OperationContext,
  tableName: string,
): StreamAccess['listen'] {
  // Appends by other servers send no signal here.
  if (catalogue.shared !== undefined) return (_, call) => repeat(clock, call)
  return (streamArn, call) => {
    const definition = catalogue.find(realm, tableName)?.definition
    if (definition?.stream === undefined) return () => {}
    if (streamArn !== `${definition.arn}/stream/${definition.stream.label}`) return () => {}
    return signals.onAppend(definition.stream.space, call)
  }
}

/** As often as Lambda polls a stream. */
const lookMs = 250

function repeat(clock: Clock, call: () => void): () => void {
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(lookMs, () => {
      next()
      call()
    })
  }
  next()
  return () => cancel()
}

/** Returns an observer that warns of failures: a handler that fails forever would otherwise do so silently. */
function warnOfFailures(maxAttempts: number): (happening: TriggerHappening) => void {
  let last = ''
  return (happening) => {
    if (happening.kind === 'handled') last = ''
    if (happening.kind !== 'failed' || maxAttempts !== Number.POSITIVE_INFINITY) return
    const { name, message } = describeError(happening.error)
    const text = `${name}: ${message}`
    if (text !== last) process.emitWarning(happening.error instanceof Error ? happening.error : message)
    last = text
  }
}
