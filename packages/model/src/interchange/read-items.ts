import type { KeyAttributeDescription, TableDescription } from '../documents/model-description.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { isMembers, type Members, type Reading } from './reading.ts'
import { type JsonValue, repairValue } from './repair-value.ts'

/** An item as a JSON value. */
export type JsonItem = { readonly [attribute: string]: JsonValue }

/** Items of a file, and their place in it. */
export interface ItemList {
  readonly path: string
  readonly items: readonly unknown[]
}

/**
 * Returns the items that a table can hold: repaired if possible, and left out if not, or if their key occurred before.
 */
export function readItems(
  lists: readonly ItemList[],
  table: Pick<TableDescription, 'key' | 'indexes'>,
  reading: Reading,
): ReadonlyMap<string, readonly JsonItem[]> {
  const seen = new Set<string>()
  const read = lists.map(({ path, items }): [string, JsonItem[]] => [
    path,
    items.flatMap((item, at) => {
      const place = `${path}[${at}]`
      const repaired = readItem(item, table, reading, place)
      if (repaired === undefined) return []
      const key = keyOf(repaired, table)
      if (seen.has(key)) {
        reading.tell(place, 'has the same key as an earlier item, and was left out')
        return []
      }
      seen.add(key)
      return [repaired]
    }),
  ])
  return new Map(read)
}

function readItem(
  item: unknown,
  table: Pick<TableDescription, 'key' | 'indexes'>,
  reading: Reading,
  path: string,
): JsonItem | undefined {
  if (!isMembers(item)) {
    reading.tell(path, 'is not an item, and was left out')
    return undefined
  }
  const attributes = repairAttributes(item, reading, path)
  const own = [...table.key.pk, ...table.key.sk]
  for (const attribute of own) {
    const value = keyValue(attribute, attributes, reading, path)
    if (value === undefined) {
      reading.tell(path, `has no valid key ${attribute.name}, and was left out`)
      return undefined
    }
    setOwn(attributes, attribute.name, value)
  }
  for (const attribute of table.indexes.flatMap(({ pk, sk }) => [...pk, ...sk])) {
    if (getOwn(attributes, attribute.name) === undefined) continue
    const value = keyValue(attribute, attributes, reading, path)
    if (value !== undefined) setOwn(attributes, attribute.name, value)
    else {
      reading.tell(`${path}.${attribute.name}`, 'cannot be a key of an index; it was left out')
      delete attributes[attribute.name]
    }
  }
  return attributes
}

function repairAttributes(item: Members, reading: Reading, path: string): { [attribute: string]: JsonValue } {
  const attributes: { [attribute: string]: JsonValue } = {}
  for (const [name, value] of Object.entries(item)) {
    if (name === '') {
      reading.tell(path, 'has an attribute without a name; it was left out')
      continue
    }
    const repaired = repairValue(value, reading, `${path}.${name}`)
    if (repaired !== undefined) setOwn(attributes, name, repaired)
  }
  return attributes
}

/** Returns the value of a key in the key's type; `undefined` when it is missing, or cannot be a key. */
function keyValue(
  { name, type }: KeyAttributeDescription,
  attributes: JsonItem,
  reading: Reading,
  path: string,
): JsonValue | undefined {
  const value = getOwn(attributes, name)
  if (value === undefined) return undefined
  const [[given = '', content] = []] = Object.entries(value)
  if (content === '') return undefined
  if (given === type) return value
  const isNumber = type === 'N' && given === 'S' && /^[+-]?\d+(?:\.\d+)?$/.test(String(content))
  const isText = type === 'S' && given === 'N'
  if (!isNumber && !isText) return undefined
  reading.tell(`${path}.${name}`, `was of type ${given}, but the key is of type ${type}; it was converted`)
  return { [type]: String(content) }
}

/** Returns a text that identifies a key. */
export function keyOf(item: JsonItem, { key }: Pick<TableDescription, 'key'>): string {
  return JSON.stringify([...key.pk, ...key.sk].map(({ name }) => getOwn(item, name) ?? null))
}
