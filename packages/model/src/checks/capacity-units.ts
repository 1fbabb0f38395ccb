import type { EntityDefinition, Via } from '../entities/entity-definition.ts'
import { type IndexDefinition, primary, type TableDefinition } from '../entities/table-definition.ts'

/** What is assumed where a model expects nothing else. */
export const assumed = {
  /** The size of an item. */
  itemBytes: 1024,
  /** The size of an attribute that an index holds, with its name. */
  attributeBytes: 64,
} as const

/** A Query or Scan reads at most so much before it ends the page. */
export const pageBytes = 2 ** 20
/** What a partition can do in a second. */
export const partitionLimits = { readUnits: 3000, writeUnits: 1000 } as const
/** DynamoDB's own share of every item, which is stored and paid but not read. */
export const storedOverhead = 100

const readUnitBytes = 4096
const writeUnitBytes = 1024

/** The units that reading so many bytes in one request takes. */
export function readUnitsOf(bytes: number, consistent = false): number {
  return Math.max(1, Math.ceil(bytes / readUnitBytes)) * (consistent ? 1 : 0.5)
}

/** The units that writing an item of so many bytes takes. */
export function writeUnitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / writeUnitBytes))
}

/** The size of an entity's items. */
export function itemBytesOf(entity: EntityDefinition): number {
  return entity.expect?.itemBytes ?? assumed.itemBytes
}

/** The size of an entity's items in the table or in an index. */
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

/** What a write takes in an index, or in the table. */
export interface WriteShare {
  readonly index: string
  readonly units: number
}

/** What a write of an entity takes. */
export interface WriteUnits {
  /** Writing a new item. */
  readonly create: number
  /** An update that moves the item in every index in which it can move. */
  readonly worst: number
  /** What the worst is made of. */
  readonly shares: readonly WriteShare[]
}

/** The units that a write of an entity takes, with all its indexes and what changes along. */
export function writeUnitsFor(entity: EntityDefinition): WriteUnits {
  const copies = copiesOf(entity)
  const along = unitsAlong(entity)
  // A transaction takes twice the units of tables, and not of indexes.
  const factor = along > 0 || copies > 1 ? 2 : 1
  const own = copies * factor * writeUnitsOf(itemBytesOf(entity))
  const indexes = [...entity.indexes].map(([index, { dependencies }]) => {
    // Of replicas only the first is in indexes.
    const create = writeUnitsOf(entryBytesOf(entity, index))
    // An entry whose key changes is deleted and put: two writes. When an item was made does not change.
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

/** How many copies of an item there are in the table. */
export function copiesOf({ spread }: EntityDefinition): number {
  return spread?.slot === 'replica' ? spread.count : 1
}

/** How the share of other items that are written along is called. */
export const alongShare = 'other items'

/** The units of what is written along with an item, in the same transaction: markers, counters, parents, copies. */
function unitsAlong({ unique, sequence, belongsTo, copies, ...entity }: EntityDefinition): number {
  const isInStep = ({ via }: { readonly via: Via }) => via === 'transaction'
  // That a parent has to be there is seen to in the transaction, also where the stream counts.
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
