import { type AttributeMap, canonicalizeItem, getOwn } from '@monotable/protocol'
import type { KeyModel } from '../../shared/api.ts'
import { parsePlainJson } from './parse-plain-json.ts'
import { parseWireItem } from './parse-wire-item.ts'

/**
 * Parses a new item from DynamoDB JSON, or from plain JSON as programs write it. The key tells which: an object with
 * its type in DynamoDB JSON, otherwise a string or a number.
 */
export function parseNewItem(text: string, { pk }: KeyModel): AttributeMap {
  const parsed: unknown = JSON.parse(text)
  const key = isObject(parsed) ? getOwn(parsed, pk[0]?.name ?? '') : undefined
  if (key === undefined || isObject(key)) return parseWireItem(text)
  const plain = parsePlainJson(text)
  return canonicalizeItem('M' in plain ? plain.M : {}).item
}

function isObject(content: unknown): content is { readonly [name: string]: unknown } {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}
