import { Buffer } from 'node:buffer'
import type { AttributeMap } from './attribute-value.ts'
import { ListValue, MapValue, NumberValue, StringValue } from './plain-values.ts'

/**
 * Parses the text of a stored item. This takes half the time of `JSON.parse`, because it knows what can come next;
 * other forms of text are passed to `JSON.parse`. Strings may share the memory of the text and keep it alive.
 *
 * @example
 * parseItem('{"pk":{"S":"a"},"count":{"N":"1"}}') // { pk: { S: 'a' }, count: { N: '1' } }
 */
export function parseItem(doc: string): AttributeMap {
  return (tryParse(doc, false) ?? JSON.parse(doc)) as AttributeMap
}

/** An item as returned to a caller in this process: binary as bytes. */
export type CallersItem = { [name: string]: unknown }

/**
 * Same, with binary as bytes and with strings that own their memory, so that keeping one does not keep everything
 * that was read; `undefined` if the text has another form.
 */
export function parseItemForCaller(doc: string): CallersItem | undefined {
  return tryParse(doc, true)
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/** More than any item has. */
const MAX_DEPTH = 64

/** Shorter strings are always copied when cut out of others. */
const SHORTEST_SLICE = 13

/** Thrown for text of another form; a single instance, since a stack trace takes longer than parsing. */
const unexpected = new Error('not the text of an item')

// One text is read at a time, from start to end. State in module variables is a third faster than in an object.
let text = ''
let at = 0
let isForCaller = false

function tryParse(doc: string, forCaller: boolean): CallersItem | undefined {
  if (doc.includes('\\')) return undefined
  text = doc
  isForCaller = forCaller
  last = beforeAll
  at = 0
  try {
    const item = readMap(0)
    return at === text.length ? item : undefined
  } catch (error) {
    if (error === unexpected) return undefined
    throw error
  } finally {
    text = ''
  }
}

/** Map : "{" ( String ":" Value ( "," String ":" Value )* )? "}" */
function readMap(depth: number): CallersItem {
  const map: CallersItem = {}
  expect(OPEN)
  if (accept(CLOSE)) return map
  do {
    const name = readName()
    if (depth > MAX_DEPTH) throw unexpected
    map[name] = readValue(depth)
  } while (accept(COMMA))
  expect(CLOSE)
  return map
}

/** A known name, and the one that followed it last time. */
interface KnownName {
  readonly name: string
  /** As it appears in a text, with quotes and colon. */
  readonly text: string
  next: KnownName | undefined
}

const MAX_KNOWN_NAMES = 1_000
const LONGEST_KNOWN_NAME = 100
const knownNames = new Map<string, KnownName>()
/** Precedes the first name of an item. */
const beforeAll: KnownName = { name: '', text: '', next: undefined }
let last = beforeAll

/**
 * Reads a name. Most items have the same names as earlier ones, in the same order: comparing is faster than
 * reading.
 */
function readName(): string {
  const guess = last.next
  if (guess !== undefined && text.startsWith(guess.text, at)) {
    at += guess.text.length
    last = guess
    return guess.name
  }
  const name = readString()
  expect(COLON)
  if (name === '__proto__') throw unexpected
  // A long name never becomes a successor, because each known name would keep one in memory: as many as an item
  // has.
  if (name.length > LONGEST_KNOWN_NAME) return name
  const known = knownNames.get(name) ?? rememberName(name)
  last.next = known
  last = known
  return known.name
}

function rememberName(name: string): KnownName {
  // The names of an object's properties are separate strings, which keep no text alive.
  const [own = name] = Object.keys({ [name]: undefined })
  const known = { name: own, text: `"${own}":`, next: undefined }
  if (knownNames.size >= MAX_KNOWN_NAMES) knownNames.clear()
  knownNames.set(own, known)
  return known
}

/** Value : "{" Type ":" Content "}" */
function readValue(depth: number): unknown {
  // One-letter types are told apart by that letter; the others need no speed.
  if (text.charCodeAt(at + 3) !== QUOTE) return readLongTyped()
  const type = text.charCodeAt(at + 2)
  if (text.charCodeAt(at) !== OPEN || text.charCodeAt(at + 4) !== COLON) throw unexpected
  at += 5
  const value = readContent(type, depth)
  expect(CLOSE)
  return value
}

function readContent(type: number, depth: number): unknown {
  switch (type) {
    case 0x53:
      return new StringValue(readOwnString())
    case 0x4e:
      return new NumberValue(readOwnString())
    case 0x42:
      return { B: readBinary() }
    case 0x4d:
      return new MapValue(readMap(depth + 1))
    case 0x4c:
      return new ListValue(readList(depth + 1))
    default:
      throw unexpected
  }
}

function readLongTyped(): unknown {
  if (acceptText('{"BOOL":true}')) return { BOOL: true }
  if (acceptText('{"BOOL":false}')) return { BOOL: false }
  if (acceptText('{"NULL":true}')) return { NULL: true }
  if (acceptText('{"SS":[')) return { SS: readMembers(readOwnString) }
  if (acceptText('{"NS":[')) return { NS: readMembers(readOwnString) }
  if (acceptText('{"BS":[')) return { BS: readMembers(readBinary) }
  throw unexpected
}

function readList(depth: number): unknown[] {
  const elements: unknown[] = []
  expect(OPEN_LIST)
  if (accept(CLOSE_LIST)) return elements
  do elements.push(readValue(depth))
  while (accept(COMMA))
  expect(CLOSE_LIST)
  return elements
}

/** Reads the members of a set, which is never empty, to the end of the value. */
function readMembers(readMember: () => unknown): unknown[] {
  const members: unknown[] = []
  do members.push(readMember())
  while (accept(COMMA))
  expect(CLOSE_LIST)
  expect(CLOSE)
  return members
}

function readBinary(): unknown {
  const base64 = readString()
  return isForCaller ? new Uint8Array(Buffer.from(base64, 'base64')) : base64
}

/** Reads a string; for a caller's item, one that does not keep the text alive. */
function readOwnString(): string {
  const string = readString()
  return isForCaller && string.length >= SHORTEST_SLICE ? copyOf(string) : string
}

/**
 * Returns a copy of a string: cutting it out of a concatenated one makes V8 flatten that into one piece of memory
 * first.
 */
function copyOf(string: string): string {
  return `-${string}`.slice(1)
}

/** Reads a string. The text contains no backslash, so no string contains an escape. */
function readString(): string {
  const start = at + 1
  const end = text.indexOf('"', start)
  if (end < 0 || text.charCodeAt(at) !== QUOTE) throw unexpected
  at = end + 1
  return text.slice(start, end)
}

function expect(unit: number): void {
  if (text.charCodeAt(at) !== unit) throw unexpected
  at += 1
}

function accept(unit: number): boolean {
  if (text.charCodeAt(at) !== unit) return false
  at += 1
  return true
}

function acceptText(expected: string): boolean {
  if (!text.startsWith(expected, at)) return false
  at += expected.length
  return true
}
