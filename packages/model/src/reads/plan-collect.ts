import { noForms } from '../codec/stored-form.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError, keyError } from '../model-error.ts'
import { getOwn } from '../util/own-property.ts'
import { requireKnown } from '../util/require-known.ts'
import { extentCondition, partitionCondition } from './key-condition.ts'
import type { CollectPattern, MemberReader } from './pattern.ts'
import { compileRead, type ReadContext, type ReadPlan } from './read-plan.ts'
import { type ReadExtent, readExtent } from './text-extent.ts'

/** A member, with the arguments by its own names, and the sort keys that they select, if built from one template. */
interface Reading {
  readonly reader: MemberReader
  readonly values: Values
  readonly found: ReadExtent | undefined
}

/** Plans to read a page of several entities' items in one partition. */
export function planCollect(pattern: CollectPattern, args: Values, context: ReadContext): ReadPlan {
  const { name, page } = context
  const readings = readingsOf(pattern, args, name)
  const [first] = readings as [Reading]
  const ones = readings.filter(({ reader }) => reader.member.count === 'one')
  return compileRead(pattern, context, {
    forms: noForms,
    keyCondition: allOf([
      partitionCondition(first.reader.key, first.values),
      pattern.narrow?.(first.values) ?? spanCondition(readings),
    ]),
    order: () => commonOrder(readings, name),
    // The page size applies to the `many` members. Items of `one` members come on top, with the first page.
    more: page.cursor == null ? ones.length : 0,
  })
}

/** Maps the partition's values to each member's own names; the caller uses the names of any one member. */
function readingsOf({ readers, common, known }: CollectPattern, args: Values, name: string): Reading[] {
  requireKnown(args, known, (unknown) =>
    keyError(`"${unknown}" is not part of the partition that ${name} reads`, unknown),
  )
  const isMissing = (slot: string) => getOwn(args, slot) === undefined
  const named = readers.find(({ slots }) => !slots.some(isMissing))
  const { slots } = named ?? (readers[0] as MemberReader)
  if (named === undefined) {
    const attribute = slots.find(isMissing) ?? ''
    throw keyError(`${name} needs "${attribute}"`, attribute)
  }
  // Where all members have the same names, those are the caller's.
  const isSame = known.length === slots.length + common.length
  return readers.map((reader) => {
    const values = isSame ? args : renamed(args, [...slots, ...common], [...reader.slots, ...common])
    return { reader, values, found: reader.sort && readExtent(reader.sort.template, values, reader.slots) }
  })
}

/** Returns values under other names. */
function renamed(args: Values, from: readonly string[], to: readonly string[]): Values {
  return Object.fromEntries(from.map((name, at) => [to[at], getOwn(args, name)]))
}

/** Returns the range from the lowest to the highest sort key of all members, so that nothing outside of it is read. */
function spanCondition(readings: readonly Reading[]): Condition | undefined {
  const [{ reader, found }] = readings as [Reading]
  if (found === undefined) return undefined
  let { low, high } = found.extent
  for (const { found } of readings) {
    if (found === undefined) return undefined
    if (compareUtf8(found.extent.low, low) < 0) low = found.extent.low
    if (compareUtf8(found.extent.high, high) > 0) high = found.extent.high
  }
  return extentCondition(reader.key.sk[0]?.attribute.name ?? '', { low, high })
}

/**
 * Returns how the `many` members sort by their first open value. They must agree, or an order would have no meaning.
 */
function commonOrder(readings: readonly Reading[], name: string): CompiledSlot['order'] | undefined {
  let common: CompiledSlot['order'] | undefined
  for (const { reader, found } of readings) {
    const order = reader.member.count === 'many' ? found?.open?.order : undefined
    if (order === undefined || order === common) continue
    if (common !== undefined) {
      const message = `${name}: its members sort in different directions; read them by patterns of their own`
      throw definitionError(message, name)
    }
    common = order
  }
  return common
}
