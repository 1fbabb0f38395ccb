import type { Lease } from '../tables/lease.ts'
import type { OperationContext } from './operation-context.ts'

/** Work that goes on in the background, on one server at a time. */
export interface LeasedWork {
  /** Names the work: the same name is done by one server only. */
  readonly name: string
  /** Does it, from the beginning: another server may have begun it. Ends soon after `signal` is aborted. */
  run(signal: AbortSignal, lease: Lease | undefined): Promise<void>
}

/** Starts work in the background; where several servers share a store, once it is this one's to do. */
export function startLeased(
  { background, leases }: Pick<OperationContext, 'background' | 'leases'>,
  { name, run }: LeasedWork,
): void {
  background.start(async (signal) => {
    if (leases === undefined) return run(signal, undefined)
    await leases.run(name, signal, (lease) => run(AbortSignal.any([signal, lease.signal]), lease))
  })
}
