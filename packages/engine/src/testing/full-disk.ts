import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'

/** Wraps a store to behave as on a full disk: it accepts only removals. */
export function onFullDisk(storage: Storage): Storage {
  return {
    ...storage,
    mutate: (keys, decide) =>
      storage.mutate(keys, (values) => {
        const decision = decide(values)
        if (decision.changes.some(({ value }) => value)) throw new StorageError('FULL', 'There is no room.')
        return decision
      }),
  }
}
