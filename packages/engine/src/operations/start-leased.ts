import type { Lease } from '../tables/lease.ts'
import type { OperationContext } from './operation-context.ts'

/** Work that goes on in the background, on one server at a time. */
export interface LeasedWork {
  /** Names the work: the same name is done by one server only. */
  readonly name: string
  /**
   * Does it, from the beginning: another server may have begun it, or this one, before it failed. Ends soon after
   * `signal` is aborted.
   */
  run(signal: AbortSignal, lease: Lease | undefined): Promise<void>
}

/** A disk that is full may have room later: what was given up is begun anew, and nobody waits for it meanwhile. */
const BEGIN_ANEW_MS = 60_000

/** Starts work in the background; where several servers share a store, once it is this one's to do. */
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
