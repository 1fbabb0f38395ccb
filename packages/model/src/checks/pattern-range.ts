import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { primary } from '../entities/table-definition.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { Values } from '../keys/compile-template.ts'
import { highest } from '../keys/key-bounds.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import type { CollectPattern, MemberDefinition, Pattern, QueryPattern } from '../reads/pattern.ts'
import { extentEnds, readExtent } from '../reads/text-extent.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { Finding } from './finding.ts'
import { keyInAny } from './index-membership.ts'
import { type KeyRange, keyInRange, languageOf, rangeLanguage, sharedKey } from './key-language.ts'
import {
  describeKey,
  entitiesOf,
  keyIn,
  type ModelFacts,
  membersOf,
  type NamedPattern,
  type StoredKey,
  tableOf,
} from './model-facts.ts'
import { samplePartition } from './sample-values.ts'
import { type PartitionSlots, sharedPartitions } from './shared-partitions.ts'

const everything: KeyRange = { low: '', high: highest }

/** What a Query reads of a partition, for some values of its key. */
interface PatternRange {
  /** The key of the first entity, whose names the values have. */
  readonly key: EntityKey
  readonly values: Values
  readonly range: KeyRange
}

/** The range of sort keys that a pattern reads when nothing but the partition is given, which may be one of a `text`. */
function rangeOf(pattern: QueryPattern | CollectPattern, text?: string): PatternRange | undefined {
  const keys = entitiesOf(pattern).flatMap((entity) => keyIn(entity, pattern.index) ?? [])
  const [key] = keys
  if (key === undefined) return undefined
  const values = samplePartition(key, text)
  const ranges = keys.map((other) => ownRange(other, valuesFor(other, key, values)))
  return { key, values, range: ranges.reduce(span) }
}

/** The sort keys of an entity's items in a partition. */
function ownRange(key: EntityKey, values: Values): KeyRange {
  const [part, ...more] = key.sk
  if (part === undefined || part.plain !== undefined || more.length > 0) return everything
  const partition = key.pk.flatMap(({ template }) => template.attributes)
  return extentEnds(readExtent(part.template, values, partition).extent)
}

/** The values of a partition, by the names that another entity's key has for them. */
function valuesFor(key: EntityKey, named: EntityKey, values: Values): Values {
  const own = slotsOf(key)
  const given = slotsOf(named)
  const renamed: { [attribute: string]: unknown } = {}
  for (const [at, slot] of own.entries()) setOwn(renamed, slot, getOwn(values, given[at] ?? slot))
  return renamed
}

function slotsOf({ pk }: EntityKey): string[] {
  return pk.flatMap(({ template }) => template.slots.map(({ attribute }) => attribute))
}

function span(one: KeyRange, other: KeyRange): KeyRange {
  return {
    low: compareUtf8(other.low, one.low) < 0 ? other.low : one.low,
    high: compareUtf8(other.high, one.high) > 0 ? other.high : one.high,
  }
}

/** That a pattern reads all of its entities, and nothing else. */
export function checkRange({ name, pattern }: NamedPattern, { entities, markers }: ModelFacts): Finding[] {
  if (pattern.kind === 'scan') return []
  const read = rangeOf(pattern)
  if (read === undefined) return []
  const own = entitiesOf(pattern)
  const strangers = entities
    .filter((entity) => !own.includes(entity))
    .flatMap((entity) => {
      const key = keyInAny(entity, pattern.index)
      return key === undefined ? [] : [{ name: entity.name, entity: entity.name, table: entity.table, key }]
    })
  const others = pattern.index === primary ? [...strangers, ...markers] : strangers
  return [
    ...own.flatMap((entity) => outOfRange(name, pattern, entity, read) ?? []),
    ...membersOf(pattern).flatMap((member) => oneOfMany(name, pattern, member) ?? []),
    ...others
      .filter(({ table }) => table === tableOf(pattern))
      .flatMap((other) => comesAlong(name, pattern, other) ?? []),
  ]
}

function outOfRange(
  name: string,
  pattern: Pattern,
  entity: EntityDefinition,
  { key, values, range }: PatternRange,
): Finding | undefined {
  const own = keyIn(entity, pattern.index)
  const [part] = own?.sk ?? []
  if (own === undefined || part === undefined) return undefined
  if (keyInRange(languageOf(part, valuesFor(own, key, values)), range) !== undefined) return undefined
  return {
    code: 'member-out-of-range',
    severity: 'error',
    entity: entity.name,
    pattern: name,
    index: pattern.index,
    message: `${name} reads sort keys ${show(range)}, and no item of ${entity.name} (${describeKey(own)}) is there.`,
    advice: 'Change the key, or read it by a pattern of its own.',
  }
}

/** Of an entity that has several items in a partition, `one()` gives any. */
function oneOfMany(name: string, pattern: Pattern, { entity, count }: MemberDefinition): Finding | undefined {
  const { pk = [], sk = [] } = keyIn(entity, pattern.index) ?? {}
  const partition = pk.flatMap(({ template }) => template.attributes)
  const open = sk
    .flatMap(({ template }) => template.attributes)
    .filter((attribute) => !partition.includes(attribute))
  if (count === 'many' || open.length === 0) return undefined
  return {
    code: 'one-of-many',
    severity: 'warning',
    entity: entity.name,
    pattern: name,
    index: pattern.index,
    message: `${name} gives one ${entity.name}, but a partition can hold several, told apart by ${open.join(', ')}: it is the last that is read.`,
    advice: `Read ${entity.name}.many(), or leave ${open.join(', ')} out of its key; if there is never more than one, say allow: ['unbounded'].`,
  }
}

