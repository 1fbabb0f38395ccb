import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'

/** A store as it is on a full disk: it takes only what removes. */
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
