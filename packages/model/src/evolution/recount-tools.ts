import type { EntityDefinition } from '../entities/entity-definition.ts'
import { revisionAttribute } from '../entities/evolution.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { attributeIs, type Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { isContention } from '../port/service-failure.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { getOwn } from '../util/own-property.ts'
import { compileTransactItem } from '../writes/compile-action.ts'
import { guardCondition } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'

/** How often something is checked again after others have changed it. */
export const attemptLimit = 10

/** A correction: a marker that is made or removed, or a count that is set. */
export interface RecountSample {
  /** The name of what is corrected: `Customer.email`, `Order.customer`. */
  readonly name: string
  readonly kind: 'marker' | 'stale-marker' | 'count'
  /** The key of the marker, or of the parent with the count. */
  readonly key: WireItem
  /** The item that owns the marker. */
  readonly owner?: WireItem
  /** The count before and after. */
  readonly before?: number
  readonly after?: number
}

/** Something that cannot be corrected. */
export interface RecountProblem {
  readonly name: string
  /**
   * `duplicate`: two items have a value that must be unique; `taken`: the item stored under the marker's key is no
   * marker; `busy`: others kept changing it; `unreadable`: the model cannot read the item.
   */
  readonly kind: 'duplicate' | 'taken' | 'busy' | 'unreadable'
  readonly key: WireItem
  /** The other item with the same values. */
  readonly other?: WireItem
  /** The values that both items have. */
  readonly values?: Values
  readonly message: string
}

/** What a recount needs for its corrections. */
export interface RecountTools {
  readonly context: ModelContext
  /** Whether to report only, and write nothing. */
  readonly isPlan: boolean
  /** Waits until the next write is due. */
  readonly pace: () => Promise<void>
  readonly sample: (sample: RecountSample) => void
  readonly problem: (problem: RecountProblem) => void
}

/** Reads an item as it is now. */
export async function readNow(
  { port }: ModelContext,
  { table }: EntityDefinition,
  key: WireItem,
): Promise<WireItem | undefined> {
  const { Item } = await port.send('GetItem', { TableName: table.name, Key: key, ConsistentRead: true })
  return Item
}

/** Sends a transaction; returns whether it succeeded, as opposed to being refused because something has changed. */
export async function sendUnlessChanged(
  { port }: ModelContext,
  actions: readonly WriteAction[],
): Promise<boolean> {
  try {
    await port.send('TransactWriteItems', { TransactItems: actions.map(compileTransactItem) })
    return true
  } catch (error) {
    if (!isContention(error)) throw error
    return false
  }
}

/**
 * Returns the condition that an item is as it was read: present or not, of the same type and shape, with the same
 * values in some attributes, which are given by their stored names.
 */
export function isAsRead(
  entity: EntityDefinition,
  item: WireItem | undefined,
  attributes: readonly string[],
): Condition {
  const { table, ttl } = entity
  const first = table.key.pk[0]?.name ?? ''
  if (item === undefined) return attributeIs(first, undefined)
  const names = [first, table.typeAttribute, ttl?.stored, revisionAttribute, ...attributes]
  const all = new Set(names.flatMap((name) => name ?? []))
  return { kind: 'and', conditions: [...all].map((name) => asRead(name, item)) }
}

function asRead(name: string, item: WireItem): Condition {
  return guardCondition({ steps: [name], expected: getOwn(item, name), asStored: true })
}

/** Returns the attributes of an item as programs see them, and as they are stored if that is in an older shape. */
export function valuesOf(entity: EntityDefinition, item: WireItem): { before: Values; stored?: Values } {
  return {
    before: decodeEntity(entity, item) as Values,
    ...(entity.evolution && { stored: decodeEntity(entity, item, false) as Values }),
  }
}

/** Returns the key of an item, partition key first: maps have any order, and people read this. */
export function keyIn({ key }: TableDefinition, item: WireItem): WireItem {
  const names = [...key.pk, ...key.sk].map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, getOwn(item, name) as WireValue]))
}

/** Returns a key as text for people. */
export function keyText(key: WireItem): string {
  return Object.values(key)
    .map((value) => String(Object.values(value)[0]))
    .join(' / ')
}
