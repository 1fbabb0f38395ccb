import { Buffer } from 'node:buffer'
import { isCanonicalNumber } from './canonicalize-number.ts'
import { NESTING_MAX_LEVELS } from './limits.ts'
import { numberSizeBytes } from './number-size-bytes.ts'
import { valuesOf } from './own-property.ts'
import { CONTAINER_BYTES, ELEMENT_BYTES } from './value-size-bytes.ts'
import { wellFormedText } from './well-formed-text.ts'

/** An item in its stored form. */
export interface WrittenItem {
  readonly doc: string
  readonly sizeBytes: number
}

type RawObject = { readonly [name: string]: unknown }

/**
 * Longer texts are left to the general code. The text of an item of 400 KB is rarely longer; the memory is
 * committed only as far as it is used.
 */
const ROOM_BYTES = 1024 * 1024
/**
 * More than what surrounds a name or a scalar, than the non-ASCII bytes of a short one, and than what closes
 * everything that is open.
 */
const SPARE_BYTES = 256
/** There is no room for more attributes than this: the shortest is `"a":{"S":""},`. */
const MAX_NAMES = ROOM_BYTES / 13
/** Longer names are left to the general code, which knows how long they may be. */
const MAX_NAME_LENGTH = 1_000
/** Strings from this length on are copied by Node, whose call costs as much as this many steps of a loop. */
const NATIVE_FROM_LENGTH = 48

const bytes = Buffer.allocUnsafeSlow(ROOM_BYTES)
/** The same memory, four bytes at a time. */
const words = new Int32Array(bytes.buffer)

/** The size of what has been written of the current item. */
let sizeBytes = 0
/** Whether all of it is ASCII. */
let isAscii = true
/** The text written so far that is no longer in the byte buffer. */
let before = ''
let from = 0
/** How many items were started: a getter of an item may write another one. */
let begun = 0

/**
 * Returns the text and the size of an item of the common kind, in one pass and at a third of the cost of
 * `canonicalizeItem` plus `JSON.stringify`; `undefined` for any other. Items of the common kind are canonical and
 * can be written unchanged: text without escapes, numbers in normal form, no sets and no binary. All others, valid
 * or not, are left to those two functions.
 *
 * @example
 * writeItem({ pk: { S: 'a' }, count: { N: '1' } }) // { doc: '{"pk":{"S":"a"},"count":{"N":"1"}}', sizeBytes: 10 }
 */
export function writeItem(raw: RawObject): WrittenItem | undefined {
  sizeBytes = 0
  isAscii = true
  before = ''
  from = 0
  begun += 1
  const own = begun
  const end = writeMap(raw, 0, 1)
  if (end === GAVE_UP || own !== begun) return undefined
  return { doc: before + written(end), sizeBytes }
}

/** Returns the text of the bytes written so far. */
function written(end: number): string {
  return bytes.toString(isAscii ? 'latin1' : 'utf8', from, end)
}

// Each function below writes from a position on and returns the position after it, or GAVE_UP: throwing would cost
// more than all of the writing.
const GAVE_UP = -1

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/** Map : "{" ( String ":" Value ( "," String ":" Value )* )? "}" */
function writeMap(raw: RawObject, start: number, depth: number): number {
  const names = Object.keys(raw)
  if (names.length > MAX_NAMES) return GAVE_UP
  if (depth > 1) sizeBytes += CONTAINER_BYTES + ELEMENT_BYTES * names.length
  const values = valuesOf(raw, names)
  let at = start
  bytes[at++] = OPEN
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    if (index > 0) bytes[at++] = COMMA
    at = name === '' || name.length > MAX_NAME_LENGTH ? GAVE_UP : writeString(name, at)
    if (at === GAVE_UP) return GAVE_UP
    bytes[at++] = COLON
    at = writeValue(values[index], at, depth)
    if (at === GAVE_UP) return GAVE_UP
  }
  bytes[at++] = CLOSE
  return at
}

/** Value : "{" Type ":" Content "}" */
function writeValue(raw: unknown, start: number, depth: number): number {
  if (typeof raw !== 'object' || raw === null || start > ROOM_BYTES - SPARE_BYTES) return GAVE_UP
  let end = GAVE_UP
  for (const type in raw) {
    if (end !== GAVE_UP) return GAVE_UP
    end = writeContent(type, (raw as RawObject)[type], start, depth)
    if (end === GAVE_UP) return GAVE_UP
  }
  if (end === GAVE_UP) return GAVE_UP
  bytes[end] = CLOSE
  return end + 1
}

