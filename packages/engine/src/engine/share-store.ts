import type { Storage, StorageSnapshot } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { forgetLeases } from '../tables/leases.ts'
import type { Clock } from '../util/clock.ts'
import type { OpenedServices } from './open-services.ts'

/** How old what a server knows of the catalogue can be. */
const refreshMs = 500
/** Work that nobody has taken up is looked for now and then. */
const resumeMs = 60_000

/**
 * What a server does all the time when others share its store: looks whether tables have changed, says that it lives,
 * and takes up what others have left undone.
 */
export interface StoreSharing {
  stop(): Promise<void>
}

/** What sharing a store calls for. */
export interface SharingWork {
  readonly clock: Clock
  /** Takes up what is unfinished and not being done; may be called at any time. */
  readonly resume: () => Promise<void>
  /** Tables have changed. */
  readonly onNews: () => void
}

/** Begins to share a store, if others may use it. */
export function shareStore(
  { catalogue, leases, background, sweeper, expirer, streamKeeper, historyKeeper }: OpenedServices,
  { clock, resume, onNews }: SharingWork,
): StoreSharing | undefined {
  if (leases === undefined) return undefined
  let isStopped = false
  const cancels = new Map<string, () => void>()
  const again = (name: string, everyMs: number, work: () => Promise<unknown>) => {
    if (isStopped) return
    const run = () => {
      // A store that cannot be reached now is asked again.
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
          // A store that cannot be reached is looked at again.
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
    if (catalogue.shared?.generation !== generation) onNews()
    generation = catalogue.shared?.generation
  })
  again('resume', resumeMs, async () => resumeOnce())
  leases.onAbandoned = resumeOnce
  leases.start()
  resumeOnce()
  // Whoever does these may die, so that everyone stands by.
  for (const keeper of [sweeper, expirer, streamKeeper, historyKeeper]) keeper?.wakeAt(clock.now())
  return {
    stop: async () => {
      isStopped = true
      for (const cancel of cancels.values()) cancel()
      await leases.close()
    },
  }
}

/** Goes back to a snapshot. Those who did something when it was made may not do it now, and would be waited for. */
export async function restoreStore(storage: Storage, snapshot: StorageSnapshot): Promise<void> {
  await storage.restore(snapshot)
  if (storage.isShared) await forgetLeases(storage)
}
