import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { attributeTypeOf, getOwn, setOwn, valueSizeBytes } from '@monotable/protocol'

export type KeyType = 'S' | 'N' | 'B'

export interface KeyPart {
  readonly name: string
  readonly type: KeyType
}

/** An index as the model knows it. */
export interface IndexShape {
  readonly name: string
  readonly kind: 'local' | 'global'
  readonly hash: readonly KeyPart[]
  readonly range: readonly KeyPart[]
  /** What an entry holds besides keys: everything, nothing, or these attributes. */
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[]
}

/** A table as the model knows it. */
export interface TableShape {
  readonly name: string
  readonly hash: KeyPart
  readonly range: KeyPart | undefined
  readonly indexes: readonly IndexShape[]
}

export function tableKeyParts({ hash, range }: TableShape): KeyPart[] {
  return range === undefined ? [hash] : [hash, range]
}

export function indexKeyParts({ hash, range }: IndexShape): KeyPart[] {
  return [...hash, ...range]
}

/** Returns the names of the attributes in a LastEvaluatedKey. */
export function pageKeyNames(shape: TableShape, index: IndexShape | undefined): string[] {
  const parts = [...tableKeyParts(shape), ...(index === undefined ? [] : indexKeyParts(index))]
  return [...new Set(parts.map(({ name }) => name))]
}

/** Returns only some attributes of an item. */
export function pick(item: AttributeMap, names: readonly string[]): AttributeMap {
  const result: AttributeMap = {}
  for (const name of names) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(result, name, value)
  }
  return result
}

/** Returns the entry of an item in an index; undefined when a key attribute is missing or unfit. */
export function entryIn(shape: TableShape, index: IndexShape, item: AttributeMap): AttributeMap | undefined {
  const isIn = indexKeyParts(index).every(({ name, type }) => isFit(getOwn(item, name), type))
  if (!isIn) return undefined
  if (index.projection === 'ALL') return item
  const others = index.projection === 'KEYS_ONLY' ? [] : index.projection
  return pick(item, [...new Set([...pageKeyNames(shape, index), ...others])])
}

/** Whether a value can be part of a key. */
export function isFit(value: AttributeValue | undefined, type: KeyType): boolean {
  return value !== undefined && attributeTypeOf(value) === type && valueSizeBytes(value) > 0
}
