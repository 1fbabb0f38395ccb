import type { Lease } from '../tables/lease.ts'
import type { OperationContext } from './operation-context.ts'

/** Background work that runs on one server at a time. */
export interface LeasedWork {
  /** Identifies the work: only one server does the work of a given name. */
  readonly name: string
  /**
   * Does the work from the beginning: it may have been started before, by another server or by this one, and
   * failed. Ends soon after `signal` is aborted.
   */
  run(signal: AbortSignal, lease: Lease | undefined): Promise<void>
}

/**
 * A full disk may have room later: abandoned work is started again after this long, and nothing waits for it
 * meanwhile.
 */
const BEGIN_ANEW_MS = 60_000

/** Starts background work; if several servers share a store, once this one holds the lease for it. */
export function startLeased(
  context: Pick<OperationContext, 'background' | 'clock' | 'leases'>,
  work: LeasedWork,
): void {
  const { background, clock, leases } = context
  const { name, run } = work
  const beginAnew = () => {
    if (!background.signal.aborted) startLeased(context, work)
  }
  background.start(async (signal) => {
    try {
      if (leases === undefined) await run(signal, undefined)
      else await leases.run(name, signal, (lease) => run(AbortSignal.any([signal, lease.signal]), lease))
    } catch (error) {
      if (!signal.aborted) clock.after(BEGIN_ANEW_MS, beginAnew)
      throw error
    }
  })
}
