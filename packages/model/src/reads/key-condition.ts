import { encodePart } from '../entities/encode-key.ts'
import type { EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import {
  allOf,
  attributeIs,
  type Comparator,
  type Condition,
  comparesAt,
  type Operand,
} from '../expressions/condition.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import type { Values } from '../keys/compile-template.ts'
import { highest } from '../keys/key-bounds.ts'
import { keyError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import { type Bound, boundsOf, isRange, type Range } from './range.ts'
import { rangeExtent, readExtent, requireNoGap, type TextExtent } from './text-extent.ts'

/** The condition of a Query on the sort key, and how the items that it finds are sorted. */
export interface SortCondition {
  readonly condition: Condition | undefined
  /** How items sort by the first value left open: like the value, in reverse, or neither. */
  readonly order: CompiledSlot['order'] | undefined
}

/** Returns the condition that identifies one partition; every part of its key has to be given. */
export function partitionCondition(key: EntityKey, args: Values): Condition {
  const conditions = key.pk.map((part) => {
    const { name } = part.attribute
    const explain = (missing: string) => `"${missing}" is needed to find the partition ${name}`
    return attributeIs(name, encodePart(part, args, explain))
  })
  return allOf(conditions) as Condition
}

/**
 * Returns the condition on the sort key that follows from arguments: values for its first parts, a value or a range for
 * the next.
 */
export function sortCondition(key: EntityKey, args: Values): SortCondition {
  const conditions: (Condition | undefined)[] = []
  // A range does not identify a partition, not even through an attribute from which a shard is calculated.
  const isValue = (name: string) => !isRange(getOwn(args, name))
  const used = key.pk.flatMap(({ template }) => template.attributes).filter(isValue)
  let last: PartCondition | undefined
  for (const part of key.sk) {
    const { attributes } = part.template
    if (last?.open !== undefined) {
      requireNoGap(attributes, args, used, last.open)
      continue
    }
    last = partCondition(part, args, used)
    conditions.push(last.condition)
    used.push(...attributes)
  }
  return { condition: allOf(conditions), order: last?.order }
}

interface PartCondition {
  readonly condition: Condition | undefined
  /** The attribute without a single value: those after it cannot be used in the condition. */
  readonly open: string | undefined
  readonly order: CompiledSlot['order'] | undefined
}

function partCondition(part: KeyPart, args: Values, partition: readonly string[]): PartCondition {
  if (part.plain !== undefined) return plainCondition(part, part.plain, args)
  const { extent, open } = readExtent(part.template, args, partition)
  return {
    condition: extentCondition(part.attribute.name, extent),
    open: open?.attribute,
    order: open?.order,
  }
}

/** Returns the condition that a text key lies in an extent. */
export function extentCondition(attribute: string, { low, high }: TextExtent): Condition | undefined {
  const steps = [attribute] as const
  const wire = (text: string): Operand => ({ kind: 'wire', value: { S: text } })
  if (low === high) return attributeIs(attribute, { S: low })
  if (high.length > low.length && high === low + highest)
    return low === '' ? undefined : { kind: 'begins', steps, prefix: wire(low) }
  if (low === '') return comparesAt(steps, '<=', wire(high))
  if (high === highest) return comparesAt(steps, '>=', wire(low))
  return { kind: 'between', operand: { kind: 'path', steps }, low: wire(low), high: wire(high) }
}

function plainCondition(part: KeyPart, attribute: string, args: Values): PartCondition {
  const argument = getOwn(args, attribute)
  const name = part.attribute.name
  if (argument === undefined) return { condition: undefined, open: attribute, order: 'ascending' }
  if (!isRange(argument)) {
    const condition = attributeIs(name, part.encode({ [attribute]: argument }))
    return { condition, open: undefined, order: undefined }
  }
  return { condition: plainRange(part, attribute, argument), open: attribute, order: 'ascending' }
}

function plainRange(part: KeyPart, attribute: string, range: Range<unknown>): Condition | undefined {
  const { name, type } = part.attribute
  const encode = (value: unknown) => part.encode({ [attribute]: value }) as WireValue
  if (type === 'S') {
    const text = (value: unknown) => (encode(value) as { S: string }).S
    return extentCondition(name, rangeExtent('', { after: '', encode: text, encodePrefix: String }, range))
  }
  const steps = [name] as const
  const wire = ({ value }: Bound): Operand => ({ kind: 'wire', value: encode(value) })
  const { low, high, begins } = boundsOf(range)
  if (begins !== undefined || (low && high)) {
    if (!low?.inclusive || !high?.inclusive) {
      throw keyError('A range of numbers or binary includes its bounds: use between', '')
    }
    return { kind: 'between', operand: { kind: 'path', steps }, low: wire(low), high: wire(high) }
  }
  const bound = low ?? high
  const comparator = `${low ? '>' : '<'}${bound?.inclusive ? '=' : ''}` as Comparator
  return bound && comparesAt(steps, comparator, wire(bound))
}
