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

/** A pattern, and what a call of it costs at the worst. */
export interface PatternReport {
  readonly name: string
  readonly kind: Pattern['kind']
  readonly table: string
  readonly index: string
  readonly entities: readonly string[]
  readonly describe?: string
  /** How many items a page has at most; missing where nothing but its size (1 MB) limits it. */
  readonly items?: number
  /** What a call reads at most: one page. */
  readonly bytes: number
  readonly readUnits: number
  readonly perSecond?: number
  readonly dollarsPerMonth?: number
}

/** An entity, and what its writes and its items cost. */
export interface EntityReport {
  readonly name: string
  readonly table: string
  readonly describe?: string
  readonly itemBytes: number
  /** Units of writing a new item. */
  readonly createUnits: number
  /** Units of an update that moves the item in all indexes in which it can move. */
  readonly worstWriteUnits: number
  readonly shares: readonly WriteShare[]
  readonly writesPerSecond?: number
  readonly storedBytes?: number
  readonly dollarsPerMonth?: number
}

/** What the whole costs, as far as it is expected. */
export interface CostReport {
  readonly dollarsPerMonth: number
  readonly reads: number
  readonly writesAndStorage: number
  readonly prices: Prices
  /** What the figures rest on. */
  readonly assumptions: readonly string[]
}

/** What calls of a pattern cost. */
export function reportPattern({ name, pattern }: NamedPattern, prices: Prices): PatternReport {
  const { options, index } = pattern
  const members = membersOf(pattern)
  const ones = members.filter(({ count }) => count === 'one').length
  const isOne = ones === members.length || isOneItem(pattern)
  const largest = Math.max(...members.map(({ entity }) => entryBytesOf(entity, index)))
  const items = isOne ? members.length : pageItems(pattern, ones)
  const bytes = Math.min(pageBytes, (items ?? Number.POSITIVE_INFINITY) * largest)
  const count = items ?? Math.ceil(bytes / largest)
  const whole = members.map(({ entity }) => readUnitsOf(itemBytesOf(entity), options.consistent))
  const again = options.hydrate === true ? count * Math.max(...whole) : 0
  const readUnits = shardsOf(pattern) * (readUnitsOf(bytes, options.consistent) + again)
  const { perSecond } = options.expect ?? {}
  return {
    name,
    kind: pattern.kind,
    table: members[0]?.entity.table.name ?? '',
    index,
    entities: members.map(({ entity }) => entity.name),
    ...(options.describe !== undefined && { describe: options.describe }),
    ...(items !== undefined && { items }),
    bytes,
    readUnits,
    ...(perSecond !== undefined && {
      perSecond,
      dollarsPerMonth: dollars(readUnits * perSecond, prices.perMillionReadUnits),
    }),
  }
}

/** How many partitions a call looks into at the worst. */
function shardsOf(pattern: Pattern): number {
  const [entity] = entitiesOf(pattern)
  const spread = entity && keyIn(entity, pattern.index)?.spread
  return pattern.kind !== 'scan' && spread?.slot === 'shard' ? spread.count : 1
}

/** Whether a Query can find one item only: its partition tells the item's own key, or something that is unique. */
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

/** In one case, a value is not all known; it tells what is in the same case. */
function tellsSlot(known: Slot, slot: Slot): boolean {
  if (known.attribute !== slot.attribute) return false
  const caseOf = ({ encodings }: Slot) => encodings.find((name) => name === 'lower' || name === 'upper')
  return caseOf(known) === undefined || caseOf(known) === caseOf(slot)
}

function pageItems({ options, kind }: Pattern, ones: number): number | undefined {
  const most = [options.page === undefined ? undefined : options.page + ones, options.expect?.items]
  const known = most.filter((count) => count !== undefined)
  // A scan reads more than it finds.
  if (kind === 'scan') return options.page
  return known.length === 0 ? undefined : Math.min(...known)
}

/** What an entity's writes and items cost. */
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

/** Adds up what is expected, and says what the figures rest on. */
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
    `On demand, US East (N. Virginia), Standard: $${prices.perMillionReadUnits} for a million read units, ` +
      `$${prices.perMillionWriteUnits} for a million write units, $${prices.perGigabyteMonth} for a GB and month; ` +
      'the worst case at all times, 730 hours a month, without the free tier.',
    'Each call of a pattern reads one full page; each write moves the item in every index that it can move in.',
    ...(reports.entities.some(({ shares }) => shares.some(({ index }) => index === alongShare))
      ? ['A write that other items change along with is a transaction, which takes twice the units.']
      : []),
    ...(unsized.length > 0
      ? [`An item is ${assumed.itemBytes} bytes where expect.itemBytes does not say: ${unsized.join(', ')}.`]
      : []),
    ...(unrated.length > 0
      ? [`Not counted, without expect.perSecond: calls of ${unrated.map(({ name }) => name).join(', ')}.`]
      : []),
    ...(unwritten.length > 0
      ? [
          `Not counted, without expect.writesPerSecond: writes of ${unwritten.map(({ name }) => name).join(', ')}.`,
        ]
      : []),
  ]
  return { dollarsPerMonth: reads + writesAndStorage, reads, writesAndStorage, prices, assumptions }
}

function dollars(unitsPerSecond: number, perMillion: number): number {
  return ((unitsPerSecond * secondsPerMonth) / 1_000_000) * perMillion
}
