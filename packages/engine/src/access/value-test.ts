import { canonicalizeNumber, compareNumbers } from '@monotable/protocol'
import { PolicyError } from './policy-error.ts'
import { matchesPattern, type TextPattern } from './text-pattern.ts'

/** Whether a value in a request is what a value in a policy asks for. */
export type ValueTest = (requested: string) => boolean

/** A value in a policy, as a text and as a pattern; they differ if it has wildcards. */
export interface PolicyValue {
  readonly text: string
  readonly pattern: TextPattern
}

/** A comparison operator of IAM; `negated` ones hold if no value passes the test. */
export interface Comparison {
  readonly negated: boolean
  /** Compiles the test for one value; throws if it cannot be compared in this way. */
  prepare(value: PolicyValue): ValueTest
}

type Ordering = (difference: number) => boolean

const equal: Ordering = (difference) => difference === 0
const less: Ordering = (difference) => difference < 0
const lessOrEqual: Ordering = (difference) => difference <= 0
const greater: Ordering = (difference) => difference > 0
const greaterOrEqual: Ordering = (difference) => difference >= 0

/** The comparisons by their names in lower case, without quantifiers and `IfExists`. */
export const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ['stringequals', positive(sameText)],
  ['stringnotequals', negative(sameText)],
  ['stringequalsignorecase', positive(sameLetters)],
  ['stringnotequalsignorecase', negative(sameLetters)],
  ['stringlike', positive(likeText)],
  ['stringnotlike', negative(likeText)],
  // These two are the same: both accept wildcards.
  ['arnequals', positive(likeArn)],
  ['arnlike', positive(likeArn)],
  ['arnnotequals', negative(likeArn)],
  ['arnnotlike', negative(likeArn)],
  ['bool', positive(sameBoolean)],
  ['numericequals', positive(numbers(equal))],
  ['numericnotequals', negative(numbers(equal))],
  ['numericlessthan', positive(numbers(less))],
  ['numericlessthanequals', positive(numbers(lessOrEqual))],
  ['numericgreaterthan', positive(numbers(greater))],
  ['numericgreaterthanequals', positive(numbers(greaterOrEqual))],
  ['dateequals', positive(dates(equal))],
  ['datenotequals', negative(dates(equal))],
  ['datelessthan', positive(dates(less))],
  ['datelessthanequals', positive(dates(lessOrEqual))],
  ['dategreaterthan', positive(dates(greater))],
  ['dategreaterthanequals', positive(dates(greaterOrEqual))],
])

function positive(prepare: Comparison['prepare']): Comparison {
  return { negated: false, prepare }
}

function negative(prepare: Comparison['prepare']): Comparison {
  return { negated: true, prepare }
}

function sameText({ text }: PolicyValue): ValueTest {
  return (requested) => requested === text
}

function sameLetters({ text }: PolicyValue): ValueTest {
  const lower = text.toLowerCase()
  return (requested) => requested.toLowerCase() === lower
}

function likeText({ pattern }: PolicyValue): ValueTest {
  return (requested) => matchesPattern(pattern, requested)
}

/** Compares each of the six parts of an ARN separately. */
function likeArn({ text, pattern }: PolicyValue): ValueTest {
  if (text === '*') return () => true
  const parts = arnParts(pattern)
  if (parts.length < 6) throw new PolicyError(`"${text}" is no ARN`)
  return (requested) => {
    const given = arnParts(requested)
    return given.length === 6 && parts.every((part, position) => matchesPattern(part, given[position] ?? ''))
  }
}

function arnParts(arn: string): string[] {
  const parts = arn.split(':')
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')]
}

function sameBoolean({ text }: PolicyValue): ValueTest {
  const lower = text.toLowerCase()
  if (lower !== 'true' && lower !== 'false') throw new PolicyError(`"${text}" is neither true nor false`)
  return (requested) => requested.toLowerCase() === lower
}

function numbers(ordering: Ordering): Comparison['prepare'] {
  return ({ text }) => {
    const wanted = readNumber(text)
    if (wanted === undefined) throw new PolicyError(`"${text}" is no number`)
    return (requested) => {
      const given = readNumber(requested)
      return given !== undefined && ordering(compareNumbers(given, wanted))
    }
  }
}

/** Returns the number in DynamoDB's own form, so that none of its 38 digits is lost. */
function readNumber(text: string): string | undefined {
  if (!/^\s*[-+]?[\d.]/.test(text)) return undefined
  try {
    return canonicalizeNumber(text.trim())
  } catch {
    return undefined
  }
}

function dates(ordering: Ordering): Comparison['prepare'] {
  return ({ text }) => {
    const wanted = readDate(text)
    if (wanted === undefined) throw new PolicyError(`"${text}" is no date`)
    return (requested) => {
      const given = readDate(requested)
      return given !== undefined && ordering(given - wanted)
    }
  }
}

/** Reads ISO 8601, or seconds since 1970. A time without a zone would otherwise be in the server's zone. */
function readDate(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  if (!/^\d{4}-\d\d/.test(text)) return undefined
  const milliseconds = Date.parse(/[T ][\d:.]+$/i.test(text) ? `${text}Z` : text)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
