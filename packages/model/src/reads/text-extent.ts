import { compareUtf8 } from '../keys/compare-utf8.ts'
import type { CompiledSlot } from '../keys/compile-slot.ts'
import type { Template, Values } from '../keys/compile-template.ts'
import { highest, justAbove, justBelow } from '../keys/key-bounds.ts'
import { keyError } from '../model-error.ts'
import { getOwn } from '../util/own-property.ts'
import { type Bound, boundsOf, isRange, type Range } from './range.ts'

/** The keys of a template that arguments select: the lowest and the highest, both included. */
export interface TextExtent {
  readonly low: string
  readonly high: string
}

/** An extent, with the slot by which the keys in it are sorted. */
export interface ReadExtent {
  readonly extent: TextExtent
  /** The first slot without a single value. */
  readonly open: CompiledSlot | undefined
}

type RangedSlot = Pick<CompiledSlot, 'after' | 'encode' | 'encodePrefix'> & Partial<CompiledSlot>

/**
 * Returns the keys that arguments select: they give values to the first slots of a template, and a value or a range to
 * the next. Arguments for slots after one that was left out cannot narrow the keys and are refused, unless they belong
 * to the partition key (`partition`), where they are given anyway.
 */
export function readExtent(template: Template, args: Values, partition: readonly string[]): ReadExtent {
  const { text, count } = template.encodeKnown(withoutRanges(template, args))
  const open = template.slots[count]
  if (open === undefined) return { extent: { low: text, high: text }, open }
  const argument = getOwn(args, open.attribute)
  if (count < template.slots.length - 1) {
    const used = template.slots.slice(0, argument === undefined ? count : count + 1)
    const names = [...used.map(({ attribute }) => attribute), ...partition]
    requireNoGap(template.attributes, args, names, open.attribute)
  }
  if (argument === undefined) return { extent: startingWith(text), open }
  const range = argument as Range<unknown>
  if (open.order === 'none' && range.begins === undefined) {
    const message = `"${open.attribute}" in key "${template.source}" does not sort as its values do, so there is no range; end the slot with "#", without :raw`
    throw keyError(message, open.attribute, template.source)
  }
  return { extent: rangeExtent(text, open, range), open }
}

/** Returns all keys that start with a text. */
export function startingWith(text: string): TextExtent {
  return { low: text, high: text + highest }
}

/** Returns the keys that continue a prefix with a slot whose values lie in a range. */
export function rangeExtent(prefix: string, slot: RangedSlot, range: Range<unknown>): TextExtent {
  const { low, high, begins } = boundsOf(range)
  if (begins !== undefined) return startingWith(prefix + slot.encodePrefix(begins))
  const isDescending = slot.order === 'descending'
  const first = isDescending ? high : low
  const last = isDescending ? low : high
  const none = prefix + highest
  const from = first === undefined ? prefix : lowEnd(prefix, slot, first)
  const to = last === undefined ? none : highEnd(prefix, slot, last)
  // DynamoDB refuses an empty BETWEEN, and empty keys. No item has this key, so nothing is found.
  return to === '' || compareUtf8(from, to) > 0 ? { low: none, high: none } : { low: from, high: to }
}

function lowEnd(prefix: string, slot: RangedSlot, { value, inclusive }: Bound): string {
  const text = prefix + slot.encode(value)
  if (inclusive) return text
  return slot.goesOn ? text + slot.after + highest : justAbove(text)
}

function highEnd(prefix: string, slot: RangedSlot, { value, inclusive }: Bound): string {
  const text = prefix + slot.encode(value)
  if (inclusive) return slot.goesOn ? text + slot.after + highest : text
  // With text after the slot, all keys with this value sort above the bare value, which can be the bound itself;
  // without such text, a key may equal the bare value.
  return slot.after === '' ? justBelow(text) : text
}

function withoutRanges(template: Template, args: Values): Values {
  const ranged = template.attributes.find((name) => isRange(getOwn(args, name)))
  if (ranged === undefined) return args
  const { [ranged]: _, ...rest } = args
  return rest
}

/** Refuses arguments for attributes of a key that come after one without a single value. */
export function requireNoGap(
  later: readonly string[],
  args: Values,
  used: readonly string[],
  before: string,
): void {
  const late = later.find((name) => !used.includes(name) && getOwn(args, name) !== undefined)
  if (late === undefined) return
  throw keyError(`A key cannot be read by "${late}" without one value for "${before}" before it`, late)
}
