import type { AttributeValue } from '@monotable/protocol'
import type { ByteString } from '../storage/storage.ts'
import { encodeOrdered } from './encode-ordered.ts'

/** The sort bytes of an item in its table; empty when the table has no sort key. */
export function encodeTableSort(value: AttributeValue | undefined): ByteString {
  return value === undefined ? '' : encodeOrdered(value)
}
