import { noForms } from '../codec/stored-form.ts'
import type { EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError, keyError } from '../model-error.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { requireKnown } from '../util/require-known.ts'
import { extentCondition, partitionCondition } from './key-condition.ts'
import type { CollectPattern, MemberDefinition } from './pattern.ts'
import type { ReadContext } from './plan-query.ts'
import { compileRead, type ReadPlan } from './read-plan.ts'
import { extentEnds, type ReadExtent, readExtent } from './text-extent.ts'

/** A member, with the arguments by its own names, and its key. */
interface Reading {
  readonly member: MemberDefinition
  readonly key: EntityKey
  readonly values: Values
  /** Its range of sort keys, if they are built from one template. */
  readonly sort: (ReadExtent & { readonly attribute: string }) | undefined
}

/** Plans to read a page of several entities' items in one partition. */
export function planCollect(
  pattern: CollectPattern,
  args: Values,
  { name, now, page }: ReadContext,
): ReadPlan {
  const readings = readingsOf(pattern, args, name)
  const [first] = readings as [Reading]
  const ones = readings.filter(({ member }) => member.count === 'one')
  return compileRead({
    name,
    now,
    page,
    pattern,
    forms: noForms,
    keyCondition: allOf([
      partitionCondition(first.key, first.values),
      pattern.narrow?.(first.values) ?? spanCondition(readings),
    ]),
    order: () => commonOrder(readings, name),
    // The page size applies to the `many` members. Items of `one` members come on top, with the first page.
    more: page.cursor === undefined ? ones.length : 0,
  })
}

/** Maps the partition's values to each member's own names; the caller uses the names of any one member. */
function readingsOf({ readers, options }: CollectPattern, args: Values, name: string): Reading[] {
  // Arguments that have the same name in all members.
  const common = [readers[0]?.key.spread?.slot, ...(options.within?.names ?? [])]
  const known = [...common]
  for (const { slots } of readers) known.push(...slots)
  requireKnown(args, known, (unknown) =>
    keyError(`"${unknown}" is not part of the partition that ${name} reads`, unknown),
  )
  const named = readers.find(({ slots }) => slots.every((slot) => getOwn(args, slot) !== undefined))
  if (named === undefined) {
    const attribute = readers[0]?.slots.find((slot) => getOwn(args, slot) === undefined) ?? ''
    throw keyError(`${name} needs "${attribute}"`, attribute)
  }
  return readers.map(({ member, key, slots }) => {
    const values: { [attribute: string]: unknown } = {}
    for (let at = 0; at < slots.length; at++) {
      setOwn(values, slots[at] as string, getOwn(args, named.slots[at] as string))
    }
    for (const one of common) if (one !== undefined) setOwn(values, one, getOwn(args, one))
    const part = key.sk[0]
    const isBuilt = part !== undefined && part.plain === undefined && key.sk.length === 1
    return { member, key, values, sort: isBuilt ? sortOf(part, values, slots) : undefined }
  })
}

function sortOf(part: KeyPart, values: Values, partition: readonly string[]): Reading['sort'] {
  const { extent, open } = readExtent(part.template, values, partition)
  return { extent, open, attribute: part.attribute.name }
}

/** Returns the range from the lowest to the highest sort key of all members, so that nothing outside of it is read. */
function spanCondition(readings: readonly Reading[]): Condition | undefined {
  const first = readings[0]?.sort
  if (first === undefined) return undefined
  const own = extentEnds(first.extent)
  let { low, high } = own
  for (const { sort } of readings) {
    if (sort === undefined) return undefined
    const ends = extentEnds(sort.extent)
    if (compareUtf8(ends.low, low) < 0) low = ends.low
    if (compareUtf8(ends.high, high) > 0) high = ends.high
  }
  // Members with the same keys, or a single member, need no range.
  const isOne = own.low === low && own.high === high
  return extentCondition(first.attribute, isOne ? first.extent : { kind: 'between', low, high })
}

/**
 * Returns how the `many` members sort by their first open value. They must agree, or an order would have no meaning.
 */
function commonOrder(readings: readonly Reading[], name: string): CompiledSlot['order'] | undefined {
  let common: CompiledSlot['order'] | undefined
  for (const { member, sort } of readings) {
    const order = member.count === 'many' ? sort?.open?.order : undefined
    if (order === undefined || order === common) continue
    if (common !== undefined) {
      const message = `${name}: its members sort in different directions; read them by patterns of their own`
      throw definitionError(message, name)
    }
    common = order
  }
  return common
}
