import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { primary } from '../entities/table-definition.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import type { Pattern } from '../reads/pattern.ts'
import {
  alongShare,
  assumed,
  copiesOf,
  entryBytesOf,
  itemBytesOf,
  pageBytes,
  readUnitsOf,
  storedOverhead,
  type WriteShare,
  writeUnitsFor,
} from './capacity-units.ts'
import { entitiesOf, keyIn, type ModelFacts, membersOf, type NamedPattern } from './model-facts.ts'
import { gigabyte, type Prices, secondsPerMonth } from './prices.ts'

/** A pattern, and what a call of it costs at worst. */
export interface PatternReport {
  readonly name: string
  readonly kind: Pattern['kind']
  readonly table: string
  readonly index: string
  readonly entities: readonly string[]
  readonly describe?: string
  /** The maximum number of items on a page; missing when only its size (1 MB) is limited. */
  readonly items?: number
  /** The maximum that a call reads: one page. */
  readonly bytes: number
  readonly readUnits: number
  readonly perSecond?: number
  readonly dollarsPerMonth?: number
}

/** An entity, and the cost of its writes and its items. */
export interface EntityReport {
  readonly name: string
  readonly table: string
  readonly describe?: string
  readonly itemBytes: number
  /** The units for writing a new item. */
  readonly createUnits: number
  /** The units of an update that moves the item in all indexes in which it can move. */
  readonly worstWriteUnits: number
  readonly shares: readonly WriteShare[]
  readonly writesPerSecond?: number
  readonly storedBytes?: number
  readonly dollarsPerMonth?: number
}

/** The total cost, as far as the expected use is known. */
export interface CostReport {
  readonly dollarsPerMonth: number
  readonly reads: number
  readonly writesAndStorage: number
  readonly prices: Prices
  /** The assumptions behind the figures. */
  readonly assumptions: readonly string[]
}

/** Returns what calls of a pattern cost. */
export function reportPattern({ name, pattern }: NamedPattern, prices: Prices): PatternReport {
  const { options, index } = pattern
  const members = membersOf(pattern)
  const ones = members.filter(({ count }) => count === 'one').length
  const isOne = ones === members.length || isOneItem(pattern)
  const largest = Math.max(...members.map(({ entity }) => entryBytesOf(entity, index)))
  const shards = shardsOf(pattern)
  const items = isOne ? members.length : pageItems(pattern, ones, 1)
  // A page is read from each shard, but of the expected items each shard has only its share.
  const ofShard = isOne ? items : pageItems(pattern, ones, shards)
  const bytesOf = (count = Number.POSITIVE_INFINITY) => Math.min(pageBytes, count * largest)
  const count = ofShard ?? Math.ceil(pageBytes / largest)
  const whole = members.map(({ entity }) => readUnitsOf(itemBytesOf(entity), options.consistent))
  const again = options.hydrate === true ? count * Math.max(...whole) : 0
  const readUnits = shards * (readUnitsOf(bytesOf(ofShard), options.consistent) + again)
  const { perSecond } = options.expect ?? {}
  return {
    name,
    kind: pattern.kind,
    table: members[0]?.entity.table.name ?? '',
    index,
    entities: members.map(({ entity }) => entity.name),
    ...(options.describe !== undefined && { describe: options.describe }),
    ...(items !== undefined && { items }),
    bytes: bytesOf(items),
    readUnits,
    ...(perSecond !== undefined && {
      perSecond,
      dollarsPerMonth: dollars(readUnits * perSecond, prices.perMillionReadUnits),
    }),
  }
}

/** Returns how many partitions a call reads at worst. */
function shardsOf(pattern: Pattern): number {
  const [entity] = entitiesOf(pattern)
  const spread = entity && keyIn(entity, pattern.index)?.spread
  return pattern.kind !== 'scan' && spread?.slot === 'shard' ? spread.count : 1
}

/** Whether a Query can find only one item: its partition determines the item's key, or something unique. */
function isOneItem({ kind, index, ...pattern }: Pattern): boolean {
  if (kind !== 'query' || !('entity' in pattern)) return false
  const { key, unique } = pattern.entity
  const partition = slotsOf(keyIn(pattern.entity, index)?.pk ?? [])
  const tells = (parts: readonly KeyPart[]) =>
    slotsOf(parts).every((slot) => partition.some((known) => tellsSlot(known, slot)))
  return tells([...key.pk, ...key.sk]) || unique.some(({ parts }) => tells(parts))
}