function writeContent(type: string, content: unknown, at: number, depth: number): number {
  switch (type) {
    case 'S':
      return typeof content === 'string' ? writeString(content, writeType(0x53, at)) : GAVE_UP
    case 'N':
      return typeof content === 'string' ? writeNumber(content, writeType(0x4e, at)) : GAVE_UP
    case 'BOOL':
      sizeBytes += 1
      if (typeof content !== 'boolean') return GAVE_UP
      return writeAscii(content ? '{"BOOL":true' : '{"BOOL":false', at)
    case 'NULL':
      sizeBytes += 1
      return content === true ? writeAscii('{"NULL":true', at) : GAVE_UP
    case 'M':
      return depth < NESTING_MAX_LEVELS ? writeNestedMap(content, writeType(0x4d, at), depth + 1) : GAVE_UP
    case 'L':
      return depth < NESTING_MAX_LEVELS ? writeList(content, writeType(0x4c, at), depth + 1) : GAVE_UP
    default:
      return GAVE_UP
  }
}

/** Writes what precedes the content of a one-letter type. */
function writeType(letter: number, at: number): number {
  bytes[at] = OPEN
  bytes[at + 1] = QUOTE
  bytes[at + 2] = letter
  bytes[at + 3] = QUOTE
  bytes[at + 4] = COLON
  return at + 5
}

function writeNestedMap(content: unknown, at: number, depth: number): number {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return GAVE_UP
  return writeMap(content as RawObject, at, depth)
}

function writeList(content: unknown, start: number, depth: number): number {
  if (!Array.isArray(content)) return GAVE_UP
  sizeBytes += CONTAINER_BYTES + ELEMENT_BYTES * content.length
  let at = start
  bytes[at++] = OPEN_LIST
  for (let index = 0; index < content.length; index++) {
    if (index > 0) bytes[at++] = COMMA
    at = writeValue(content[index], at, depth)
    if (at === GAVE_UP) return GAVE_UP
  }
  bytes[at++] = CLOSE_LIST
  return at
}

function writeNumber(text: string, at: number): number {
  if (!isCanonicalNumber(text)) return GAVE_UP
  sizeBytes += numberSizeBytes(text)
  bytes[at] = QUOTE
  const end = writeAscii(text, at + 1)
  bytes[end] = QUOTE
  return end + 1
}

/** Writes a short text of our own, or one that was checked. */
function writeAscii(text: string, at: number): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
  return at + text.length
}

function writeString(text: string, at: number): number {
  const start = at + 1
  if (start + text.length > ROOM_BYTES - SPARE_BYTES) return GAVE_UP
  bytes[at] = QUOTE
  const end = text.length < NATIVE_FROM_LENGTH ? copyShort(text, start) : copyLong(text, start)
  if (end === GAVE_UP) return GAVE_UP
  sizeBytes += end - start
  bytes[end] = QUOTE
  return end + 1
}

function copyShort(text: string, start: number): number {
  const { length } = text
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return copyWide(text, start)
    if (needsEscape(unit)) return GAVE_UP
    bytes[start + index] = unit
  }
  return start + length
}

function copyLong(text: string, start: number): number {
  const length = Buffer.byteLength(text)
  if (length !== text.length) return passBy(text, length, start)
  bytes.write(text, start, 'latin1')
  return checkEscapes(start, start + length)
}

/** Writes a short non-ASCII text. */
function copyWide(text: string, start: number): number {
  if (wellFormedText(text) !== text) return GAVE_UP
  isAscii = false
  return checkEscapes(start, start + bytes.write(text, start))
}

/** Appends a long non-ASCII text to the result directly: converting it to UTF-8 and back would cost more. */
function passBy(text: string, utf8Bytes: number, start: number): number {
  if (text.includes('"') || text.includes('\\') || controls.test(text) || wellFormedText(text) !== text)
    return GAVE_UP
  sizeBytes += utf8Bytes
  before += written(start) + text
  from = start
  return start
}

/** Characters before the blank: everything that JSON escapes, except quotes and backslashes. */
const controls = /[^ -\uffff]/

function needsEscape(unit: number): boolean {
  return unit < 0x20 || unit === QUOTE || unit === BACKSLASH
}

/** Returns the end of a copied text, provided that it needs no escapes. */
function checkEscapes(start: number, end: number): number {
  let at = start
  for (; (at & 3) !== 0 && at < end; at++) if (needsEscape(bytes[at] as number)) return GAVE_UP
  for (; at + 4 <= end; at += 4) if (wordNeedsEscape(words[at >> 2] as number)) return GAVE_UP
  for (; at < end; at++) if (needsEscape(bytes[at] as number)) return GAVE_UP
  return end
}

/**
 * Same as `needsEscape` for four bytes at once: subtracting the lowest allowed value sets the highest bit of a byte
 * that is below it.
 */
function wordNeedsEscape(word: number): boolean {
  const controls = word - 0x20202020
  const quotes = (word ^ 0x22222222) - 0x01010101
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101
  return ((controls | quotes | backslashes) & ~word & 0x80808080) !== 0
}
