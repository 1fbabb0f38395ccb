import type { Storage } from '@monotable/engine'
import type { Durability } from '@monotable/storage-files'
import { openLogStorage } from '../open-log-storage.ts'

export interface SmallStoreOptions {
  readonly path: string
  readonly pendingMaxBytes?: number
  readonly durability?: Durability
}

/** Opens a store whose files are so small that they are begun, closed, cleaned and reused all the time. */
export function openSmallStore({
  path,
  pendingMaxBytes = 20_000,
  durability = 'full',
}: SmallStoreOptions): Promise<Storage> {
  const sizes = { segmentBytes: pendingMaxBytes, cacheMaxBytes: 50_000, openFilesMax: 2 }
  return openLogStorage({ path, durability, ...sizes })
}
