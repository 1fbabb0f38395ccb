import { type AttributeMap, type AttributeValue, getOwn, hasOwn, valuesEqual } from '@monotable/protocol'

/** One difference between two items; without `before` it was added, without `after` removed. */
export interface Change {
  /** Attribute names and element indexes, from the item inwards. */
  readonly path: readonly (string | number)[]
  readonly before?: AttributeValue
  readonly after?: AttributeValue
}

const DEPTH_MAX = 40

/**
 * Finds the differences between two items, as deep as possible: a changed value in a nested map is one change, not a
 * changed attribute. Sets are compared regardless of order.
 */
export function differenceOf(before: AttributeMap | undefined, after: AttributeMap | undefined): Change[] {
  const changes: Change[] = []
  compareMaps(before ?? {}, after ?? {}, { path: [], changes })
  return changes
}

interface Comparison {
  readonly path: readonly (string | number)[]
  readonly changes: Change[]
}

function compareMaps(before: AttributeMap, after: AttributeMap, { path, changes }: Comparison): void {
  for (const [name, value] of Object.entries(before)) {
    compareValues(value, getOwn(after, name), { path: [...path, name], changes })
  }
  for (const [name, value] of Object.entries(after)) {
    if (!hasOwn(before, name)) changes.push({ path: [...path, name], after: value })
  }
}

function compareValues(
  before: AttributeValue,
  after: AttributeValue | undefined,
  { path, changes }: Comparison,
): void {
  if (after === undefined) {
    changes.push({ path, before })
    return
  }
  if (valuesEqual(before, after)) return
  if ('M' in before && 'M' in after && path.length < DEPTH_MAX) {
    compareMaps(before.M, after.M, { path, changes })
  } else if ('L' in before && 'L' in after && path.length < DEPTH_MAX) {
    compareLists(before.L, after.L, { path, changes })
  } else changes.push({ path, before, after })
}

function compareLists(
  before: readonly AttributeValue[],
  after: readonly AttributeValue[],
  { path, changes }: Comparison,
): void {
  const { start, end } = before.length === after.length ? whole : sameEnds(before, after)
  const old = before.slice(start, before.length - end)
  const young = after.slice(start, after.length - end)
  old.forEach((value, at) => {
    compareValues(value, young[at], { path: [...path, start + at], changes })
  })
  young.slice(old.length).forEach((value, at) => {
    changes.push({ path: [...path, start + old.length + at], after: value })
  })
}

const whole = { start: 0, end: 0 }

/** Counts the equal elements at the start and at the end: removing one element moves all after it. */
function sameEnds(before: readonly AttributeValue[], after: readonly AttributeValue[]): typeof whole {
  const most = Math.min(before.length, after.length)
  const isSame = (one: AttributeValue | undefined, other: AttributeValue | undefined) =>
    one !== undefined && other !== undefined && valuesEqual(one, other)
  let start = 0
  while (start < most && isSame(before[start], after[start])) start++
  let end = 0
  while (end < most - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++
  return { start, end }
}

/** Formats a path as in expressions: `address.lines[0]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
}
