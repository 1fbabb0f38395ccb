import type { AttributeMap } from '@monotable/protocol'
import { getOwn, itemSizeBytes } from '@monotable/protocol'
import { normalText } from './normal-form.ts'
import { entryIn, type TableShape } from './table-shape.ts'

/** The units consumed, of the table and by index. */
export interface Usage {
  table: number
  readonly indexes: Map<string, number>
}

export function noUsage(): Usage {
  return { table: 0, indexes: new Map() }
}

/** Returns the read units for a number of bytes. */
export function readUnits(bytes: number, consistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / 4096)) / (consistent ? 1 : 2)
}

export function sizeOf(item: AttributeMap | undefined): number {
  return item === undefined ? 0 : itemSizeBytes(item)
}

/** Adds the units of a write: by the larger of both images, and by what changes in each index. */
export function addWrite(
  usage: Usage,
  shape: TableShape,
  {
    before,
    after,
    factor = 1,
  }: { before?: AttributeMap | undefined; after?: AttributeMap | undefined; factor?: number },
): void {
  usage.table += factor * writeUnits(Math.max(sizeOf(before), sizeOf(after)))
  for (const index of shape.indexes) {
    const old = before && entryIn(shape, index, before)
    const now = after && entryIn(shape, index, after)
    const units = entryUnits(
      old,
      now,
      [...index.hash, ...index.range].map(({ name }) => name),
    )
    if (units > 0) usage.indexes.set(index.name, (usage.indexes.get(index.name) ?? 0) + units)
  }
}

function entryUnits(
  old: AttributeMap | undefined,
  now: AttributeMap | undefined,
  keys: readonly string[],
): number {
  if (old === undefined || now === undefined)
    return old === now ? 0 : writeUnits(Math.max(sizeOf(old), sizeOf(now)))
  if (normalText(old) === normalText(now)) return 0
  const moved = keys.some((name) => normalText(getOwn(old, name)) !== normalText(getOwn(now, name)))
  return moved
    ? writeUnits(sizeOf(old)) + writeUnits(sizeOf(now))
    : writeUnits(Math.max(sizeOf(old), sizeOf(now)))
}

function writeUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1024))
}

export type Detail = 'NONE' | 'TOTAL' | 'INDEXES' | undefined

/** Returns the ConsumedCapacity of an answer. */
export function report(
  shape: TableShape,
  usage: Usage,
  { detail, kind }: { detail: Detail; kind?: 'Read' | 'Write' },
): object | undefined {
  if (detail === undefined || detail === 'NONE') return undefined
  const units = (count: number) => ({
    CapacityUnits: count,
    ...(kind && { [`${kind}CapacityUnits`]: count }),
  })
  const total = [...usage.indexes.values()].reduce((sum, count) => sum + count, usage.table)
  if (detail === 'TOTAL') return { TableName: shape.name, ...units(total) }
  const arms = (wanted: 'local' | 'global') => {
    const names = shape.indexes.filter((index) => index.kind === wanted && usage.indexes.has(index.name))
    return Object.fromEntries(names.map(({ name }) => [name, units(usage.indexes.get(name) ?? 0)]))
  }
  const [local, global] = [arms('local'), arms('global')]
  return {
    TableName: shape.name,
    ...units(total),
    Table: units(usage.table),
    ...(Object.keys(local).length > 0 && { LocalSecondaryIndexes: local }),
    ...(Object.keys(global).length > 0 && { GlobalSecondaryIndexes: global }),
  }
}
