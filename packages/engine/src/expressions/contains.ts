import { type AttributeValue, valuesEqual } from '@monotable/protocol'
import { base64ByteString } from '../encoding/base64-byte-string.ts'
import { includesText } from '../util/includes-text.ts'

/** Returns whether a value is part of a text, a binary, a set or a list. */
export function contains(container: AttributeValue, member: AttributeValue): boolean {
  if ('S' in container) return 'S' in member && includesText(container.S, member.S)
  if ('SS' in container) return 'S' in member && container.SS.includes(member.S)
  if ('NS' in container) return 'N' in member && container.NS.includes(member.N)
  if ('BS' in container) return 'B' in member && container.BS.includes(member.B)
  if ('L' in container) return container.L.some((element) => valuesEqual(element, member))
  if (!('B' in container && 'B' in member)) return false
  return includesText(base64ByteString(container.B), base64ByteString(member.B))
}
