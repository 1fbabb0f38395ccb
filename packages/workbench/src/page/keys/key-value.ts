import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { getOwn, setOwn } from '@monotable/protocol'
import type { KeyAttributeModel, KeyModel } from '../../shared/api.ts'

/** A key attribute's value as people read it; `undefined` for what cannot be a key. */
export function keyValueText(value: AttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? value.B : undefined
}

/** The value that a text stands for in a key attribute. */
export function keyValueOf(text: string, { type }: KeyAttributeModel): AttributeValue {
  if (type === 'N') return { N: text }
  return type === 'B' ? { B: text } : { S: text }
}

/** The partition key of an item in a table or an index; parts of one of several attributes are joined. */
export function partitionText(item: AttributeMap, { pk }: KeyModel): string {
  return textOf(item, pk)
}

/** The sort key of an item in a table or an index. */
export function sortText(item: AttributeMap, { sk }: KeyModel): string {
  return textOf(item, sk)
}

/** An item's key in the table. */
export function keyOf(item: AttributeMap, { pk, sk }: KeyModel): AttributeMap {
  const key: AttributeMap = {}
  for (const { name } of [...pk, ...sk]) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(key, name, value)
  }
  return key
}

/** An item with its key before its other attributes, as people look for it. */
export function keyFirst(item: AttributeMap, key: KeyModel): AttributeMap {
  const ordered = keyOf(item, key)
  for (const [name, value] of Object.entries(item)) setOwn(ordered, name, value)
  return ordered
}

/** Between the parts of a key of several attributes, in the page only. */
export const PART_SEPARATOR = ' · '

function textOf(item: AttributeMap, attributes: readonly KeyAttributeModel[]): string {
  if (attributes.length === 1) return keyValueText(getOwn(item, attributes[0]?.name ?? '')) ?? ''
  return attributes.map(({ name }) => keyValueText(getOwn(item, name)) ?? '').join(PART_SEPARATOR)
}
