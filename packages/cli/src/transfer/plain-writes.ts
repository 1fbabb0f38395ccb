import { randomUUID } from 'node:crypto'
import { type AttributeMap, type AttributeValue, setOwn } from '@monotable/protocol'
import type { FileWrite } from './file-write.ts'
import { jsonValues } from './json-writes.ts'

/** The maximum nesting of an item. */
const maxDepth = 32

class PlainFault extends Error {}

/**
 * Reads items in plain JSON, one per line or in one list. Keys get the types of the table, everything else those of
 * JSON.
 */
export async function* plainWrites(
  lines: AsyncIterable<string>,
  types: ReadonlyMap<string, 'S' | 'N' | 'B'>,
): AsyncIterable<FileWrite> {
  for await (const found of jsonValues(lines, parseMarked))
    yield 'fault' in found ? found : plainWrite(found.value, types)
}

/** Precedes the digits of a number that is kept as text. It is random, so no file can contain it. */
const mark = randomUUID()

/**
 * Parses JSON and keeps long numbers as marked text: JavaScript guarantees 15 digits, DynamoDB has 38. Numbers with an
 * exponent are marked as well, since JavaScript would turn a very small one into zero.
 */
function parseMarked(text: string): unknown {
  const parts: string[] = []
  let isInText = false
  let end = 0
  // One by one, since all tokens of a large file at once would not fit into memory.
  for (const { 0: token, index } of text.matchAll(/"|\\.|-?\d+(?:\.\d+)?[eE][-+\d]+|-?\d[\d.]{15,}/g)) {
    if (token === '"') isInText = !isInText
    else if (!isInText) {
      parts.push(text.slice(end, index), `"${mark}${token}"`)
      end = index + token.length
    }
  }
  if (parts.length === 0) return JSON.parse(text)
  // Parses the original text first, so that a syntax error refers to it.
  JSON.parse(text)
  return JSON.parse(parts.join('') + text.slice(end))
}

function plainWrite(value: unknown, types: ReadonlyMap<string, 'S' | 'N' | 'B'>): FileWrite {
  if (!isObject(value)) return { fault: 'not a JSON object' }
  try {
    const put: AttributeMap = {}
    for (const [name, member] of Object.entries(value)) {
      const type = types.get(name)
      const isKey = type !== undefined && (typeof member === 'string' || typeof member === 'number')
      setOwn(put, name, isKey ? typedValue(type, member) : attributeOf(member, maxDepth))
    }
    return { put }
  } catch (error) {
    if (!(error instanceof PlainFault)) throw error
    return { fault: error.message }
  }
}

function typedValue(type: 'S' | 'N' | 'B', value: string | number): AttributeValue {
  const text = isMarked(value) ? value.slice(mark.length) : String(value)
  return { [type]: text } as unknown as AttributeValue
}

function isMarked(value: string | number): value is string {
  return typeof value === 'string' && value.startsWith(mark)
}

function attributeOf(value: unknown, depth: number): AttributeValue {
  if (depth < 0) throw new PlainFault('nested too deep to be an item')
  if (value === null) return { NULL: true }
  if (typeof value === 'number') return typedValue('N', value)
  if (typeof value === 'string') return typedValue(isMarked(value) ? 'N' : 'S', value)
  if (typeof value === 'boolean') return { BOOL: value }
  if (Array.isArray(value)) return { L: value.map((member) => attributeOf(member, depth - 1)) }
  const members: AttributeMap = {}
  for (const [name, member] of Object.entries(value as object)) {
    setOwn(members, name, attributeOf(member, depth - 1))
  }
  return { M: members }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
