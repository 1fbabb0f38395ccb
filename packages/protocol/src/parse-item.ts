import { Buffer } from 'node:buffer'
import type { AttributeMap } from './attribute-value.ts'

/**
 * The item of a stored text. It takes half the time of `JSON.parse` because it knows what can come next; a text
 * that is not just so is left to that. Strings may share the memory of the text and keep it alive.
 *
 * @example
 * parseItem('{"pk":{"S":"a"},"count":{"N":"1"}}') // { pk: { S: 'a' }, count: { N: '1' } }
 */
export function parseItem(doc: string): AttributeMap {
  return (tryParse(doc, false) ?? JSON.parse(doc)) as AttributeMap
}

/** An item as a caller in this process gets it: binary as bytes. */
export type CallersItem = { [name: string]: unknown }

/**
 * The same with binary as bytes and with strings of their own, so that who keeps one does not keep all that was read;
 * `undefined` if the text is not just so.
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

/** Shorter strings are never cut out of others without a copy. */
const SHORTEST_SLICE = 13

/** Thrown where a text is not as it should be; only one, since a stack trace takes longer than parsing. */
const unexpected = new Error('not the text of an item')

// One text at a time is read, from its start to its end. State in variables of the module is a third faster than
// in an object.
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

/** A name that was met before, and the one that came behind it the last time. */
interface KnownName {
  readonly name: string
  /** As it stands in a text, with its quotes and colon. */
  readonly text: string
  next: KnownName | undefined
}

const MAX_KNOWN_NAMES = 1_000
const LONGEST_KNOWN_NAME = 100
const knownNames = new Map<string, KnownName>()
/** Stands before the first name of an item. */
const beforeAll: KnownName = { name: '', text: '', next: undefined }
let last = beforeAll

/** Most items have the names of those before them, in the same order: to compare is quicker than to read. */
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
  // A long name is not one that others lead to: each known name would keep as many of them as an item has.
  if (name.length > LONGEST_KNOWN_NAME) return name
  const known = knownNames.get(name) ?? rememberName(name)
  last.next = known
  last = known
  return known.name
}

function rememberName(name: string): KnownName {
  // The names of an object's properties are strings of their own, which keep no text alive.
  const [own = name] = Object.keys({ [name]: undefined })
  const known = { name: own, text: `"${own}":`, next: undefined }
  if (knownNames.size >= MAX_KNOWN_NAMES) knownNames.clear()
  knownNames.set(own, known)
  return known
}

/** Value : "{" Type ":" Content "}" */
function readValue(depth: number): unknown {
  // Types of one letter are told apart by it; the others need no speed.
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
      return { S: readOwnString() }
    case 0x4e:
      return { N: readOwnString() }
    case 0x42:
      return { B: readBinary() }
    case 0x4d:
      return { M: readMap(depth + 1) }
    case 0x4c:
      return { L: readList(depth + 1) }
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

/** The members of a set, which is never empty, to the end of the value. */
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

/** A string that does not keep the text alive, if a caller is to have it. */
function readOwnString(): string {
  const string = readString()
  return isForCaller && string.length >= SHORTEST_SLICE ? copyOf(string) : string
}

/** To cut a string out of one that was put together, V8 puts that into one piece of memory first. */
function copyOf(string: string): string {
  return `-${string}`.slice(1)
}

/** There is no backslash in the text, and so no escape in a string. */
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
