import { groupBy } from './group-by.ts'
/** The key of one item, split into segments. */
export interface CutKey {
  readonly segments: readonly string[]
  /** Values of the item's other attributes: a segment equal to one of them is not a fixed word. */
  readonly values: ReadonlySet<string>
}

/** For each segment of a key, whether it is a fixed word. */
export type Words = readonly boolean[]

/** Words that fill a sort key that has nothing to distinguish. */
const lonely = /^(?:meta|metadata|info|profile|config|settings|details|data|root|count|counter|stats)$/i

/**
 * Distinguishes the fixed words of keys from the values between them. A word recurs, has no digits, is often in
 * capitals, and precedes a value: `CUSTOMER#{…}`, `#ORDER#{…}`.
 */
export function tellWords(keys: readonly CutKey[]): Words[] {
  const words: boolean[][] = keys.map(() => [])
  const everyone = keys.map((_, at) => at)
  tellPosition({ keys, words }, everyone, { position: 0, follows: undefined })
  return words
}

interface Task {
  readonly keys: readonly CutKey[]
  readonly words: boolean[][]
}

interface Place {
  readonly position: number
  /** The word immediately before. */
  readonly follows: string | undefined
}

/** Examines the next segment of keys that were the same so far. The depth is limited by `splitKey`. */
function tellPosition(task: Task, group: readonly number[], { position, follows }: Place): void {
  const longEnough = group.filter((at) => (task.keys[at]?.segments.length ?? 0) > position)
  const byText = groupBy(longEnough, (at) => task.keys[at]?.segments[position] ?? '')
  const counts = { total: longEnough.length, distinct: byText.size }
  const valued: number[] = []
  for (const [text, members] of byText) {
    const keys = members.map((at) => task.keys[at] as CutKey)
    const isWord = isFixed({ text, keys, position, follows, ...counts })
    for (const at of members) task.words[at]?.push(isWord)
    if (isWord) tellPosition(task, members, { position: position + 1, follows: text })
    else valued.push(...members)
  }
  if (valued.length > 0) tellPosition(task, valued, { position: position + 1, follows: undefined })
}

interface Piece {
  readonly text: string
  /** The keys that have this segment here. */
  readonly keys: readonly CutKey[]
  readonly position: number
  readonly follows: string | undefined
  /** The number of keys that were the same so far, and the number of their distinct segments here. */
  readonly total: number
  readonly distinct: number
}

function isFixed({ text, keys, position, follows, total, distinct }: Piece): boolean {
  if (text === '') return true
  if (!/^[A-Za-z][A-Za-z _-]{0,40}$/.test(text)) return false
  if (keys.filter(({ values }) => values.has(text)).length * 2 > keys.length) return false
  const isLast = keys.filter(({ segments }) => segments.length === position + 1).length * 2 > keys.length
  const isUpper = text === text.toUpperCase()
  if (follows !== undefined && follows !== '')
    return isSecondWord({ keys, position, isLast, isUpper, total, distinct })
  if (!isLast) {
    const isBeforeValues = keys.every(({ segments }) => /\d/.test(segments[position + 1] ?? ''))
    return distinct <= Math.max(isBeforeValues ? 12 : 5, total / 4)
  }
  if (lonely.test(text)) return true
  return isUpper ? distinct <= Math.max(3, total / 8) : keys.length > 1 && distinct <= Math.max(2, total / 8)
}

/** Whether a segment right after a word is a word too; mostly it is a value that looks like one. */
function isSecondWord({
  keys,
  position,
  isLast,
  isUpper,
  total,
  distinct,
}: Pick<Piece, 'keys' | 'position' | 'total' | 'distinct'> & {
  readonly isLast: boolean
  readonly isUpper: boolean
}): boolean {
  if (isUpper) return keys.length > 1 && distinct <= Math.max(2, total / 10)
  const isBeforeValue = keys.every(
    ({ segments }) => segments.length === position + 2 && /\d/.test(segments[position + 1] ?? ''),
  )
  return !isLast && distinct === 1 && total > 1 && isBeforeValue
}
