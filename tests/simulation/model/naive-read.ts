import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { compareScalars, getOwn, valuesEqual } from '@monotable/protocol'
import { attributesOf, holds } from './condition.ts'
import { fragment } from './document.ts'
import type { NaiveTable } from './naive-database.ts'
import { Refusal } from './refusal.ts'
import type { KeyCondition, ReadMeaning } from './request-meaning.ts'
import { entryIn, type IndexShape, pageKeyNames, tableKeyParts } from './table-shape.ts'

/** An item as a Query or a Scan finds it. */
export interface Found {
  /** What was read: the item, or its entry in an index. */
  readonly entry: AttributeMap
  readonly item: AttributeMap
  /** What is returned; undefined when the filter excludes it. */
  readonly shown: AttributeMap | undefined
  /** The values that the results are ordered by; the documentation defines no order for a Scan. */
  readonly order: readonly AttributeValue[]
}

/** Returns the index that a read names. */
export function indexOf({ shape }: NaiveTable, name: string | undefined): IndexShape | undefined {
  if (name === undefined) return undefined
  const index = shape.indexes.find((candidate) => candidate.name === name)
  if (index === undefined) throw new Refusal('ValidationException')
  return index
}

/** Returns the attributes that an index holds if it does not project all. */
function heldNames({ shape }: NaiveTable, index: IndexShape): ReadonlySet<string> {
  const others = typeof index.projection === 'string' ? [] : index.projection
  return new Set([...pageKeyNames(shape, index), ...others])
}

/** Whether a read asks for more than an index holds, so that items are read from the table, too. */
export function readsTable(table: NaiveTable, meaning: ReadMeaning): boolean {
  const index = indexOf(table, meaning.index)
  if (index === undefined || index.projection === 'ALL') return false
  if (meaning.allAttributes) return true
  const held = heldNames(table, index)
  return meaning.projection?.some(([name]) => !held.has(name)) ?? false
}

/** Returns everything that a Query or a Scan finds, in ascending order for a Query. */
export function findAll(table: NaiveTable, meaning: ReadMeaning): Found[] {
  const index = indexOf(table, meaning.index)
  const whole = readsTable(table, meaning)
  if (whole && index?.kind === 'global') throw new Refusal('ValidationException')
  // A Query may filter only by attributes that its index holds; a Scan may name any attribute.
  if (index !== undefined && index.projection !== 'ALL' && meaning.keyConditions !== undefined) {
    const held = heldNames(table, index)
    const named = meaning.filter === undefined ? [] : attributesOf(meaning.filter)
    if (named.some((name) => !held.has(name))) throw new Refusal('ValidationException')
  }
  const orderNames = (index?.range ?? tableKeyParts(table.shape).slice(1)).map(({ name }) => name)
  const found: Found[] = []
  for (const item of table.items) {
    const entry = index === undefined ? item : entryIn(table.shape, index, item)
    if (entry === undefined || !matches(meaning.keyConditions ?? [], entry)) continue
    const seen = whole ? item : entry
    const passes = meaning.filter === undefined || holds(meaning.filter, seen)
    const shown = meaning.projection === undefined ? seen : fragment(seen, meaning.projection)
    const order = orderNames.map((name) => getOwn(entry, name) as AttributeValue)
    found.push({ entry, item, shown: passes ? shown : undefined, order })
  }
  return meaning.keyConditions === undefined
    ? found
    : found.sort((one, other) => compareOrders(one.order, other.order))
}

export function compareOrders(one: readonly AttributeValue[], other: readonly AttributeValue[]): number {
  for (const [position, value] of one.entries()) {
    const difference = compareScalars(value, other[position] as AttributeValue)
    if (difference !== 0) return difference
  }
  return 0
}

function matches(conditions: readonly KeyCondition[], item: AttributeMap): boolean {
  return conditions.every(({ name, comparator, operands: [first, second] }) => {
    const value = getOwn(item, name) as AttributeValue
    const operand = first as AttributeValue
    if (comparator === '=') return valuesEqual(value, operand)
    if (comparator === 'begins')
      return holds({ kind: 'begins', path: [name], term: { kind: 'value', value: operand } }, item)
    if (comparator === 'between') {
      return compareScalars(value, operand) >= 0 && compareScalars(value, second as AttributeValue) <= 0
    }
    const [left, right] = [
      { kind: 'path', path: [name] } as const,
      { kind: 'value', value: operand } as const,
    ]
    return holds({ kind: 'compare', comparator, left, right }, item)
  })
}
