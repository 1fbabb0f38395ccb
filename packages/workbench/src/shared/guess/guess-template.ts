import type { TemplatePart } from '../api.ts'
import { groupBy } from './group-by.ts'
import type { Cut, KeyColumn } from './key-columns.ts'
import { camelCase, freeName } from './name-words.ts'
import { scalarText, type WireItem } from './wire-item.ts'

/** Items of the same kind. */
export interface ItemGroup {
  /** The indexes of the items in the sample. */
  readonly members: readonly number[]
  readonly items: readonly WireItem[]
  /** Attributes other than keys and the type; the values between words may come from them. */
  readonly attributes: readonly string[]
}

/** The names given so far to the values in a group's keys, with the values themselves. */
export type KnownSlots = Map<string, readonly (string | undefined)[]>

/** A slot gets the name of an attribute if at least this share of the items agree. */
const agreeing = 0.8

/** Guesses the template of a key attribute of some items; `undefined` if none of them has it. */
export function guessTemplate(
  column: KeyColumn,
  group: ItemGroup,
  known: KnownSlots,
): readonly TemplatePart[] | undefined {
  const { attribute, isText, separator = '', cuts } = column
  if (!isText) {
    return group.items.some((item) => Object.hasOwn(item, attribute)) ? [{ slot: attribute }] : undefined
  }
  const own = group.members.map((at) => cuts[at])
  const pattern = commonPattern(own.filter((cut) => cut !== undefined))
  if (pattern === undefined) return undefined
  const parts: TemplatePart[] = []
  const names = attribute.split(separator || '\0')
  let text = ''
  pattern.forEach((word, position) => {
    if (position > 0) text += separator
    if (word !== undefined) {
      text += word
      return
    }
    if (text !== '') parts.push({ text })
    text = ''
    const values = own.map((cut) =>
      cut?.segments.length === pattern.length ? cut.segments[position] : undefined,
    )
    const hint =
      names.length === pattern.length && !/^(?:\w*[ps]k\d*)$/i.test(attribute) ? names[position] : undefined
    parts.push({ slot: nameSlot(values, { group, known, attribute, before: pattern[position - 1], hint }) })
  })
  if (text !== '') parts.push({ text })
  return parts
}

/** Returns what most cuts have in common at each position: a word, or `undefined` for a value. */
function commonPattern(cuts: readonly Cut[]): readonly (string | undefined)[] | undefined {
  const byLength = [...groupBy(cuts, ({ segments }) => segments.length).values()]
  const [most] = byLength.sort((one, other) => other.length - one.length)
  const [first] = most ?? []
  if (most === undefined || first === undefined) return undefined
  return first.segments.map((segment, position) => {
    const isWord = most.every(({ segments, words }) => words[position] && segments[position] === segment)
    return isWord ? segment : undefined
  })
}

interface SlotPlace {
  readonly group: ItemGroup
  readonly known: KnownSlots
  readonly attribute: string
  /** The word before the slot. */
  readonly before: string | undefined
  /** A name for the slot, taken from the name of the attribute. */
  readonly hint: string | undefined
}

/**
 * Names a slot after the attribute with the same values, else after a slot with the same values, else after the word
 * before it.
 */
function nameSlot(values: readonly (string | undefined)[], place: SlotPlace): string {
  const { group, known, attribute, before, hint } = place
  const isSame = (others: readonly (string | undefined)[]) => {
    const told = values.filter((value) => value !== undefined).length
    const same = values.filter((value, at) => value !== undefined && value === others[at]).length
    return told > 0 && same >= told * agreeing
  }
  const attributeOf = group.attributes.find((name) =>
    isSame(group.items.map((item) => scalarText(item, name))),
  )
  if (attributeOf !== undefined) return attributeOf
  for (const [name, others] of known) if (isSame(others)) return name
  const name = freeName(hint ?? inventName(values, { before, attribute }), (one) => known.has(one))
  known.set(name, values)
  return name
}

function inventName(
  values: readonly (string | undefined)[],
  { before, attribute }: Pick<SlotPlace, 'before' | 'attribute'>,
): string {
  const told = values.filter((value) => value !== undefined)
  const word = before === undefined ? '' : camelCase(before)
  if (told.every((value) => /^\d{4}-\d{2}(?:-\d{2})?(?:T|$)/.test(value)))
    return word === '' ? 'date' : `${word}Date`
  if (word === '') return camelCase(attribute) || 'value'
  return told.every((value) => /\d/.test(value)) && !/id$/i.test(word) ? `${word}Id` : word
}