function slotsOf(parts: readonly KeyPart[]): Slot[] {
  return parts.flatMap(({ template }) => parseTemplate(template.source).slots)
}

/**
 * Whether a slot of the partition determines another: a value with its case folded only determines others folded the
 * same way.
 */
function tellsSlot(known: Slot, slot: Slot): boolean {
  if (known.attribute !== slot.attribute) return false
  const caseOf = ({ encodings }: Slot) => encodings.find((name) => name === 'lower' || name === 'upper')
  return caseOf(known) === undefined || caseOf(known) === caseOf(slot)
}

/** Returns how many items a call reads from each shard, as far as known. */
function pageItems({ options, kind }: Pattern, ones: number, shards: number): number | undefined {
  const { page, expect } = options
  const most = [
    page === undefined ? undefined : page + ones,
    expect?.items === undefined ? undefined : Math.ceil(expect.items / shards),
  ]
  const known = most.filter((count) => count !== undefined)
  // A scan reads more than it finds.
  if (kind === 'scan') return page
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Returns what an entity's writes and items cost. */
export function reportEntity(entity: EntityDefinition, prices: Prices): EntityReport {
  const { create, worst, shares } = writeUnitsFor(entity)
  const { items, writesPerSecond } = entity.expect ?? {}
  const entries = [...Array<string>(copiesOf(entity)).fill(primary), ...entity.indexes.keys()]
  const bytes = entries.map((index) => entryBytesOf(entity, index) + storedOverhead)
  const storedBytes = items && items * bytes.reduce((total, one) => total + one, 0)
  const writing = writesPerSecond && dollars(worst * writesPerSecond, prices.perMillionWriteUnits)
  const storing = storedBytes && (storedBytes / gigabyte) * prices.perGigabyteMonth
  return {
    name: entity.name,
    table: entity.table.name,
    ...(entity.describe !== undefined && { describe: entity.describe }),
    itemBytes: itemBytesOf(entity),
    createUnits: create,
    worstWriteUnits: worst,
    shares,
    ...(writesPerSecond !== undefined && { writesPerSecond }),
    ...(storedBytes !== undefined && { storedBytes }),
    ...((writing ?? storing) !== undefined && { dollarsPerMonth: (writing ?? 0) + (storing ?? 0) }),
  }
}

/** Adds up the expected cost, and lists the assumptions. */
export function reportCost(
  { entities, patterns }: ModelFacts,
  reports: { readonly patterns: readonly PatternReport[]; readonly entities: readonly EntityReport[] },
  prices: Prices,
): CostReport {
  const sum = (list: readonly { readonly dollarsPerMonth?: number }[]) =>
    list.reduce((total, { dollarsPerMonth = 0 }) => total + dollarsPerMonth, 0)
  const reads = sum(reports.patterns)
  const writesAndStorage = sum(reports.entities)
  const unsized = entities.filter(({ expect }) => expect?.itemBytes === undefined).map(({ name }) => name)
  const unrated = patterns.filter(({ pattern }) => pattern.options.expect?.perSecond === undefined)
  const unwritten = entities.filter(({ expect }) => expect?.writesPerSecond === undefined)
  const assumptions = [
    `On demand, US East (N. Virginia), Standard: $${prices.perMillionReadUnits} per million read units, ` +
      `$${prices.perMillionWriteUnits} per million write units, $${prices.perGigabyteMonth} per GB and month; ` +
      'the worst case all the time, 730 hours a month, without the free tier.',
    'Each call of a pattern reads one full page; each write moves the item in every index where it can move.',
    ...(reports.entities.some(({ shares }) => shares.some(({ index }) => index === alongShare))
      ? ['A write that also changes other items is a transaction, which takes twice the units.']
      : []),
    ...(unsized.length > 0
      ? [
          `Items are taken to be ${assumed.itemBytes} bytes where expect.itemBytes is missing: ${unsized.join(', ')}.`,
        ]
      : []),
    ...(unrated.length > 0
      ? [
          `Not counted, as expect.perSecond is missing: calls of ${unrated.map(({ name }) => name).join(', ')}.`,
        ]
      : []),
    ...(unwritten.length > 0
      ? [
          `Not counted, as expect.writesPerSecond is missing: writes of ${unwritten.map(({ name }) => name).join(', ')}.`,
        ]
      : []),
  ]
  return { dollarsPerMonth: reads + writesAndStorage, reads, writesAndStorage, prices, assumptions }
}

function dollars(unitsPerSecond: number, perMillion: number): number {
  return ((unitsPerSecond * secondsPerMonth) / 1_000_000) * perMillion
}
