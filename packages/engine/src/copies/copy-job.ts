import { setImmediate, setTimeout } from 'node:timers/promises'
import type { OperationContext } from '../operations/operation-context.ts'
import { startLeased } from '../operations/start-leased.ts'
import { StorageError } from '../storage/storage-error.ts'
import { type Lease, LeaseLost } from '../tables/lease.ts'
import { Register } from '../tables/register.ts'

/** A store that fails may be well again after a while. */
const MAX_ATTEMPTS = 10
const RETRY_PAUSE_MS = 200

/** A page is small, since requests wait for it. */
export const pageMaxRecords = 256
export const pageMaxBytes = 128 * 1024

/** What a job does, and what becomes of it when it cannot be done. */
export interface CopyJob {
  /**
   * Does all of it, from the beginning, and writes down that it is done. It may have been cut short before, or even
   * be done: a store may fail after it has written. Ends soon after `signal` is aborted.
   */
  run(signal: AbortSignal): Promise<void>
  /** Takes back a job that will not be tried again, unless it is done. */
  fail(error: unknown): Promise<void>
  /** Lets go of what the job worked on, however it ended. Doing so again does no harm. */
  release(): Promise<void>
}

/**
 * Runs a job in the background, and again when the store fails. Where several servers share a store, one of them runs
 * it, under its name; the context that it gets writes only as long as it is that one.
 */
export function startJob(
  context: OperationContext,
  name: string,
  createJob: (context: OperationContext) => CopyJob,
): void {
  startLeased(context, {
    name,
    run: async (signal, lease) => {
      if (lease !== undefined) await context.catalogue.refresh()
      await runJob(createJob(lease === undefined ? context : fenced(context, lease)), signal)
    },
  })
}

async function runJob(job: CopyJob, signal: AbortSignal): Promise<void> {
  try {
    await persist(signal, () => job.run(signal))
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof LeaseLost) throw error
    await persist(signal, () => job.fail(error))
  }
  await persist(signal, () => job.release())
}

function fenced(context: OperationContext, lease: Lease): OperationContext {
  const storage = lease.fence(context.storage)
  return {
    ...context,
    storage,
    backups: new Register(storage, 'backups'),
    exports: new Register(storage, 'exports'),
    imports: new Register(storage, 'imports'),
    bulkOperations: new Register(storage, 'bulk-operations'),
  }
}

/** Does something, and again as long as the store fails in a way that may pass, ten times at most. */
export async function persist(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted || !isPassing(error) || attempt === MAX_ATTEMPTS) throw error
      await setTimeout(RETRY_PAUSE_MS * attempt, undefined, { signal })
    }
  }
}

/** Whether it can go better next time. */
function isPassing(error: unknown): boolean {
  return error instanceof StorageError && error.code !== 'NO_SPACE' && error.code !== 'CLOSED'
}

/** Tells of a copy that nobody can ask for any more, since it was taken back. */
export function warnOfFailure(what: string, error: unknown): void {
  process.emitWarning(`${what}: ${error instanceof Error ? error.message : String(error)}`)
}

/** Lets requests go first: a copy is long, and nobody waits for one page of it. */
export async function yieldToRequests(): Promise<void> {
  await setImmediate()
}