function comesAlong(
  name: string,
  pattern: QueryPattern | CollectPattern,
  other: StoredKey,
): Finding | undefined {
  const { key } = other
  const [along] = partitionsToTry(pattern, key).flatMap((text) => {
    const read = rangeOf(pattern, text)
    const found = read && foundIn(read, key)
    return read === undefined || found === undefined ? [] : [{ found, range: read.range, text }]
  })
  const found = along?.found ?? meetingKey(pattern, key)
  if (found === undefined) return undefined
  const where = along?.text === undefined ? '' : `Where the partition is that of "${along.text}", `
  const items = `items of ${other.name} (${describeKey(key)}) lie`
  const places =
    along === undefined
      ? `In some partitions ${items} where ${name} reads`
      : `${where}${name} reads sort keys ${show(along.range)}, and ${items} there`
  return {
    code: 'others-in-range',
    severity: 'warning',
    entity: other.entity,
    pattern: name,
    index: pattern.index,
    message: `${places}, for example "${found}": they are read and paid for, and left out; pages are short of them.`,
    advice:
      pattern.kind === 'collect' && other.name === other.entity
        ? `Make ${other.name} a member of the collection, or move it out of the range with another text at the beginning of its sort key.`
        : key.pk.some(({ plain }) => plain !== undefined)
          ? `Give an attribute that the key is made of another name in ${other.entity}, or say allow: ['others'].`
          : `Begin the sort keys with texts of their own, such as "${other.entity.toUpperCase()}#", or say allow: ['others'].`,
  }
}

/** A sort key of another entity that a read finds, or nothing. */
function foundIn({ key: own, values, range }: PatternRange, key: EntityKey): string | undefined {
  const [part] = key.sk
  if (part === undefined) return ''
  return keyInRange(languageOf(part, shapeOf(key) === shapeOf(own) ? valuesFor(key, own, values) : {}), range)
}

/** A sort key of another entity that is in the range of a pattern's own for values that were not tried, or nothing. */
function meetingKey(pattern: QueryPattern | CollectPattern, other: EntityKey): string | undefined {
  const [part, ...more] = other.sk
  if (part === undefined || more.length > 0) return undefined
  const own = entitiesOf(pattern).flatMap((entity) => keyIn(entity, pattern.index) ?? [])
  const [found] = own.flatMap((key) => {
    const [ownPart] = key.sk
    if (ownPart?.plain !== undefined || key.sk.length !== 1 || shapeOf(key) !== shapeOf(other)) return []
    const partition = partitionSlots(key)
    const tried = sharedPartitions(partition, partitionSlots(other))
    return tried.flatMap(([values, others]) => {
      const range = rangeLanguage(ownPart as KeyPart, values, partition.slots)
      return sharedKey(range, languageOf(part, others)) ?? []
    })
  })
  return found
}

function partitionSlots(key: EntityKey): PartitionSlots {
  return { key, slots: slotsOf(key).filter((attribute) => attribute !== key.spread?.slot) }
}

/**
 * Partitions that a pattern may share with another key: a usual one, and those of texts that the sort keys have. Where one
 * key has a partition's text in its sort key, the other may meet it in the partition of its own text alone.
 */
function partitionsToTry(
  pattern: QueryPattern | CollectPattern,
  other: EntityKey,
): readonly (string | undefined)[] {
  const own = entitiesOf(pattern).flatMap((entity) => keyIn(entity, pattern.index) ?? [])
  if (own[0] === undefined || !sharePartition(other, own[0])) return []
  return [undefined, ...new Set([...own, other].flatMap(({ sk }) => sk.flatMap(textsIn)))]
}

/** The texts of a template, whole and in words, and a key that can be made from it. */
function textsIn(part: KeyPart): string[] {
  const { before, slots } = parseTemplate(part.template.source)
  return [before, ...slots.map(({ after }) => after)]
    .flatMap((text) => [...text.split('#'), ...text.split(/[^A-Za-z0-9]+/)])
    .concat(keyInRange(languageOf(part), everything) ?? [])
    .filter((text) => text !== '')
}

/** Whether items of two entities can be in one partition. */
export function sharePartition(one: EntityKey, other: EntityKey): boolean {
  return one.pk.every((part, at) => {
    const opposite = other.pk[at]
    return opposite !== undefined && sharedKey(languageOf(part), languageOf(opposite)) !== undefined
  })
}

/** A partition key but for the names of its attributes. */
function shapeOf({ pk }: EntityKey): string {
  return pk.map(({ template }) => template.source.replaceAll(/\{[^{}:]+/g, '{')).join(' + ')
}

function show({ low, high }: KeyRange): string {
  if (low === '' && high === highest) return 'of the whole partition'
  if (high === low + highest) return `that begin with "${low}"`
  return low === high ? `"${low}"` : `from "${low}" to "${high.replaceAll(highest, '…')}"`
}
