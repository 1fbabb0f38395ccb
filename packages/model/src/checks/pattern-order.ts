import type { EntityDefinition } from '../entities/entity-definition.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import type { CollectPattern, Pattern } from '../reads/pattern.ts'
import { readExtent } from '../reads/text-extent.ts'
import type { Finding } from './finding.ts'
import { keyIn, membersOf, type NamedPattern } from './model-facts.ts'
import { ownRange, rangeOf, valuesFor } from './pattern-range.ts'
import { samplePartition } from './sample-values.ts'
import { attributesOf } from './schema-facts.ts'
import { fewValuesOf, isTimeSlot } from './slot-values.ts'

/** A value that items are sorted by. */
interface SortedSlot extends Slot {
  readonly order: CompiledSlot['order']
}

/** The values that an entity's items are sorted by when the partition is given, from the first on. */
function openSlots(entity: EntityDefinition, index: string): readonly SortedSlot[] {
  const key = keyIn(entity, index)
  const partition = key?.pk.flatMap(({ template }) => template.attributes) ?? []
  const slots = (key?.sk ?? []).flatMap(({ template }) =>
    parseTemplate(template.source).slots.map((slot, at) => ({
      ...slot,
      order: template.slots[at]?.order ?? 'none',
    })),
  )
  return slots.filter(({ attribute }) => !partition.includes(attribute))
}

/** That items come in the order that a pattern claims or seems to claim. */
export function checkOrder({ name, pattern }: NamedPattern): Finding[] {
  if (pattern.kind === 'scan') return []
  const many = membersOf(pattern).filter(({ count }) => count === 'many')
  const findings = many.flatMap(({ entity }) => [
    ...anotherValue(name, pattern, entity),
    ...reversed(name, pattern, entity),
  ])
  return pattern.kind === 'collect' ? [...findings, ...parentFirst(name, pattern)] : findings
}

/** The newest of `{status}#{date}` are the last of the last status, unless one status is asked for. */
function anotherValue(name: string, pattern: Pattern, entity: EntityDefinition): Finding[] {
  const { order } = pattern.options
  if (order !== 'newest' && order !== 'oldest') return []
  const [first, ...more] = openSlots(entity, pattern.index)
  const isFew =
    first && fewValuesOf(first.attribute, attributesOf(entity)?.get(first.attribute)) !== undefined
  const meant = more.find((slot) => isTimeSlot(entity, slot)) ?? (isFew ? more.at(-1) : undefined)
  // What comes after a time or a number tells items of the same moment apart.
  if (first === undefined || meant === undefined || isTimeSlot(entity, first) || isNumberSlot(first))
    return []
  const before = [first, ...more.slice(0, more.indexOf(meant))].map(({ attribute }) => attribute)
  return [
    {
      code: 'order-of-another-value',
      severity: 'warning',
      entity: entity.name,
      pattern: name,
      index: pattern.index,
      message:
        `${name} says "${order}", but its items are sorted by ${first.attribute} first: ` +
        `only calls that give one ${before.join(' and one ')} have them by ${meant.attribute}.`,
      advice:
        pattern.kind === 'collect'
          ? `Put ${meant.attribute} first in the sort key, or say allow: ['order'].`
          : `Give ${first.attribute} in every call and say allow: ['order'], or put ${meant.attribute} first in the sort key.`,
    },
  ]
}

function isNumberSlot({ encodings }: Slot): boolean {
  return encodings.some((name) => name === 'num' || name.startsWith('pad'))
}

const newestNames = /newest|latest|recent|last[A-Z]|top[A-Z]/

/** Inverted keys that are read backwards, and patterns whose name promises the other end. */
function reversed(name: string, pattern: Pattern, entity: EntityDefinition): Finding[] {
  const { order = 'ascending' } = pattern.options
  const [first] = openSlots(entity, pattern.index)
  if (first === undefined || first.order === 'none') return []
  const isForward = order === 'ascending' || (order === 'newest') === (first.order === 'descending')
  const givesOldest = isForward === (first.order === 'ascending')
  const isInverted = order === 'descending' && first.order === 'descending'
  if (!isInverted && !(givesOldest && order === 'ascending' && newestNames.test(name))) return []
  return [
    {
      code: 'order-reversed',
      severity: 'warning',
      entity: entity.name,
      pattern: name,
      index: pattern.index,
      message: isInverted
        ? `${name} reads "descending" by ${first.attribute}, which is inverted in the key (:desc): the oldest or smallest come first.`
        : `${name} promises the newest by its name, but reads by ${first.attribute} from the oldest or smallest on.`,
      advice: 'Say order newest or oldest, which go by the value whichever way the key is encoded.',
    },
  ]
}

/** With pages, the ones of a collection are expected on the first: they must lie at the end where reading begins. */
function parentFirst(name: string, pattern: CollectPattern): Finding[] {
  const { order = 'ascending', page } = pattern.options
  const read = rangeOf(pattern)
  if (page === undefined || read === undefined) return []
  const lists = pattern.readers.map(({ member, key }) => ({
    member,
    range: ownRange(key, valuesFor(key, read.key, read.values)),
  }))
  const many = lists.filter(({ member }) => member.count === 'many')
  const isForward = order === 'ascending' || (isByValue(order) && readsForward(pattern, order))
  const late = lists.filter(({ member, range }) => {
    if (member.count === 'many') return false
    return !many.every((other) =>
      isForward
        ? compareUtf8(range.high, other.range.low) <= 0
        : compareUtf8(range.low, other.range.high) >= 0,
    )
  })
  return late.map(({ member: { entity }, range }) => ({
    code: 'parent-not-first',
    severity: 'error',
    entity: entity.name,
    pattern: name,
    index: pattern.index,
    message:
      `${name} reads pages of ${page} ${isForward ? 'from the lowest sort key up' : 'from the highest sort key down'}, ` +
      `and ${entity.name} ("${range.low}") does not come before the others: the first page may be without it.`,
    advice: `Read the other way round, or move it: a sort key that begins with "#" is below the letters, one with "~" above.`,
  }))
}

function isByValue(order: string): order is 'newest' | 'oldest' {
  return order === 'newest' || order === 'oldest'
}

function readsForward({ readers }: CollectPattern, order: 'newest' | 'oldest'): boolean {
  const open = readers
    .filter(({ member }) => member.count === 'many')
    .flatMap(({ key }) => {
      const [part] = key.sk
      if (part === undefined || part.plain !== undefined) return []
      const partition = key.pk.flatMap(({ template }) => template.attributes)
      return readExtent(part.template, samplePartition(key), partition).open?.order ?? []
    })
  return (order === 'oldest') === (open[0] !== 'descending')
}
