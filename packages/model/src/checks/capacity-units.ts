import type { EntityDefinition, Via } from '../entities/entity-definition.ts'
import { type IndexDefinition, primary, type TableDefinition } from '../entities/table-definition.ts'

/** Defaults for what a model does not specify. */
export const assumed = {
  /** The size of an item. */
  itemBytes: 1024,
  /** The size of an attribute in an index, including its name. */
  attributeBytes: 64,
} as const

/** The maximum that a Query or Scan reads for one page. */
export const pageBytes = 2 ** 20
/** The limits of a partition per second. */
export const partitionLimits = { readUnits: 3000, writeUnits: 1000 } as const
/** DynamoDB's overhead per item, which is stored and billed but does not count for reads. */
export const storedOverhead = 100

const readUnitBytes = 4096
const writeUnitBytes = 1024

/** Returns the units for reading a number of bytes in one request. */
export function readUnitsOf(bytes: number, consistent = false): number {
  return Math.max(1, Math.ceil(bytes / readUnitBytes)) * (consistent ? 1 : 0.5)
}

/** Returns the units for writing an item of a number of bytes. */
export function writeUnitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / writeUnitBytes))
}

/** Returns the size of an entity's items. */
export function itemBytesOf(entity: EntityDefinition): number {
  return entity.expect?.itemBytes ?? assumed.itemBytes
}

/** Returns the size of an entity's items in the table or in an index. */
export function entryBytesOf(entity: EntityDefinition, index: string): number {
  const definition = index === primary ? undefined : entity.table.indexes.get(index)
  const whole = itemBytesOf(entity)
  if (definition === undefined || definition.projection === 'ALL') return whole
  const names = attributeNames(entity.table, definition)
  return Math.min(whole, names.size * assumed.attributeBytes)
}

function attributeNames(table: TableDefinition, index: IndexDefinition): Set<string> {
  const keys = [table.key, index].flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name }) => name)
  return new Set([...keys, ...(typeof index.projection === 'object' ? index.projection.include : [])])
}

/** The units that a write consumes in an index, or in the table. */
export interface WriteShare {
  readonly index: string
  readonly units: number
}

/** The units that a write of an entity consumes. */
export interface WriteUnits {
  /** Writing a new item. */
  readonly create: number
  /** An update that moves the item in every index in which it can move. */
  readonly worst: number
  /** The parts of `worst`. */
  readonly shares: readonly WriteShare[]
}

/** Returns the units for writing an entity's item, including all indexes and the items written along with it. */
export function writeUnitsFor(entity: EntityDefinition): WriteUnits {
  const copies = copiesOf(entity)
  const along = unitsAlong(entity)
  // A transaction doubles the units of tables, but not those of indexes.
  const factor = along > 0 || copies > 1 ? 2 : 1
  const own = copies * factor * writeUnitsOf(itemBytesOf(entity))
  const indexes = [...entity.indexes].map(([index, { dependencies }]) => {
    // Only the first replica is in indexes.
    const create = writeUnitsOf(entryBytesOf(entity, index))
    // An entry whose key changes is deleted and put, which takes two writes. The creation time never changes.
    const fixed = [...entity.key.attributes, entity.timestamps?.created]
    const canMove = dependencies.some((attribute) => !fixed.includes(attribute))
    return { index, create, units: canMove ? 2 * create : create }
  })
  const sum = (of: (index: (typeof indexes)[number]) => number) =>
    indexes.reduce((total, index) => total + of(index), own + 2 * along)
  return {
    create: sum(({ create }) => create),
    worst: sum(({ units }) => units),
    shares: [
      { index: primary, units: own },
      ...indexes.map(({ index, units }) => ({ index, units })),
      ...(along > 0 ? [{ index: alongShare, units: 2 * along }] : []),
    ],
  }
}

/** Returns the number of copies of an item in the table. */
export function copiesOf({ spread }: EntityDefinition): number {
  return spread?.slot === 'replica' ? spread.count : 1
}

/** The name for the share of other items that are written in the same transaction. */
export const alongShare = 'other items'

/** Returns the units of everything written in the same transaction as an item: markers, counters, parents, copies. */
function unitsAlong({ unique, sequence, belongsTo, copies, ...entity }: EntityDefinition): number {
  const isInStep = ({ via }: { readonly via: Via }) => via === 'transaction'
  // The transaction checks that a parent exists, also where the stream keeps the count.
  const parents = [...belongsTo.values()].filter(
    (one) => one.mustExist || (one.count !== undefined && isInStep(one)),
  )
  const targets = [
    ...parents.map(({ entity: to }) => to),
    ...copies.filter(isInStep).map(({ to }) => to),
    ...sequence.flatMap(({ of }) => of?.entity ?? []),
  ]
  const markers = unique.length + sequence.filter(({ of }) => of === undefined).length
  const history =
    entity.history === undefined ? 0 : writeUnitsOf(entity.expect?.itemBytes ?? assumed.itemBytes)
  return targets.reduce((total, to) => total + writeUnitsOf(itemBytesOf(to)), markers + history)
}
