import type { RecordKey } from '@monotable/engine'

export function isSamePlace(a: RecordKey, b: RecordKey): boolean {
  return a.partition === b.partition && a.sort === b.sort && a.space === b.space
}
