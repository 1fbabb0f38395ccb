import type { Values } from '../keys/compile-template.ts'
import type { CollectPattern, MemberReader } from '../reads/pattern.ts'
import { readExtent } from '../reads/text-extent.ts'
import type { Finding } from './finding.ts'
import { languageOf, type OrderedKeys, orderedKeys } from './key-language.ts'
import { samplePartition } from './sample-values.ts'
import { sharedPartitions } from './shared-partitions.ts'

/**
 * Checks that the `one` members of a collection with pages are on the first page: they have to be at the end where
 * reading begins.
 */
export function parentFirst(name: string, pattern: CollectPattern): Finding[] {
  const { order = 'ascending', page } = pattern.options
  if (page === undefined) return []
  const isForward = order === 'ascending' || (isByValue(order) && readsForward(pattern, order))
  const many = pattern.readers.filter(({ member }) => member.count === 'many')
  return pattern.readers.flatMap((one) => {
    if (one.member.count === 'many') return []
    const [late] = many.flatMap((other) => comesAfter(one, other, isForward) ?? [])
    if (late === undefined) return []
    const { entity } = one.member
    return [
      {
        code: 'parent-not-first',
        severity: 'error',
        entity: entity.name,
        pattern: name,
        index: pattern.index,
        message:
          `${name} reads pages of ${page} ${isForward ? 'from the lowest sort key up' : 'from the highest sort key down'}, ` +
          `and ${entity.name} ("${late.own}") can come after ${late.name} ("${late.before}"): the first page may lack it.`,
        advice: `Read in the other direction, or move it: a sort key that begins with "#" sorts before letters, one with "~" after them.`,
      },
    ]
  })
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

/** A sort key of one member, and one of another member that is read before it. */
interface Late {
  readonly own: string
  readonly before: string
  readonly name: string
}

/** Returns keys in one partition which show that another member can come first; `undefined` if there are none. */
function comesAfter(one: MemberReader, other: MemberReader, isForward: boolean): Late | undefined {
  const { name } = other.member.entity
  for (const [own, others] of sharedPartitions(one, other)) {
    const found = isForward ? keysInOrder(other, others, one, own) : keysInOrder(one, own, other, others)
    if (found === undefined) continue
    const { lower, upper } = found
    return isForward ? { own: upper, before: lower, name } : { own: lower, before: upper, name }
  }
  return undefined
}

function keysInOrder(
  { key }: MemberReader,
  values: Values,
  { key: otherKey }: MemberReader,
  otherValues: Values,
): OrderedKeys | undefined {
  const [part] = key.sk
  const [opposite] = otherKey.sk
  // Without a sort key, there is no order to rely on.
  const left = part === undefined ? [] : languageOf(part, values)
  return orderedKeys(left, opposite === undefined ? [] : languageOf(opposite, otherValues))
}
