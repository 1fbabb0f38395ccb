import { setImmediate, setTimeout } from 'node:timers/promises'
import { StorageError } from '../storage/storage-error.ts'
import { type Lease, LeaseLost } from '../tables/lease.ts'
import { Register } from '../tables/register.ts'
import { isInUse } from '../tables/unless-in-use.ts'
import { printable } from '../util/printable.ts'
import type { OperationContext } from './operation-context.ts'
import { startLeased } from './start-leased.ts'

/** A store that fails may recover after a while. */
const MAX_ATTEMPTS = 10
const RETRY_PAUSE_MS = 200

/** Pages are small, because requests wait for them. */
export const pageMaxRecords = 256
export const pageMaxBytes = 128 * 1024

/** The work of a job, and what to do if it fails for good. */
export interface CopyJob {
  /**
   * Does all of the work from the beginning, and records that it is done. It may have been interrupted before, or
   * even be done: a store may fail after it has written. Ends soon after `signal` is aborted.
   */
  run(signal: AbortSignal): Promise<void>
  /** Undoes a job that will not be retried, unless it is done. */
  fail(error: unknown): Promise<void>
  /** Releases what the job worked on, however it ended. Repeating this does no harm. */
  release(): Promise<void>
}

/**
 * Runs a job in the background, and retries it if the store fails. If several servers share a store, one of them
 * runs it, under its name; the context passed to it can write only while this server is that one.
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

/** Runs a step, and retries it, ten times at most, while the store fails in a way that may be temporary. */
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

/** Returns whether a retry may succeed. A job finds a table in use only while another server is changing it. */
function isPassing(error: unknown): boolean {
  if (isInUse(error)) return true
  return error instanceof StorageError && error.code !== 'NO_SPACE' && error.code !== 'CLOSED'
}

/** Warns about the failure of a copy that nobody can ask about any more, because it was undone. */
export function warnOfFailure(what: string, error: unknown): void {
  process.emitWarning(printable(`${what}: ${error instanceof Error ? error.message : String(error)}`))
}

/** Gives way to requests: a copy takes long, and nobody waits for one page of it. */
export async function yieldToRequests(): Promise<void> {
  await setImmediate()
}
