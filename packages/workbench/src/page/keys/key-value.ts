import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { getOwn, setOwn } from '@monotable/protocol'
import type { KeyAttributeModel, KeyModel } from '../../shared/api.ts'

/** Formats the value of a key attribute for people; `undefined` if it cannot be a key. */
export function keyValueText(value: AttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? value.B : undefined
}

/** Converts a text to the value of a key attribute. */
export function keyValueOf(text: string, { type }: KeyAttributeModel): AttributeValue {
  if (type === 'N') return { N: text }
  return type === 'B' ? { B: text } : { S: text }
}

/** Formats the partition key of an item in a table or an index; several attributes are joined. */
export function partitionText(item: AttributeMap, { pk }: KeyModel): string {
  return textOf(item, pk)
}

/** Formats the sort key of an item in a table or an index. */
export function sortText(item: AttributeMap, { sk }: KeyModel): string {
  return textOf(item, sk)
}

/** Returns an item's key in the table. */
export function keyOf(item: AttributeMap, { pk, sk }: KeyModel): AttributeMap {
  const key: AttributeMap = {}
  for (const { name } of [...pk, ...sk]) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(key, name, value)
  }
  return key
}

/** Returns an item with its key before its other attributes, where people look for it. */
export function keyFirst(item: AttributeMap, key: KeyModel): AttributeMap {
  const ordered = keyOf(item, key)
  for (const [name, value] of Object.entries(item)) setOwn(ordered, name, value)
  return ordered
}

/** Separates the attributes of a composite key, on the page only. */
export const PART_SEPARATOR = ' · '

function textOf(item: AttributeMap, attributes: readonly KeyAttributeModel[]): string {
  if (attributes.length === 1) return keyValueText(getOwn(item, attributes[0]?.name ?? '')) ?? ''
  return attributes.map(({ name }) => keyValueText(getOwn(item, name)) ?? '').join(PART_SEPARATOR)
}
