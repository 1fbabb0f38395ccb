import type { KeyPart } from '../entities/key-part.ts'
import type { Values } from '../keys/compile-template.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import { getOwn } from '../util/own-property.ts'
import {
  allBut,
  anyCharacter,
  bothOf,
  type CharacterSet,
  characterRange,
  charactersOf,
  eitherOf,
  hasCharacter,
  showable,
} from './character-set.ts'

/** One character of a set, or any number of them. */
interface Atom {
  readonly set: CharacterSet
  readonly repeats: boolean
}

/** All keys that a template can produce, as a sequence of atoms. Values are assumed not to be empty. */
export type KeyLanguage = readonly Atom[]

const digits = characterRange('0', '9')
const hexadecimals = eitherOf(digits, characterRange('a', 'f'))

/** Returns the keys of one attribute of an entity's key; slots in `known` have these values. */
export function languageOf(part: KeyPart, known: Values = {}): KeyLanguage {
  if (part.plain !== undefined) return some(anyCharacter)
  return beginningOf(part, known, part.template.slots.length)
}

/**
 * Returns the keys that are read in a partition whose attributes are given: those with the prefix that these determine.
 */
export function rangeLanguage(part: KeyPart, known: Values, partition: readonly string[]): KeyLanguage {
  const { slots } = part.template
  const open = slots.findIndex(({ attribute }) => !partition.includes(attribute))
  return open < 0 ? languageOf(part, known) : [...beginningOf(part, known, open), any(anyCharacter)]
}

/** Returns the language of a template up to one of its slots. */
function beginningOf({ template }: KeyPart, known: Values, count: number): KeyLanguage {
  const { before, slots } = parseTemplate(template.source)
  const filled = slots.slice(0, count).flatMap((slot, at) => {
    const value = getOwn(known, slot.attribute)
    const encoded = value === undefined ? undefined : template.slots[at]?.encode(value)
    const atoms = encoded === undefined ? slotAtoms(slot) : exactly(encoded)
    return [...atoms, ...exactly(slot.after)]
  })
  return [...exactly(before), ...filled]
}

function slotAtoms(slot: Slot): KeyLanguage {
  const { encodings } = slot
  const isDescending = encodings.includes('desc')
  const padding = encodings.find((name) => name.startsWith('pad'))
  if (padding !== undefined) return times(digits, Number(padding.slice('pad'.length)))
  if (encodings.includes('num')) {
    return [one(charactersOf('onp')), any(eitherOf(charactersOf('.'), digits, charactersOf('~')))]
  }
  if (isDescending) return [...some(hexadecimals), one(charactersOf('~'))]
  if (encodings.includes('iso')) return isoAtoms()
  return some(textSet(slot))
}

function isoAtoms(): KeyLanguage {
  return [...'dddd-dd-ddTdd:dd:dd.dddZ'].map((character) =>
    one(character === 'd' ? digits : charactersOf(character)),
  )
}

/** Returns the characters that an encoded text can contain, see `escape-payload.ts`. */
function textSet({ encodings, after }: Slot): CharacterSet {
  if (encodings.includes('raw')) return anyCharacter
  const separator = after === '' ? '#' : after.charAt(0)
  const isOrdered = after !== '' && separator <= '#'
  const set = allBut(isOrdered ? characterRange('\u0000', separator) : charactersOf(separator))
  if (encodings.includes('lower')) return bothOf(set, allBut(characterRange('A', 'Z')))
  return encodings.includes('upper') ? bothOf(set, allBut(characterRange('a', 'z'))) : set
}

/** Positions in two languages that the same text leads to. */
interface Meeting {
  readonly i: number
  readonly j: number
  readonly text: string
}

/** Yields the positions in two languages that the same text can lead to, by increasing length. */
function* meetings(left: KeyLanguage, right: KeyLanguage): Generator<Meeting> {
  const seen = new Set<string>()
  const queue: Meeting[] = [{ i: 0, j: 0, text: '' }]
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const { i, j, text } = state
    if (seen.has(`${i} ${j}`)) continue
    seen.add(`${i} ${j}`)
    yield state
    const one = left[i]
    const other = right[j]
    if (one?.repeats) queue.push({ i: i + 1, j, text })
    if (other?.repeats) queue.push({ i, j: j + 1, text })
    const point = one && other && showable(bothOf(one.set, other.set))
    if (point === undefined) continue
    queue.push({ i: behind(left, i), j: behind(right, j), text: text + String.fromCodePoint(point) })
  }
}

/** Returns the position after reading a character. */
function behind(language: KeyLanguage, at: number): number {
  return language[at]?.repeats ? at : at + 1
}

