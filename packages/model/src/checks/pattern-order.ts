import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import type { Pattern } from '../reads/pattern.ts'
import type { Finding } from './finding.ts'
import { keyIn, membersOf, type NamedPattern } from './model-facts.ts'
import { parentFirst } from './parent-first.ts'
import { attributesOf } from './schema-facts.ts'
import { fewValuesOf, isTimeSlot } from './slot-values.ts'

/** A value by which items are sorted. */
interface SortedSlot extends Slot {
  readonly order: CompiledSlot['order']
}

/** Returns the values by which an entity's items are sorted within a partition, in order. */
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

/** Checks that items come in the order that a pattern claims or suggests. */
export function checkOrder({ name, pattern }: NamedPattern): Finding[] {
  if (pattern.kind === 'scan') return []
  const many = membersOf(pattern).filter(({ count }) => count === 'many')
  const findings = many.flatMap(({ entity }) => [
    ...anotherValue(name, pattern, entity),
    ...reversed(name, pattern, entity),
  ])
  return pattern.kind === 'collect' ? [...findings, ...parentFirst(name, pattern)] : findings
}

/**
 * Reports an order by a later value: the newest of `{status}#{date}` are the last of the last status, unless calls give
 * one status.
 */
function anotherValue(name: string, pattern: Pattern, entity: EntityDefinition): Finding[] {
  const { order } = pattern.options
  if (order !== 'newest' && order !== 'oldest') return []
  const [first, ...more] = openSlots(entity, pattern.index)
  const isFew =
    first && fewValuesOf(first.attribute, attributesOf(entity)?.get(first.attribute)) !== undefined
  const meant = more.find((slot) => isTimeSlot(entity, slot)) ?? (isFew ? more.at(-1) : undefined)
  // After a time or a number, further values only tell items of the same moment apart.
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
        `only calls for one ${before.join(' and one ')} get them by ${meant.attribute}.`,
      advice:
        pattern.kind === 'collect'
          ? `Put ${meant.attribute} first in the sort key, or add allow: ['order'].`
          : `Give ${first.attribute} in every call and add allow: ['order'], or put ${meant.attribute} first in the sort key.`,
    },
  ]
}

function isNumberSlot({ encodings }: Slot): boolean {
  return encodings.some((name) => name === 'num' || name.startsWith('pad'))
}

const newestNames = /newest|latest|recent|last[A-Z]|top[A-Z]/

/** Reports inverted keys that are read in reverse, and patterns whose name suggests the opposite order. */
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
        : `${name} promises the newest by its name, but reads by ${first.attribute} from the oldest or smallest.`,
      advice: 'Use order newest or oldest: both go by the value, however the key is encoded.',
    },
  ]
}
