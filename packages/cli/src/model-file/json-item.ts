import { setOwn } from '@monotable/protocol'
import type { JsonItem } from './expectations.ts'

/** DynamoDB allows 32 levels of nesting. */
const deepest = 32

/** Converts an item from JSON to its wire form: base64 text of binary values becomes bytes. */
export function fromJsonItem(item: JsonItem): object {
  return mapMembers(item, (value) => convert(value, fromText, 0))
}

/** Converts an item to JSON. */
export function toJsonItem(item: object): JsonItem {
  return mapMembers(item, (value) => convert(value, toText, 0)) as JsonItem
}

type Binary = (value: unknown) => unknown

function convert(value: unknown, binary: Binary, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  const { B, BS, L, M } = value as { B?: unknown; BS?: unknown; L?: unknown; M?: unknown }
  if (B !== undefined) return { B: binary(B) }
  if (Array.isArray(BS)) return { BS: BS.map(binary) }
  if (Array.isArray(L)) return { L: L.map((element) => convert(element, binary, depth + 1)) }
  if (typeof M !== 'object' || M === null) return value
  return { M: mapMembers(M, (member) => convert(member, binary, depth + 1)) }
}

function mapMembers(object: object, map: (value: unknown) => unknown): object {
  const mapped: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(object)) setOwn(mapped, name, map(value))
  return mapped
}

function fromText(value: unknown): unknown {
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value
}

function toText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