/** Returns a key that two languages share; `undefined` if there is none. */
export function sharedKey(left: KeyLanguage, right: KeyLanguage): string | undefined {
  for (const { i, j, text } of meetings(left, right)) {
    if (i === left.length && j === right.length) return text
  }
  return undefined
}

/** A key of each of two languages, the first of which is not above the second. */
export interface OrderedKeys {
  readonly lower: string
  readonly upper: string
}

/** Returns keys of two languages such that the first is not above the second; `undefined` if there are none. */
export function orderedKeys(left: KeyLanguage, right: KeyLanguage): OrderedKeys | undefined {
  for (const { i, j, text } of meetings(left, right)) {
    const one = left[i]
    const other = right[j]
    // A prefix of a key, or the same key, is not above it.
    if (one === undefined) return { lower: text, upper: text + someKey(right, j) }
    const apart = other && orderedCharacters(one.set, other.set)
    if (apart === undefined) continue
    const [lower, upper] = apart.map((point) => text + String.fromCodePoint(point)) as [string, string]
    return { lower: lower + someKey(left, behind(left, i)), upper: upper + someKey(right, behind(right, j)) }
  }
  return undefined
}

/** Returns a character of each of two sets, the first below the second. */
function orderedCharacters(left: CharacterSet, right: CharacterSet): [number, number] | undefined {
  const end = right.at(-1)?.[1] ?? 0
  const lower = showable(bothOf(left, [[0, end - 1]]))
  const upper = lower === undefined ? undefined : showable(bothOf(right, [[lower + 1, end]]))
  return lower === undefined || upper === undefined ? undefined : [lower, upper]
}

/** Returns the shortest rest of a key. */
function someKey(language: KeyLanguage, from: number): string {
  const rest = language.slice(from).filter(({ repeats }) => !repeats)
  return rest.map(({ set }) => String.fromCodePoint(showable(set) ?? 0)).join('')
}

/** Sort keys from one to another, both included. */
export interface KeyRange {
  readonly low: string
  readonly high: string
}

interface RangeState {
  readonly at: number
  readonly text: string
  /** How many characters so far are those of the lowest or highest key; `undefined` once the text is clearly inside. */
  readonly low: number | undefined
  readonly high: number | undefined
}

/** Returns a key of a language that lies in a range; `undefined` if there is none. */
export function keyInRange(language: KeyLanguage, range: KeyRange): string | undefined {
  const low = pointsOf(range.low)
  const high = pointsOf(range.high)
  const seen = new Set<string>()
  const queue: RangeState[] = [{ at: 0, text: '', low: 0, high: 0 }]
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const id = `${state.at} ${state.low} ${state.high}`
    if (seen.has(id)) continue
    seen.add(id)
    const atom = language[state.at]
    if (atom === undefined) {
      if (state.low === undefined || state.low >= low.length) return state.text
      continue
    }
    if (atom.repeats) queue.push({ ...state, at: state.at + 1 })
    // The text is the highest key already: anything longer is above it.
    if (state.high === high.length) continue
    const at = atom.repeats ? state.at : state.at + 1
    const lowest = state.low === undefined ? undefined : low[state.low]
    const highest = state.high === undefined ? undefined : high[state.high]
    for (const point of candidates(atom.set, lowest, highest)) {
      queue.push({
        at,
        text: state.text + String.fromCodePoint(point),
        low: point === lowest ? (state.low ?? 0) + 1 : undefined,
        high: point === highest ? (state.high ?? 0) + 1 : undefined,
      })
    }
  }
  return undefined
}

/** Returns a character between two bounds, and the bounds themselves, as far as a set contains them. */
function candidates(set: CharacterSet, lowest: number | undefined, highest: number | undefined): number[] {
  const inside = bothOf(set, [[lowest === undefined ? 0 : lowest + 1, (highest ?? 0x110000) - 1]])
  const point = showable(inside)
  const ends = [lowest, highest].filter((end): end is number => end !== undefined && hasCharacter(set, end))
  const allowed = ends.filter((end) => end >= (lowest ?? 0) && end <= (highest ?? 0x10ffff))
  return point === undefined ? allowed : [point, ...allowed]
}

function pointsOf(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0)
}

function exactly(text: string): KeyLanguage {
  return [...text].map((character) => one(charactersOf(character)))
}

function times(set: CharacterSet, count: number): KeyLanguage {
  return Array.from({ length: count }, () => one(set))
}

function some(set: CharacterSet): KeyLanguage {
  return [one(set), any(set)]
}

function one(set: CharacterSet): Atom {
  return { set, repeats: false }
}

function any(set: CharacterSet): Atom {
  return { set, repeats: true }
}
