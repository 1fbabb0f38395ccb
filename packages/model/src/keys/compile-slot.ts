import { keyError } from '../model-error.ts'
import { encodeNumber } from '../util/encode-number.ts'
import { encodeDescending, encodeDescendingPrefix } from './encode-descending.ts'
import { createEscape, type Escape, excludedFrom, keepsOrder } from './escape-payload.ts'
import { type Slot, templateError } from './parse-template.ts'

/** A slot of a template, ready to encode values. */
export interface CompiledSlot {
  readonly attribute: string
  readonly after: string
  /**
   * Whether something follows it in the key: text, or the next slot, which needs no text before it if the end of a
   * value is visible.
   */
  readonly goesOn: boolean
  /** Whether keys sort as values do, in reverse, or neither. */
  readonly order: 'ascending' | 'descending' | 'none'
  /** The attribute, if its value can be read from the key, which is not so when its case is folded. */
  readonly exact: string
  /** A regular expression that every encoded value matches. */
  readonly pattern: string
  encode(value: unknown): string
  /** Returns the common beginning of the encodings of all values that begin with a text. */
  encodePrefix(text: string): string
}

/** Turns the value of a slot into text, before it is put into the key. */
interface Encoder {
  readonly encode: (value: unknown) => string | undefined
  readonly encodePrefix?: (text: string) => string
  readonly pattern: string
  /** What the slot expects; for the error when `encode` returns `undefined`. */
  readonly wants: string
  /** Whether the end of an encoded value cannot be seen in it. */
  readonly isOpen?: boolean
}

/** The position of a slot. */
interface SlotPlace {
  /** Whether it is part of a sort key. */
  readonly sorted: boolean
  /** Whether it is the last slot. */
  readonly isLast: boolean
}

/** Matches every raw value, in a regular expression. */
export const anything = '[^]*'

/** Prepares a slot of a template. */
export function compileSlot(slot: Slot, source: string, { sorted, isLast }: SlotPlace): CompiledSlot {
  const encoder = createEncoder(slot, sorted)
  const { attribute, after, encodings } = slot
  const isRaw = encodings.includes('raw')
  const goesOn = after !== '' || !isLast
  // Without text between them, two slots would run into each other.
  if (after === '' && !isLast && !isRaw && encoder.isOpen) {
    throw templateError(source, `needs text between {${attribute}} and the slot after it`)
  }
  if (/^[\ud800-\udfff]/.test(after)) throw templateError(source, 'has a separator beyond U+FFFF')
  // Without escaping, only a value at the end of the key keeps its order.
  const isOrdered = !encoder.isOpen || (isRaw ? !goesOn : keepsOrder(after))
  const fail = (found: string): never => {
    const message = `"${attribute}" in key "${source}" wants ${encoder.wants}, not ${found}`
    throw keyError(message, attribute, source)
  }
  return {
    attribute,
    after,
    goesOn,
    order: isOrdered ? (encodings.includes('desc') ? 'descending' : 'ascending') : 'none',
    exact: /lower|upper/.test(encodings.join()) ? '' : attribute,
    pattern: encoder.pattern,
    encode: (value) => encoder.encode(value) ?? fail(describe(value)),
    encodePrefix: (text) => encoder.encodePrefix?.(text) ?? fail(`the beginning "${text}"`),
  }
}

function createEncoder(slot: Slot, sorted: boolean): Encoder {
  const isDescending = slot.encodings.includes('desc')
  const padding = slot.encodings.find((name) => name.startsWith('pad'))
  if (padding !== undefined) return padEncoder(Number(padding.slice('pad'.length)), isDescending)
  if (slot.encodings.includes('num')) return numberEncoder(isDescending)
  if (slot.encodings.includes('iso')) return isoEncoder(isDescending)
  return textEncoder(slot, sorted, isDescending)
}

function padEncoder(width: number, isDescending: boolean): Encoder {
  const limit = 10n ** BigInt(width)
  const range = isDescending ? `1 to ${limit}` : `0 to ${limit - 1n}`
  return {
    encode: (value) => {
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined
      const number = isDescending ? limit - BigInt(value as number) : BigInt(value as number)
      return number < 0n || number >= limit ? undefined : String(number).padStart(width, '0')
    },
    pattern: `\\d{${width}}`,
    wants: `a whole number from ${range}`,
  }
}

function numberEncoder(isDescending: boolean): Encoder {
  return {
    encode: (value) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
      return encodeNumber(isDescending ? -value : value)
    },
    pattern: '(?:o|[np]\\d+[.~])',
    wants: 'a finite number',
  }
}

function isoEncoder(isDescending: boolean): Encoder {
  return {
    encode: (value) => {
      const text = value instanceof Date ? textOf(value, false) : undefined
      // Years beyond 9999 have a sign and more digits, and would sort wrong.
      if (text?.length !== 24) return undefined
      return isDescending ? encodeDescending(text) : text
    },
    encodePrefix: isDescending ? encodeDescendingPrefix : (text) => text,
    pattern: isDescending ? '[0-9a-f]+~' : '[-\\dT:.]{23}Z',
    wants: 'a Date between the years 0 and 9999',
  }
}

function textEncoder(slot: Slot, sorted: boolean, isDescending: boolean): Encoder {
  const isRaw = slot.encodings.includes('raw')
  const escapeText = isRaw ? (text: string) => text : createEscape(slot.after)
  const withCase = createCase(slot)
  const finish = (text: string, descend: Escape) => (isDescending ? descend : escapeText)(withCase(text))
  const takesNumbers = !sorted || isRaw
  return {
    encode: (value) => {
      const text = textOf(value, takesNumbers)
      return isWellFormed(text) ? finish(text, encodeDescending) : undefined
    },
    encodePrefix: (text) => finish(text, encodeDescendingPrefix),
    pattern: isDescending ? '[0-9a-f]*~' : isRaw ? anything : `[^${excludedFrom(slot.after)}]*`,
    wants: takesNumbers
      ? 'text, a number, a boolean or a Date'
      : 'text (for numbers write :num, :pad6 or :raw)',
    isOpen: !isDescending,
  }
}

/**
 * Whether text has no lone surrogates, which UTF-8 cannot represent. TypeScript's es2023 library does not declare
 * `isWellFormed`.
 */
function isWellFormed(text: string | undefined): text is string {
  return (text as { isWellFormed(): boolean } | undefined)?.isWellFormed() === true
}

function createCase({ encodings }: Slot): (text: string) => string {
  if (encodings.includes('lower')) return (text) => text.toLowerCase()
  if (encodings.includes('upper')) return (text) => text.toUpperCase()
  return (text) => text
}

function textOf(value: unknown, takesNumbers: boolean): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  if (takesNumbers && (Number.isFinite(value) || typeof value === 'bigint')) return String(value)
  return undefined
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'object' ? Object.prototype.toString.call(value) : String(value)
}
