/**
 * A text with wildcards. They are marked differently from the characters `*` and `?`, because a variable's value
 * may contain these literally.
 */
export type TextPattern = string

/** In a pattern: any number of characters, including none. Neither of the two marks is a Unicode character. */
export const ANY = '\uFFFF'
/** In a pattern: exactly one character. */
const ONE = '\uFFFE'

/** Converts a text with the wildcards `*` and `?` to a pattern. */
export function toPattern(text: string): TextPattern {
  return text.replaceAll('*', ANY).replaceAll('?', ONE)
}

/** Returns whether a text contains a mark itself, so that it could be mistaken for a pattern. */
export function holdsMarks(text: string): boolean {
  return text.includes(ANY) || text.includes(ONE)
}

/** Up to this many steps, and some for each character, one way after the other is fastest; few patterns take more. */
const fewSteps = 100_000
const stepsPerCharacter = 4

/**
 * Returns whether a whole text matches a pattern. The names of attributes are up to 64 KB long, and policies of tables
 * 20 KB, so the number of steps matters: see `matchesAtOnce`.
 *
 * @example
 * matchesPattern(toPattern('table/Game*'), 'table/GameScores')
 * // true
 */
export function matchesPattern(pattern: TextPattern, text: string): boolean {
  return matchesInTurn(pattern, text) ?? matchesAtOnce(pattern, text)
}

/** Returns `undefined` if that takes too many steps: up to the pattern's length times the text's. */
function matchesInTurn(pattern: TextPattern, text: string): boolean | undefined {
  let steps = fewSteps + stepsPerCharacter * text.length
  let at = 0
  let position = 0
  let lastAny = -1
  let resumeAt = 0
  while (position < text.length) {
    if (--steps < 0) return undefined
    const symbol = pattern[at]
    if (symbol === ANY) {
      lastAny = at++
      resumeAt = position
    } else if (symbol === ONE || (symbol !== undefined && symbol === text[position])) {
      at++
      position++
    } else if (lastAny >= 0) {
      // Only the last wildcard needs backtracking: what earlier ones matched can stay.
      at = lastAny + 1
      position = ++resumeAt
    } else {
      return false
    }
  }
  while (pattern[at] === ANY) at++
  return at === pattern.length
}

/**
 * Follows all ways to match at once, 32 in a step: a bit says whether as many symbols of the pattern as its position
 * match the text so far. One way after the other took a minute for a long name of equal letters.
 */
function matchesAtOnce(pattern: TextPattern, text: string): boolean {
  const { length, stays, steps, otherSteps } = readSymbols(pattern)
  const state = new Int32Array(stays.length)
  setBit(state, 0)
  for (let position = 0; position < text.length; position++) {
    const allowed = steps.get(text.charCodeAt(position)) ?? otherSteps
    let carry = 0
    for (let word = 0; word < state.length; word++) {
      const current = state[word] as number
      const stepping = current & (allowed[word] as number)
      state[word] = (stepping << 1) | carry | (current & (stays[word] as number))
      carry = stepping >>> 31
    }
  }
  return hasBit(state, length)
}

/** A pattern as sets of bits, by how many symbols have matched. */
interface Symbols {
  /** How many symbols there are besides `*`. */
  readonly length: number
  /** Where a `*` takes any further character. */
  readonly stays: Int32Array
  /** Where a character that the pattern contains is the next one, and where any other is. */
  readonly steps: ReadonlyMap<number, Int32Array>
  readonly otherSteps: Int32Array
}

function readSymbols(pattern: TextPattern): Symbols {
  const symbols = pattern.replaceAll(ANY, '')
  const words = (symbols.length >> 5) + 1
  const [stays, otherSteps] = [new Int32Array(words), new Int32Array(words)]
  let length = 0
  for (let index = 0; index < pattern.length; index++) {
    if (pattern[index] === ANY) setBit(stays, length)
    else if (pattern[index] === ONE) setBit(otherSteps, length++)
    else length++
  }
  const steps = new Map<number, Int32Array>()
  for (let index = 0; index < length; index++) {
    if (symbols[index] === ONE) continue
    const character = symbols.charCodeAt(index)
    const places = steps.get(character) ?? otherSteps.slice()
    steps.set(character, places)
    setBit(places, index)
  }
  return { length, stays, steps, otherSteps }
}

function setBit(bits: Int32Array, position: number): void {
  bits[position >> 5] = (bits[position >> 5] as number) | (1 << (position & 31))
}

function hasBit(bits: Int32Array, position: number): boolean {
  return ((bits[position >> 5] as number) & (1 << (position & 31))) !== 0
}
