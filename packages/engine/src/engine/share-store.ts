import type { Storage, StorageSnapshot } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { forgetLeases } from '../tables/leases.ts'
import type { Clock } from '../util/clock.ts'
import type { OpenedServices } from './open-services.ts'

/** The maximum age of what a server knows of the catalogue. */
const refreshMs = 500
/** How often to look for unfinished work that no server has resumed. */
const resumeMs = 60_000

/**
 * What a server does continuously while others share its store: checks whether tables have changed, renews its
 * lease, and resumes work that others have abandoned.
 */
export interface StoreSharing {
  stop(): Promise<void>
}

/** What sharing a store needs. */
export interface SharingWork {
  readonly clock: Clock
  /** Resumes work that is unfinished and that no server is doing; may be called at any time. */
  readonly resume: () => Promise<void>
  /** Called when tables have changed. */
  readonly onTableChange: () => void
}

/** Starts to share a store, if others may use it. */
export function shareStore(
  { catalogue, leases, background, sweeper, expirer, streamKeeper, historyKeeper }: OpenedServices,
  { clock, resume, onTableChange }: SharingWork,
): StoreSharing | undefined {
  if (leases === undefined) return undefined
  let isStopped = false
  const cancels = new Map<string, () => void>()
  const again = (name: string, everyMs: number, work: () => Promise<unknown>) => {
    if (isStopped) return
    const run = () => {
      // If the store cannot be reached now, try again later.
      void work()
        .catch(() => {})
        .finally(() => again(name, everyMs, work))
    }
    cancels.set(name, clock.after(everyMs, run))
  }
  let isResuming = false
  const resumeOnce = () => {
    if (isResuming || isStopped) return
    isResuming = true
    background.start(() =>
      resume()
        .catch((error: unknown) => {
          // If the store cannot be reached, the next round tries again.
          if (!(error instanceof StorageError)) throw error
        })
        .finally(() => {
          isResuming = false
        }),
    )
  }
  let generation = catalogue.shared?.generation
  again('refresh', refreshMs, async () => {
    await catalogue.refresh()
    if (catalogue.shared?.generation !== generation) onTableChange()
    generation = catalogue.shared?.generation
  })
  again('resume', resumeMs, async () => resumeOnce())
  leases.onAbandoned = resumeOnce
  leases.start()
  resumeOnce()
  // The server that does these jobs may die, so every server stands by.
  for (const keeper of [sweeper, expirer, streamKeeper, historyKeeper]) keeper?.wakeAt(clock.now())
  return {
    stop: async () => {
      isStopped = true
      for (const cancel of cancels.values()) cancel()
      await leases.close()
    },
  }
}

/**
 * Restores a snapshot. The leases in it are dropped: their holders may be gone by now, and others would wait for
 * them.
 */
export async function restoreStore(storage: Storage, snapshot: StorageSnapshot): Promise<void> {
  await storage.restore(snapshot)
  if (storage.isShared) await forgetLeases(storage)
}
