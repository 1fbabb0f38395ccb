import type { ReadKey, RecordValue, Storage } from './storage.ts'

/**
 * Wraps a store so that commits hold only while a certain record allows it: every `mutate` also reads that record,
 * and `check` throws when commits must stop.
 */
export function fencedStorage(
  storage: Storage,
  key: ReadKey,
  check: (record: RecordValue | undefined) => void,
): Storage {
  return {
    isShared: storage.isShared ?? false,
    createSpace: (space) => storage.createSpace(space),
    dropSpace: (space) => storage.dropSpace(space),
    listSpaces: () => storage.listSpaces(),
    read: (keys) => storage.read(keys),
    range: (request) => storage.range(request),
    mutate: (keys, decide) =>
      storage.mutate([...keys, key], (values) => {
        check(values.at(-1))
        return decide(values.slice(0, -1))
      }),
    size: (space, partition) => storage.size(space, partition),
    clear: (first) => storage.clear(first),
    snapshot: () => storage.snapshot(),
    restore: (snapshot) => storage.restore(snapshot),
    close: () => storage.close(),
  }
}
