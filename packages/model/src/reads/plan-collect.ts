import { noForms } from '../codec/stored-form.ts'
import type { EntityKey } from '../entities/entity-definition.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { notExpired } from '../entities/presence.ts'
import { extentCondition, partitionCondition, sortCondition } from './key-condition.ts'
import type { CollectPattern, MemberDefinition } from './pattern.ts'
import type { ReadContext } from './plan-query.ts'
import { readsForward } from './read-direction.ts'
import { compileRead, type ReadPlan } from './read-plan.ts'
import { requireEntityIndex } from './require-entity-index.ts'
import { extentEnds, readExtent, type TextExtent } from './text-extent.ts'

/** A member with its key in the collection's index, and the arguments as it calls them. */
interface Reader {
  readonly member: MemberDefinition
  readonly key: EntityKey
  readonly values: Values
}

/** Plans to read a page of several entities' items in one partition. */
export function planCollect(pattern: CollectPattern, args: Values, { name, now, page }: ReadContext): ReadPlan {
  const readers = readersOf(pattern, args, name)
  const [first] = readers as [Reader]
  const { options } = pattern
  const ones = readers.filter(({ member }) => member.count === 'one').length
  const expiry = readers.find(({ member }) => member.entity.ttl !== undefined)?.member.entity.ttl?.stored
  return compileRead({
    name,
    pattern,
    table: pattern.table.name,
    forms: noForms,
    keyCondition: allOf([partitionCondition(first.key, first.values), spanCondition(readers)]),
    forward: readsForward(options.order ?? 'ascending', commonOrder(readers, name), name),
    filter: options.expired === true ? undefined : notExpired(expiry, now),
    // The ones come on top of a page of the others; they are read with the first.
    limit: page.limit ?? (options.page === undefined ? undefined : options.page + ones),
    page,
  })
}

/** Gives each member the partition's values by its own names; the caller uses those of any member. */
function readersOf(pattern: CollectPattern, args: Values, name: string): Reader[] {
  const members = Object.values(pattern.members).map((member) => {
    return { member, key: requireEntityIndex(member.entity, pattern.index) }
  })
  const named = members.find(({ key }) => slotNames(key).every((slot) => getOwn(args, slot) !== undefined))
  if (named === undefined) {
    const slots = slotNames((members[0] as { key: EntityKey }).key)
    const attribute = slots.find((slot) => getOwn(args, slot) === undefined) ?? ''
    throw new ModelError('KEY', `${name} needs "${attribute}"`, { attribute, template: '' })
  }
  const given = slotNames(named.key).map((slot) => getOwn(args, slot))
  return members.map(({ member, key }) => {
    const values: { [attribute: string]: unknown } = {}
    for (const [at, slot] of slotNames(key).entries()) setOwn(values, slot, given[at])
    return { member, key, values }
  })
}

function slotNames({ pk }: EntityKey): string[] {
  return pk.flatMap(({ template }) => template.slots.map(({ attribute }) => attribute))
}

/** The range of sort keys from the first member's to the last's, so that what lies outside is not read. */
function spanCondition(readers: readonly Reader[]): Condition | undefined {
  const extents: TextExtent[] = []
  let attribute = ''
  for (const { key, values } of readers) {
    const [part, ...more] = key.sk
    if (part === undefined || part.plain !== undefined || more.length > 0) return undefined
    attribute = part.attribute.name
    extents.push(readExtent(part.template, values, slotNames(key)).extent)
  }
  const [first, ...others] = extents as [TextExtent]
  if (others.every((extent) => JSON.stringify(extent) === JSON.stringify(first))) return extentCondition(attribute, first)
  const ends = extents.map(extentEnds)
  const low = ends.map((end) => end.low).sort(compareUtf8)[0] as string
  const high = ends.map((end) => end.high).sort(compareUtf8).at(-1) as string
  return extentCondition(attribute, { kind: 'between', low, high })
}

/** How the many sort by their first open value; they must agree for an order to mean anything. */
function commonOrder(readers: readonly Reader[], name: string) {
  const many = readers.filter(({ member }) => member.count === 'many')
  const orders = new Set(many.map(({ key, values }) => sortCondition(key, values).order))
  orders.delete(undefined)
  if (orders.size <= 1) return [...orders][0]
  const message = `${name}: its members sort in different directions; read them by patterns of their own`
  throw new ModelError('DEFINITION', message, { subject: name })
}
