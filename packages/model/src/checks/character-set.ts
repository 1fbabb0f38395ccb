/** A set of characters: ranges of code points, both ends included, in order. */
export type CharacterSet = readonly (readonly [low: number, high: number])[]

const last = 0x10ffff

/** Every character. */
export const anyCharacter: CharacterSet = [[0, last]]

/** Returns the characters of a text. */
export function charactersOf(text: string): CharacterSet {
  const points = [...new Set([...text].map(pointOf))].sort((left, right) => left - right)
  return points.map((point) => [point, point])
}

/** Returns the characters from one to another. */
export function characterRange(low: string, high: string): CharacterSet {
  return [[pointOf(low), pointOf(high)]]
}

/** Returns all characters except those of a set. */
export function allBut(set: CharacterSet): CharacterSet {
  const rest: (readonly [number, number])[] = []
  let from = 0
  for (const [low, high] of set) {
    if (low > from) rest.push([from, low - 1])
    from = high + 1
  }
  if (from <= last) rest.push([from, last])
  return rest
}

/** Returns the intersection of two sets. */
export function bothOf(left: CharacterSet, right: CharacterSet): CharacterSet {
  const shared = left.flatMap(([low, high]) =>
    right.map(([otherLow, otherHigh]) => [Math.max(low, otherLow), Math.min(high, otherHigh)] as const),
  )
  return shared.filter(([low, high]) => low <= high).sort((one, other) => one[0] - other[0])
}

/** Returns the union of disjoint sets. */
export function eitherOf(...sets: readonly CharacterSet[]): CharacterSet {
  return sets.flat().sort((left, right) => left[0] - right[0])
}

/** Returns a character of a set to show in examples: a letter or digit, if it contains one. */
export function showable(set: CharacterSet): number | undefined {
  for (const good of ['am', 'AZ', '09', '!~']) {
    const [found] = bothOf(set, characterRange(good.charAt(0), good.charAt(1)))
    if (found !== undefined) return found[0]
  }
  return set[0]?.[0]
}

/** Whether a set contains a character. */
export function hasCharacter(set: CharacterSet, point: number): boolean {
  return set.some(([low, high]) => low <= point && point <= high)
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
