import type { KeyPart } from '../entities/key-part.ts'
import type { Values } from '../keys/compile-template.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import type { CollectPattern, MemberReader } from '../reads/pattern.ts'
import { readExtent } from '../reads/text-extent.ts'
import { setOwn } from '../util/own-property.ts'
import type { Finding } from './finding.ts'
import { languageOf, type OrderedKeys, orderedKeys } from './key-language.ts'
import { samplePartition } from './sample-values.ts'

/** With pages, the ones of a collection are expected on the first: they must lie at the end where reading begins. */
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
          `and ${entity.name} ("${late.own}") can come after ${late.name} ("${late.before}"): the first page may be without it.`,
        advice: `Read the other way round, or move it: a sort key that begins with "#" is below the letters, one with "~" above.`,
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

/** A sort key of one member, and one of another that is read before it. */
interface Late {
  readonly own: string
  readonly before: string
  readonly name: string
}

/** Keys in one partition that show that a member does not come before another, or nothing. */
function comesAfter(one: MemberReader, other: MemberReader, isForward: boolean): Late | undefined {
  const { name } = other.member.entity
  for (const [own, others] of partitionsToTry(one, other)) {
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
  // Without a sort key there is no order to rely on.
  const left = part === undefined ? [] : languageOf(part, values)
  return orderedKeys(left, opposite === undefined ? [] : languageOf(opposite, otherValues))
}

/**
 * Values of a partition, by the names that each of two members has for them. Those that only one of the sort keys holds
 * are left open: that key may be any of its template. What both hold is the same in both, so it is tried with values that
 * are far apart, and with those that the two write differently.
 */
function partitionsToTry(one: MemberReader, other: MemberReader): (readonly [Values, Values])[] {
  const own = slotsIn(one.key.sk.slice(0, 1))
  const others = slotsIn(other.key.sk.slice(0, 1))
  const shared = one.slots.flatMap((attribute, at) => {
    const opposite = other.slots[at] ?? attribute
    const left = own.filter((slot) => slot.attribute === attribute)
    const right = others.filter((slot) => slot.attribute === opposite)
    if (left.length === 0 || right.length === 0) return []
    // What the partition key cannot hold is no value either.
    const inPartition = slotsIn(one.key.pk).filter((slot) => slot.attribute === attribute)
    return [{ attribute, opposite, samples: samplesFor([...inPartition, ...left, ...right]) }]
  })
  const named = (sample: (at: number) => keyof Samples, index = 0): readonly [Values, Values] => {
    const left: { [name: string]: unknown } = {}
    const right: { [name: string]: unknown } = {}
    for (const [at, { attribute, opposite, samples }] of shared.entries()) {
      const given = samples[sample(at)]
      setOwn(left, attribute, given[index % given.length])
      setOwn(right, opposite, given[index % given.length])
    }
    return [left, right]
  }
  const longest = Math.max(1, ...shared.map(({ samples }) => samples.usual.length))
  return [
    ...Array.from({ length: longest }, (_, index) => named(() => 'usual', index)),
    // Where two values meet, one of them decides: it is the lowest and the others the highest, or the other way round.
    ...shared.flatMap((_, lone) => [
      named((at) => (at === lone ? 'low' : 'high')),
      named((at) => (at === lone ? 'high' : 'low')),
    ]),
  ]
}

function slotsIn(parts: readonly KeyPart[]): Slot[] {
  return parts.flatMap(({ template }) => parseTemplate(template.source).slots)
}

/** Values of one attribute that a key can be made of. */
interface Samples {
  readonly usual: readonly unknown[]
  readonly low: readonly unknown[]
  readonly high: readonly unknown[]
}

function samplesFor(slots: readonly Slot[]): Samples {
  const encodings = slots.flatMap((slot) => slot.encodings)
  const widths = encodings.filter((name) => name.startsWith('pad')).map((name) => Number(name.slice(3)))
  // An inverted number of some digits begins with 1.
  if (widths.length > 0) return samples([5], 1, 10n ** BigInt(Math.min(...widths)) - 1n)
  if (encodings.includes('num')) return samples([5], -Number.MAX_VALUE, Number.MAX_VALUE)
  if (encodings.includes('iso')) return samples([new Date(0)], year('0000'), year('9999'))
  return samples(['a', ...separators(slots), '!', '~'], '\u0000', '\u{10fffd}')
}

function samples(usual: readonly unknown[], low: unknown, high: unknown): Samples {
  return { usual, low: [low], high: [high] }
}

function year(digits: string): Date {
  return new Date(`${digits}-12-31T00:00:00.000Z`)
}

/** What is escaped in one slot and may not be in another, see `escape-payload.ts`. */
function separators(slots: readonly Slot[]): string[] {
  return [...new Set(['#', '$', '%', ...slots.map(({ after }) => after.charAt(0))])].filter(
    (text) => text !== '',
  )
}
