import type { EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import type { Values } from '../keys/compile-template.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import { setOwn } from '../util/own-property.ts'

/** A key, and the attributes of its partition in order, without the slot of a shard or replica. */
export interface PartitionSlots {
  readonly key: EntityKey
  readonly slots: readonly string[]
}

/**
 * Returns values for a partition that two keys of the same shape share, by the names that each has for them. Values in
 * only one of the sort keys are left open: that key may be any of its template. Values in both are the same in both, so
 * several are tried: values far apart, and values that the two encode differently.
 */
export function sharedPartitions(one: PartitionSlots, other: PartitionSlots): (readonly [Values, Values])[] {
  const own = slotsIn(one.key.sk.slice(0, 1))
  const others = slotsIn(other.key.sk.slice(0, 1))
  const shared = one.slots.flatMap((attribute, at) => {
    const opposite = other.slots[at] ?? attribute
    const left = own.filter((slot) => slot.attribute === attribute)
    const right = others.filter((slot) => slot.attribute === opposite)
    if (left.length === 0 || right.length === 0) return []
    // Values that the partition key cannot hold are impossible, too.
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
    // When keys share two values, one decides: it is the lowest and the others are the highest, or the reverse.
    ...shared.flatMap((_, lone) => [
      named((at) => (at === lone ? 'low' : 'high')),
      named((at) => (at === lone ? 'high' : 'low')),
    ]),
  ]
}

function slotsIn(parts: readonly KeyPart[]): Slot[] {
  return parts.flatMap(({ template }) => parseTemplate(template.source).slots)
}

/** Values of one attribute that a key can contain. */
interface Samples {
  readonly usual: readonly unknown[]
  readonly low: readonly unknown[]
  readonly high: readonly unknown[]
}

function samplesFor(slots: readonly Slot[]): Samples {
  const encodings = slots.flatMap((slot) => slot.encodings)
  const widths = encodings.filter((name) => name.startsWith('pad')).map((name) => Number(name.slice(3)))
  // An inverted padded number starts at 1.
  if (widths.length > 0) return samples([5], 1, 10n ** BigInt(Math.min(...widths)) - 1n)
  if (encodings.includes('num')) return samples([5], -Number.MAX_VALUE, Number.MAX_VALUE)
  if (encodings.includes('iso')) return samples([new Date(0)], year('0000'), year('9999'))
  return samples(['a', 'A', '1', ...separators(slots), '!', '~'], '\u0000', '\u{10fffd}')
}

function samples(usual: readonly unknown[], low: unknown, high: unknown): Samples {
  return { usual, low: [low], high: [high] }
}

function year(digits: string): Date {
  return new Date(`${digits}-12-31T00:00:00.000Z`)
}

/** Characters that are escaped in one slot and may not be in another, see `escape-payload.ts`. */
function separators(slots: readonly Slot[]): string[] {
  return [...new Set(['#', '$', '%', ...slots.map(({ after }) => after.charAt(0))])].filter(
    (text) => text !== '',
  )
}
