import { type AttributeMap, type AttributeValue, canonicalizeItem, getOwn, setOwn } from '@monotable/protocol'
import type { KeyModel } from '../../shared/api.ts'
import { parseWireItem } from './parse-wire-item.ts'

const DEPTH_MAX = 40

/**
 * Reads a new item from DynamoDB's JSON, or from plain JSON as programs have it. They are told apart by the key: with
 * its type it is an object, and plain it is a text or a number.
 */
export function parseNewItem(text: string, { pk }: KeyModel): AttributeMap {
  const parsed: unknown = JSON.parse(text)
  const key = isObject(parsed) ? getOwn(parsed, pk[0]?.name ?? '') : undefined
  if (!isObject(parsed) || key === undefined || isObject(key)) return parseWireItem(text)
  return canonicalizeItem(plainMap(parsed, '', 0)).item
}

function plainMap(map: { readonly [name: string]: unknown }, path: string, depth: number): AttributeMap {
  const item: AttributeMap = {}
  for (const [name, value] of Object.entries(map)) {
    setOwn(item, name, plainValue(value, path === '' ? name : `${path}.${name}`, depth))
  }
  return item
}

function plainValue(value: unknown, path: string, depth: number): AttributeValue {
  if (depth > DEPTH_MAX) throw new SyntaxError(`${path} is nested too deep.`)
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (Array.isArray(value)) {
    return { L: value.map((element, place) => plainValue(element, `${path}[${place}]`, depth + 1)) }
  }
  if (typeof value === 'number') return { N: plainNumber(value, path) }
  return { M: plainMap(value as { readonly [name: string]: unknown }, path, depth + 1) }
}

/** A number of more digits than JavaScript has would be another one without a word. */
function plainNumber(value: number, path: string): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new SyntaxError(`${path} has more digits than plain JSON keeps: write { "N": "…" } for all values.`)
  }
  return String(value)
}

function isObject(content: unknown): content is { readonly [name: string]: unknown } {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}
