import { base64Length, base64Of, compareBase64 } from './base64.ts'
import { canonicalizeNumber } from './canonicalize-number.ts'
import { compareNumbers } from './compare-numbers.ts'
import { compareUtf8 } from './compare-utf8.ts'
import { numberSizeBytes } from './number-size-bytes.ts'
import { utf8Length } from './utf8-length.ts'
import { ValueError } from './value-error.ts'
import { wellFormedText } from './well-formed-text.ts'

/** The members of a set in canonical order, and their size. */
export interface CanonicalSet {
  readonly members: readonly string[]
  readonly sizeBytes: number
}

const INVALID = 'One or more parameter values were invalid: '

/** Checks a string set and orders it by UTF-8 bytes, as AWS returns it. */
export function canonicalizeStringSet(raw: readonly unknown[]): CanonicalSet {
  // Two blanks: seen on AWS.
  if (raw.length === 0) throw new ValueError(`${INVALID}An string set  may not be empty`)
  let sizeBytes = 0
  const members = raw.map((member) => {
    if (typeof member !== 'string') {
      throw new ValueError(`${INVALID}An string set may not have a null string as a member`)
    }
    sizeBytes += utf8Length(member)
    return wellFormedText(member)
  })
  const sorted = sortedMembers(members, compareUtf8)
  if (sorted === undefined) throw duplicateStrings(members)
  return { members: sorted, sizeBytes }
}

/** Checks a number set and orders it by value, as AWS returns it. */
export function canonicalizeNumberSet(raw: readonly unknown[]): CanonicalSet {
  if (raw.length === 0) throw new ValueError(`${INVALID}An number set  may not be empty`)
  let sizeBytes = 0
  const members = raw.map((member) => {
    if (typeof member !== 'string') {
      throw new ValueError(`${INVALID}An number set may not have a null string as a member`)
    }
    const number = canonicalizeNumber(member)
    sizeBytes += numberSizeBytes(number)
    return number
  })
  const sorted = sortedMembers(members, compareNumbers)
  if (sorted === undefined) {
    throw new ValueError(
      `${INVALID}Input collection contains duplicates.`,
      'Input collection contains duplicates',
    )
  }
  return { members: sorted, sizeBytes }
}

/** Checks a binary set and orders it by bytes, as AWS returns it. */
export function canonicalizeBinarySet(raw: readonly unknown[]): CanonicalSet {
  if (raw.length === 0) throw new ValueError(`${INVALID}Binary sets should not be empty`)
  let sizeBytes = 0
  const members = raw.map((member) => {
    const text = member instanceof Uint8Array ? base64Of(member) : member
    if (typeof text !== 'string') throw new ValueError(`${INVALID}Binary sets may not contain null values`)
    sizeBytes += base64Length(text)
    return text
  })
  const sorted = sortedMembers(members, compareBase64)
  if (sorted === undefined) throw duplicateBinaries(members)
  return { members: sorted, sizeBytes }
}

/** Returns the members in order, or `undefined` if there are duplicates. */
function sortedMembers(
  members: readonly string[],
  compare: (a: string, b: string) => number,
): readonly string[] | undefined {
  const sorted = [...members].sort(compare)
  for (let index = 1; index < sorted.length; index++) {
    if (sorted[index] === sorted[index - 1]) return undefined
  }
  return sorted
}

function duplicateStrings(members: readonly string[]): ValueError {
  const listed = listedWithRepeat(members, compareUtf8)
  return new ValueError(
    `${INVALID}Input collection [${listed.map(quoted).join(', ')}] contains duplicates.`,
    `${INVALID}Input collection [${members.join(', ')}] contains duplicates.`,
  )
}

function duplicateBinaries(members: readonly string[]): ValueError {
  const listed = listedWithRepeat(members, compareBase64)
  return new ValueError(
    `${INVALID}Input collection [${listed.map(quoted).join(',')}]of type BS contains duplicates.`,
    `${INVALID}Input collection [${members.join(', ')}]of type BS contains duplicates.`,
  )
}

function quoted(member: string): string {
  return `"${member}"`
}

/**
 * Returns a set with duplicates as AWS has listed it since 2026: everything before the first repeat in byte order,
 * then the repeat and the rest as sent.
 */
function listedWithRepeat(
  members: readonly string[],
  compare: (a: string, b: string) => number,
): readonly string[] {
  const seen = new Set<string>()
  for (const member of members) {
    if (seen.has(member)) break
    seen.add(member)
  }
  return [...[...seen].sort(compare), ...members.slice(seen.size)]
}
