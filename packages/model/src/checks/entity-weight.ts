import type { EntityDefinition } from '../entities/entity-definition.ts'
import { primary, type TableDefinition } from '../entities/table-definition.ts'
import { entryBytesOf, itemBytesOf, storedOverhead, writeUnitsFor } from './capacity-units.ts'
import type { Finding } from './finding.ts'
import { type ModelFacts, tableOf } from './model-facts.ts'
import { sharePartition } from './pattern-range.ts'
import { gigabyte } from './prices.ts'

const largeBytes = 100 * 1024
const largestBytes = 400 * 1024
/** Below this size per item, copying all attributes to an index is not reported. */
const muchBytes = 4 * 1024
/** The ratio of a write's units to its own at which it is reported. */
const muchAmplified = 6
const largestCollection = 10 * gigabyte

/** Checks that items are not large, and that writes do not cost many times their own units. */
export function checkWeight(facts: ModelFacts): Finding[] {
  return [
    ...facts.entities.flatMap((entity) => [...size(entity), ...copies(entity), ...amplification(entity)]),
    ...facts.tables.flatMap((table) => [...unused(table, facts), ...collections(table, facts)]),
  ]
}

function size(entity: EntityDefinition): Finding[] {
  const bytes = itemBytesOf(entity)
  if (bytes <= largeBytes) return []
  const isTooLarge = bytes > largestBytes
  return [
    {
      code: 'large-item',
      severity: isTooLarge ? 'error' : 'warning',
      entity: entity.name,
      message: isTooLarge
        ? `Items of ${entity.name} are ${kilobytes(bytes)}; DynamoDB allows at most 400 KB.`
        : `Items of ${entity.name} are ${kilobytes(bytes)}: each write takes ${Math.ceil(bytes / 1024)} units, however little it changes, and each read ${Math.ceil(bytes / 4096) / 2}.`,
      advice:
        'Split it: a summary and a content item in one partition, or the content in S3 with its address here.',
    },
  ]
}

function copies(entity: EntityDefinition): Finding[] {
  return [...entity.indexes.values()]
    .filter(({ definition }) => definition.projection === 'ALL' && itemBytesOf(entity) >= muchBytes)
    .map(({ definition }) => ({
      code: 'index-copies',
      severity: 'warning',
      entity: entity.name,
      index: definition.name,
      message:
        `${definition.name} copies all ${kilobytes(itemBytesOf(entity))} of each item of ${entity.name}: ` +
        `${Math.ceil(itemBytesOf(entity) / 1024)} more write units for every write, and as much storage again.`,
      advice: `Let ${definition.name} hold only what is read through it (projection: { include: [...] } or 'KEYS_ONLY'), and hydrate what is rarely needed.`,
    }))
}

function amplification(entity: EntityDefinition): Finding[] {
  const { worst, shares } = writeUnitsFor(entity)
  const own = shares[0]?.units ?? 1
  if (worst < muchAmplified * own) return []
  const parts = shares.map(({ index, units }) => `${index === primary ? 'table' : index} ${units}`).join(', ')
  return [
    {
      code: 'write-amplification',
      severity: 'warning',
      entity: entity.name,
      message:
        `A write of ${entity.name} takes up to ${worst} units, ${Math.round(worst / own)} times its own ` +
        `(${parts}): an index whose key changes is written twice.`,
      advice:
        'Keep attributes that change often out of index keys, drop indexes that few patterns need, or give them smaller projections.',
    },
  ]
}

/** Reports indexes that every write pays for, and no pattern reads. */
function unused(table: TableDefinition, { entities, patterns }: ModelFacts): Finding[] {
  if (patterns.length === 0) return []
  const own = entities.filter((entity) => entity.table === table)
  const read = new Set<string | undefined>([
    ...patterns.filter(({ pattern }) => tableOf(pattern) === table).map(({ pattern }) => pattern.index),
    // Indexes that find the items with copies of their parent's attributes.
    ...own.flatMap(({ belongsTo }) => [...belongsTo.values()].map(({ find }) => find)),
  ])
  return [...table.indexes.keys()]
    .filter((index) => !read.has(index))
    .map((index) => {
      const written = own.filter((entity) => entity.indexes.has(index))
      const who =
        written.length === 0
          ? 'no entity is in it'
          : `writes of ${written.map(({ name }) => name).join(', ')} pay for it`
      return {
        code: 'unused-index',
        severity: 'warning',
        table: table.name,
        index,
        message: `No pattern reads ${index} of ${table.name}, and ${who}.`,
        advice: 'Remove it, or add the patterns it is meant for.',
      }
    })
}

/**
 * Checks partitions in tables with local indexes: all items of a partition, and their copies in these indexes, are
 * limited to 10 GB.
 */
function collections(table: TableDefinition, { entities }: ModelFacts): Finding[] {
  const locals = [...table.indexes.values()].filter(({ local }) => local).map(({ name }) => name)
  if (locals.length === 0) return []
  const known = entities.filter(
    (entity) => entity.table === table && entity.expect?.perPartition !== undefined,
  )
  return known.flatMap((entity, at) => {
    const together = known.filter((other) => sharePartition(entity.key, other.key))
    // Reports each group once.
    if (together[0] !== known[at]) return []
    const bytes = together.reduce((total, other) => total + partitionBytes(other, locals), 0)
    if (bytes <= largestCollection) return []
    return [
      {
        code: 'collection-too-large',
        severity: 'error',
        table: table.name,
        entity: entity.name,
        index: locals.join(', '),
        message:
          `A partition of ${together.map(({ name }) => name).join(', ')} is expected to hold ${(bytes / gigabyte).toFixed(1)} GB ` +
          `with its local indexes (${locals.join(', ')}); a partition with local indexes takes 10 GB, and refuses writes beyond that.`,
        advice: 'Use global indexes instead, or split the partition.',
      },
    ] satisfies Finding[]
  })
}

function partitionBytes(entity: EntityDefinition, locals: readonly string[]): number {
  const indexes = [primary, ...locals.filter((index) => entity.indexes.has(index))]
  const each = indexes.reduce((total, index) => total + entryBytesOf(entity, index) + storedOverhead, 0)
  return each * (entity.expect?.perPartition ?? 0)
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`
}
