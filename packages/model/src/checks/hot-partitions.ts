import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import { primary } from '../entities/table-definition.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import { entryBytesOf, partitionLimits, writeUnitsOf } from './capacity-units.ts'
import type { Finding, FindingCode } from './finding.ts'
import type { PatternReport } from './model-cost.ts'
import { keyIn, type ModelFacts, type NamedPattern } from './model-facts.ts'
import { attributesOf } from './schema-facts.ts'
import { fewValuesOf, isTimeSlot } from './slot-values.ts'

/** With this many partitions, they no longer count as few. */
const enoughPartitions = 20

/** How an entity's items concentrate in partitions. */
interface Crowd {
  readonly code: FindingCode
  /** The number of partitions, as far as known. */
  readonly partitions: number
  /** The number of partitions that share all requests at any one time, at worst. */
  readonly busy: number
  readonly reason: string
  /** Whether the number of partitions is a guess. */
  readonly isGuess?: boolean
}

/** Checks that the items of an entity spread over many partitions, in the table and in each index. */
export function checkPartitions({ entities }: ModelFacts): Finding[] {
  return entities.flatMap((entity) =>
    [primary, ...entity.indexes.keys()].flatMap((index) => crowdedIn(entity, index) ?? []),
  )
}

/** Returns how the items with a key concentrate in partitions; `undefined` if they do not. */
function crowdOf(entity: EntityDefinition, key: EntityKey, verb: 'read' | 'write'): Crowd | undefined {
  // Every replica is written, but a read uses any one of them.
  const isSpread = key.spread !== undefined && (verb === 'read' || key.spread.slot === 'shard')
  const busy = isSpread ? (key.spread?.count ?? 1) : 1
  const slots = key.pk
    .flatMap(({ template }) => parseTemplate(template.source).slots)
    .filter(({ attribute }) => attribute !== key.spread?.slot)
  const template = `partition key "${key.pk.map((part) => part.template.source).join(' + ')}"`
  if (slots.length === 0) {
    // There is only one item, and nothing to spread.
    if (key.sk.every((part) => part.template.slots.length === 0)) return undefined
    const reason = `its ${template} is the same for all items`
    return { code: 'hot-partition', partitions: busy, busy, reason }
  }
  const facts = attributesOf(entity)
  const counts = slots.map(({ attribute }) => fewValuesOf(attribute, facts?.get(attribute)))
  const known = counts.filter((count) => count !== undefined)
  if (known.length === counts.length) {
    const partitions = known.reduce((product, { values }) => product * values, busy)
    const isGuess = known.some(({ guessed }) => guessed)
    const names = slots.map(({ attribute }) => attribute).join(' and ')
    const reason = `${names} in its ${template} has few values, and in the worst case all writes at a time go to the same one`
    return { code: 'few-partitions', partitions, busy, reason, isGuess }
  }
  const isTime = (slot: Slot, at: number) => counts[at] !== undefined || isTimeSlot(entity, slot)
  if (!slots.every(isTime)) return undefined
  const reason = `its ${template} is a time: all writes go to the partition of the current time`
  return { code: 'time-partition', partitions: busy, busy, reason }
}

function crowdedIn(entity: EntityDefinition, index: string): Finding | undefined {
  const key = keyIn(entity, index)
  const crowd = key && crowdOf(entity, key, 'write')
  if (crowd === undefined || crowd.partitions >= enoughPartitions) return undefined
  const units = writeUnitsOf(entryBytesOf(entity, index)) * (index === primary ? 1 : 2)
  const most = Math.floor((crowd.busy * partitionLimits.writeUnits) / units)
  const expected = entity.expect?.writesPerSecond
  // With few writes, one partition is enough; a key that is spread is taken to be deliberate.
  if (expected === undefined ? key?.spread !== undefined : expected * 2 <= most) return undefined
  const isOver = expected !== undefined && expected > most
  const where = index === primary ? 'the table' : index
  const spoils = index === primary ? '' : ', and a write that an index cannot take fails for the table too'
  return {
    code: crowd.code,
    severity: isOver ? 'error' : 'warning',
    entity: entity.name,
    index,
    message:
      `Items of ${entity.name} crowd ${crowd.isGuess === true ? 'few partitions' : partitionsOf(crowd.partitions)} of ${where}: ${crowd.reason}. A partition takes ` +
      `${count(partitionLimits.writeUnits)} write units a second, which is ${count(most)} writes of ${units} ` +
      `${units === 1 ? 'unit' : 'units'}${expected === undefined ? '' : `, but ${count(expected)} are expected`}${spoils}.`,
    advice: `Add an attribute of many values to the partition key, or spread it: shard: shards({ by: 'random', count: 8 }) with {shard} in the key; if writes stay below that, say so with expect: { writesPerSecond }.`,
  }
}

/** Checks that a pattern that reads one partition does not exceed the partition's limit. */
export function checkReadHeat({ name, pattern }: NamedPattern, report: PatternReport): Finding[] {
  if (pattern.kind === 'scan' || report.perSecond === undefined) return []
  const entity = pattern.kind === 'collect' ? pattern.readers[0]?.member.entity : pattern.entity
  const key = entity && keyIn(entity, pattern.index)
  const crowd = entity && key && crowdOf(entity, key, 'read')
  if (entity === undefined || crowd === undefined) return []
  const most = crowd.busy * partitionLimits.readUnits
  const asked = report.readUnits * report.perSecond
  if (asked <= most) return []
  return [
    {
      code: crowd.code,
      severity: 'error',
      entity: entity.name,
      pattern: name,
      index: pattern.index,
      message:
        `${name} asks ${partitionsOf(crowd.busy)} for ${count(asked)} read units a second ` +
        `(${count(report.perSecond)} calls of ${count(report.readUnits)} units), but a partition gives ` +
        `${count(partitionLimits.readUnits)}: ${crowd.reason}.`,
      advice:
        'Read less in a call (page), keep copies (replicas: 3) or a cache, or spread the partition (shard).',
    },
  ]
}

function partitionsOf(number: number): string {
  return number === 1 ? 'one partition' : `${number} partitions`
}

function count(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
