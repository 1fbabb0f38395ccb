import { setOwn } from '../util/own-property.ts'
import { isMembers, type Members, type Reading } from './reading.ts'

/** The value of an attribute in JSON: `{ S: 'text' }`. */
export type JsonValue = { readonly [type: string]: unknown }

const typeNames = new Set(['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS'])
/** DynamoDB's limit on nesting. */
const deepest = 32
const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The place of a value, and where to report repairs. */
interface Place {
  readonly reading: Reading
  readonly path: string
  readonly depth: number
}

/** Returns an attribute's value as DynamoDB accepts it: repaired if possible, otherwise `undefined`. */
export function repairValue(value: unknown, reading: Reading, path: string): JsonValue | undefined {
  return repair(value, { reading, path, depth: 0 })
}

function repair(value: unknown, place: Place): JsonValue | undefined {
  if (place.depth >= deepest) return leaveOut(place, 'is nested too deep')
  if (isMembers(value)) {
    const [[type, content] = ['', undefined], ...more] = Object.entries(value)
    if (type === '') return leaveOut(place, 'is empty')
    if (more.length === 0 && typeNames.has(type)) {
      const repaired = repairTyped(type, content, place)
      if (repaired !== 'plain') return repaired
    }
  }
  if (value === undefined) return leaveOut(place, 'is missing')
  place.reading.tell(place.path, 'was plain JSON; it was converted to a DynamoDB value')
  return marshal(value, place)
}

type Repaired = JsonValue | undefined | 'plain'

function repairTyped(type: string, content: unknown, place: Place): Repaired {
  switch (type) {
    case 'S':
      return repairText(content, place)
    case 'N':
      return repairNumber(content, place)
    case 'B':
      return repairBinary(content, place)
    case 'BOOL':
      return repairBoolean(content, place)
    case 'NULL':
      if (content !== true) place.reading.tell(place.path, 'NULL is always true; it was corrected')
      return { NULL: true }
    case 'M':
      return isMembers(content) ? { M: repairMembers(content, place) } : leaveOut(place, 'M holds no members')
    case 'L':
      return Array.isArray(content)
        ? { L: repairElements(content, place) }
        : leaveOut(place, 'L holds no list')
    default:
      return repairSet(type, content, place)
  }
}

function repairText(content: unknown, place: Place): Repaired {
  if (typeof content === 'string') return { S: content }
  if (isMembers(content) || Array.isArray(content)) return 'plain'
  if (content === null) return leaveOut(place, 'S holds nothing')
  place.reading.tell(place.path, 'S held no text; it was converted to text')
  return { S: String(content) }
}

function repairNumber(content: unknown, place: Place): Repaired {
  if (typeof content === 'string' && numberPattern.test(content)) return { N: content }
  if (isMembers(content) || Array.isArray(content)) return 'plain'
  const text = String(content).trim()
  if (!numberPattern.test(text)) return leaveOut(place, 'N holds no number')
  place.reading.tell(place.path, 'N held no text; numbers are written as text')
  return { N: text }
}

function repairBinary(content: unknown, place: Place): Repaired {
  if (typeof content !== 'string') return leaveOut(place, 'B holds no text')
  if (base64Pattern.test(content)) return { B: content }
  place.reading.tell(place.path, 'B held no Base64; it was encoded')
  return { B: encodeBase64(content) }
}

function repairBoolean(content: unknown, place: Place): Repaired {
  if (typeof content === 'boolean') return { BOOL: content }
  const word = String(content).trim().toLowerCase()
  if (word !== 'true' && word !== 'false') return leaveOut(place, 'BOOL is neither true nor false')
  place.reading.tell(place.path, 'BOOL was a word; it was corrected')
  return { BOOL: word === 'true' }
}

function repairSet(type: string, content: unknown, place: Place): Repaired {
  const list = Array.isArray(content) ? content : [content]
  const texts = list.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
  const fits = texts.filter((text) => type !== 'NS' || numberPattern.test(text))
  const members = [...new Set(fits)].map((text) =>
    type === 'BS' && !base64Pattern.test(text) ? encodeBase64(text) : text,
  )
  if (members.length === 0) return leaveOut(place, `${type} is an empty set, which DynamoDB does not store`)
  const isWhole = Array.isArray(content) && content.length === members.length
  if (!isWhole || content.some((one, at) => one !== members[at])) {
    place.reading.tell(place.path, `${type} held duplicates or values that are not text; it was corrected`)
  }
  return { [type]: members }
}

function repairMembers(content: Members, { reading, path, depth }: Place): Members {
  const members: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(content)) {
    const repaired = repair(value, { reading, path: `${path}.${name}`, depth: depth + 1 })
    if (repaired !== undefined) setOwn(members, name, repaired)
  }
  return members
}

function repairElements(content: readonly unknown[], { reading, path, depth }: Place): JsonValue[] {
  return content
    .map((value, at) => repair(value, { reading, path: `${path}[${at}]`, depth: depth + 1 }))
    .filter((value) => value !== undefined)
}

/** Converts plain JSON to DynamoDB values. Values that are typed already stay as they are. */
function marshal(value: unknown, place: Place): JsonValue | undefined {
  if (place.depth >= deepest) return leaveOut(place, 'is nested too deep')
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (typeof value === 'number') return { N: String(value) }
  const below = (inner: unknown, step: string): JsonValue | undefined => {
    const at = { ...place, path: place.path + step, depth: place.depth + 1 }
    return isTyped(inner) ? repair(inner, at) : marshal(inner, at)
  }
  if (Array.isArray(value)) {
    return { L: value.map((one, at) => below(one, `[${at}]`)).filter((one) => one !== undefined) }
  }
  const members: { [name: string]: unknown } = {}
  for (const [name, member] of Object.entries(value as Members)) {
    const marshalled = below(member, `.${name}`)
    if (marshalled !== undefined) setOwn(members, name, marshalled)
  }
  return { M: members }
}

function isTyped(value: unknown): boolean {
  if (!isMembers(value)) return false
  const [name, ...more] = Object.keys(value)
  return more.length === 0 && typeNames.has(name ?? '')
}

function leaveOut({ reading, path }: Place, why: string): undefined {
  reading.tell(path, `${why}; it was left out`)
  return undefined
}

function encodeBase64(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}
