import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { primary } from '../entities/table-definition.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { Values } from '../keys/compile-template.ts'
import { highest } from '../keys/key-bounds.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import type { CollectPattern, MemberDefinition, Pattern, QueryPattern } from '../reads/pattern.ts'
import { readExtent } from '../reads/text-extent.ts'
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

/** What a Query reads of a partition, for sample values of its key. */
interface PatternRange {
  /** The key of the first entity, which gives the values their names. */
  readonly key: EntityKey
  readonly values: Values
  readonly range: KeyRange
}

/**
 * Returns the range of sort keys that a pattern reads when only the partition is given. `text`: the value to use for
 * the partition.
 */
function rangeOf(pattern: QueryPattern | CollectPattern, text?: string): PatternRange | undefined {
  const keys = entitiesOf(pattern).flatMap((entity) => keyIn(entity, pattern.index) ?? [])
  const [key] = keys
  if (key === undefined) return undefined
  const values = samplePartition(key, text)
  const ranges = keys.map((other) => ownRange(other, valuesFor(other, key, values)))
  return { key, values, range: ranges.reduce(span) }
}

/** Returns the sort keys of an entity's items in a partition. */
function ownRange(key: EntityKey, values: Values): KeyRange {
  const [part, ...more] = key.sk
  if (part === undefined || part.plain !== undefined || more.length > 0) return everything
  const partition = key.pk.flatMap(({ template }) => template.attributes)
  return readExtent(part.template, values, partition).extent
}

/** Returns the values of a partition, by the names that another entity's key has for them. */
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

/** Checks that a pattern reads all of its entities, and nothing else. */
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
    message: `${name} reads sort keys ${show(range)}, but no item of ${entity.name} (${describeKey(own)}) is there.`,
    advice: 'Change the key, or read it with a pattern of its own.',
  }
}

/** Reports `one()` for an entity that can have several items in a partition, any of which it would return. */
function oneOfMany(name: string, pattern: Pattern, { entity, count }: MemberDefinition): Finding | undefined {
  const { pk = [], sk = [] } = keyIn(entity, pattern.index) ?? {}
  const partition = pk.flatMap(({ template }) => template.attributes)
  const open = sk
    .flatMap(({ template }) => template.attributes)
    .filter((attribute) => !partition.includes(attribute))
  if (count === 'many' || open.length === 0) return undefined
  const told = open.join(', ')
  const given = pattern.kind === 'collect' ? (pattern.options.within?.names ?? []) : []
  const isTold = open.every((attribute) => given.includes(attribute))
  const [found, advice] = isTold
    ? [`a call without ${told} finds several`, `Give ${told} in every call`]
    : [
        `a partition can hold several, told apart by ${told}`,
        `Read ${entity.name}.many(), or leave ${told} out of its key; if there is never more than one`,
      ]
  return {
    code: 'one-of-many',
    severity: 'warning',
    entity: entity.name,
    pattern: name,
    index: pattern.index,
    message: `${name} returns one ${entity.name}, but ${found}: it returns the last one read.`,
    advice: `${advice}${isTold ? ' and' : ','} add allow: ['unbounded'].`,
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
    message: `${places}, for example "${found}": they are read and paid for, then left out, which makes pages shorter.`,
    advice:
      pattern.kind === 'collect' && other.name === other.entity
        ? `Make ${other.name} a member of the collection, or move it out of the range with another prefix of its sort key.`
        : key.pk.some(({ plain }) => plain !== undefined)
          ? `Rename an attribute in the key of ${other.entity}, or add allow: ['others'].`
          : `Begin the sort keys with different prefixes, such as "${other.entity.toUpperCase()}#", or add allow: ['others'].`,
  }
}

/** Returns a sort key of another entity that a read finds; `undefined` if there is none. */
function foundIn({ key: own, values, range }: PatternRange, key: EntityKey): string | undefined {
  const [part] = key.sk
  if (part === undefined) return ''
  return keyInRange(languageOf(part, shapeOf(key) === shapeOf(own) ? valuesFor(key, own, values) : {}), range)
}

/**
 * Returns a sort key of another entity that is in a pattern's range for other values than those tried before;
 * `undefined` if there is none.
 */
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
 * Returns partitions that a pattern may share with another key: a usual one, and those named after texts in the sort
 * keys. When a key repeats the partition's value in its sort key, the other may only meet it in the partition with the
 * value of its own text.
 */
function partitionsToTry(
  pattern: QueryPattern | CollectPattern,
  other: EntityKey,
): readonly (string | undefined)[] {
  const own = entitiesOf(pattern).flatMap((entity) => keyIn(entity, pattern.index) ?? [])
  if (own[0] === undefined || !sharePartition(other, own[0])) return []
  return [undefined, ...new Set([...own, other].flatMap(({ sk }) => sk.flatMap(textsIn)))]
}

/** Returns the texts in a template, whole and in words, and a key that it can produce. */
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

/** Returns a partition key with its attributes' names removed. */
function shapeOf({ pk }: EntityKey): string {
  return pk.map(({ template }) => template.source.replaceAll(/\{[^{}:]+/g, '{')).join(' + ')
}

function show({ low, high }: KeyRange): string {
  if (low === '' && high === highest) return 'of the whole partition'
  if (high === low + highest) return `that begin with "${low}"`
  return low === high ? `"${low}"` : `from "${low}" to "${high.replaceAll(highest, '…')}"`
}
