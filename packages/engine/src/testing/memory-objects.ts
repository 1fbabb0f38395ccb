import type { ObjectFolder } from '../util/object-folder.ts'

/** Buckets in memory, for tests: `objects` by bucket and key. */
export interface MemoryObjects extends ObjectFolder {
  readonly objects: Map<string, Map<string, Uint8Array>>
}

/** Creates buckets in memory. */
export function createMemoryObjects(): MemoryObjects {
  const objects = new Map<string, Map<string, Uint8Array>>()
  return {
    objects,
    list: async (bucket, prefix) => {
      const keys = objects.get(bucket)
      if (keys === undefined) return undefined
      const found = [...keys].filter(([key]) => key.startsWith(prefix))
      return found
        .map(([key, content]) => ({ key, sizeBytes: content.length }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    read: async function* (bucket, key) {
      const content = objects.get(bucket)?.get(key) ?? new Uint8Array()
      // In small pieces, as files may arrive.
      for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000)
    },
    write: async (bucket, key, content) => {
      const keys = objects.get(bucket) ?? new Map<string, Uint8Array>()
      objects.set(bucket, keys.set(key, content))
    },
  }
}
