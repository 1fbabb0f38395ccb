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

/** How often something is looked at again because somebody changed it meanwhile. */
export const attemptLimit = 10

/** Something that is made up: a marker that is made or removed, or a count that is set. */
export interface RecountSample {
  /** Of what: `Customer.email`, `Order.customer`. */
  readonly name: string
  readonly kind: 'marker' | 'stale-marker' | 'count'
  /** Under which it is stored: the marker, or the parent with the count. */
  readonly key: WireItem
  /** Whose the marker is. */
  readonly owner?: WireItem
  /** The count before and after. */
  readonly before?: number
  readonly after?: number
}

/** What cannot be made up. */
export interface RecountProblem {
  readonly name: string
  /**
   * `duplicate`: two items have what must be unique; `taken`: what is stored under the marker's key is no marker; `busy`:
   * others kept changing it; `unreadable`: an item that the model cannot read.
   */
  readonly kind: 'duplicate' | 'taken' | 'busy' | 'unreadable'
  readonly key: WireItem
  /** The other item that has the same. */
  readonly other?: WireItem
  /** What both have. */
  readonly values?: Values
  readonly message: string
}

/** What making something up needs. */
export interface RecountTools {
  readonly context: ModelContext
  /** Whether nothing is to be written. */
  readonly isPlan: boolean
  /** Waits until the next write may be done. */
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

/** Sends a transaction; whether it went through, and was not refused because something has changed. */
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
 * That an item is what it was taken for: there or not, of the same type and shape, with the same in some attributes, which
 * are called what they are stored as.
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

/** The attributes of an item as programs see them, and as they are stored where that is an older shape. */
export function valuesOf(entity: EntityDefinition, item: WireItem): { before: Values; stored?: Values } {
  return {
    before: decodeEntity(entity, item) as Values,
    ...(entity.evolution && { stored: decodeEntity(entity, item, false) as Values }),
  }
}

/** The key of an item, its partition key first: maps come back in any order, and people read them. */
export function keyIn({ key }: TableDefinition, item: WireItem): WireItem {
  const names = [...key.pk, ...key.sk].map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, getOwn(item, name) as WireValue]))
}

/** A key, as people read it. */
export function keyText(key: WireItem): string {
  return Object.values(key)
    .map((value) => String(Object.values(value)[0]))
    .join(' / ')
}
