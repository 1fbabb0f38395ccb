/** Returns the word that a mistyped one probably stands for, if any is close. */
export function closestWord(typed: string, words: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(typed.length / 3))
  const ranked = words
    .map((word) => ({ word, distance: editDistance(typed, word) }))
    .filter(({ word, distance }) => distance <= allowed || (typed.length >= 3 && word.startsWith(typed)))
    .sort((left, right) => left.distance - right.distance)
  return ranked[0]?.word
}

/** Counts how many letters must be added, removed, changed or swapped with their neighbour. */
function editDistance(from: string, to: string): number {
  // Typing errors are short; the bound keeps the table small.
  if (Math.abs(from.length - to.length) > 3 || from.length > 40) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
