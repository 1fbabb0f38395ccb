import type { AttributeValue } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { encodeOrdered } from './encode-ordered.ts'

/** Returns the sort bytes of an item in its table; empty if the table has no sort key. */
export function encodeTableSort(value: AttributeValue | undefined): ByteString {
  return value === undefined ? '' : encodeOrdered(value)
}
