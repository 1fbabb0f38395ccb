import { GridError } from './grid-error.ts'
import type { Field, FieldChanges, FieldValue } from './grid-store.ts'

/*
 * Sort strings are keys, and a sort key has at most 1,024 bytes. An escaped character takes three, so texts of this
 * length always fit, followed by the number of the issue.
 */
const textLimitBytes = 300
/** The range of numbers that DynamoDB can store; it allows 38 digits, of which fewer are used here. */
const smallestNumber = 1e-130
const largestNumber = 9.9e125
const intLimit = 999_999

/** A field, and its new value, or none. */
export interface FieldChange {
  readonly field: Field
  readonly value: FieldValue | undefined
}

/** Reads changes of a project's fields. An empty text means no value. */
export function readChanges(known: ReadonlyMap<string, Field>, changes: FieldChanges): FieldChange[] {
  return Object.entries(changes).map(([id, value]) => {
    const field = known.get(id)
    if (field === undefined) throw new GridError(`There is no field "${id}"`)
    return { field, value: value === null || value === '' ? undefined : requireValue(field, value) }
  })
}

function requireValue({ name, type }: Field, value: FieldValue): FieldValue {
  const refuse = (wanted: string): never => {
    throw new GridError(`"${name}" wants ${wanted}`)
  }
  if (type === 'number') return isNumber(value) ? value : refuse('a number')
  if (type === 'int') {
    return isNumber(value) && Number.isInteger(value) && value >= 0 && value <= intLimit
      ? value
      : refuse(`a whole number from 0 to ${intLimit}`)
  }
  if (typeof value !== 'string') return refuse(type === 'date' ? 'a date' : 'text')
  if (type === 'date') return isDate(value) ? value : refuse('a date such as 2023-05-01')
  // A lone surrogate is not a character, and has no UTF-8 encoding.
  if (/\p{Cs}/u.test(value)) return refuse('text')
  return Buffer.byteLength(value) <= textLimitBytes
    ? value
    : refuse(`text of ${textLimitBytes} bytes at most`)
}

function isNumber(value: FieldValue): value is number {
  if (typeof value !== 'number') return false
  const size = Math.abs(value)
  return size === 0 || (size >= smallestNumber && size <= largestNumber)
}

/** Whether a text is a valid date. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether a field contains numbers. */
export function isNumeric({ type }: Field): boolean {
  return type === 'int' || type === 'number'
}
