import { type AttributeMap, type AttributeValue, setOwn } from '@monotable/protocol'
import type { FileWrite } from './file-write.ts'
import { jsonValues } from './json-writes.ts'

/** As deep as an item may nest. */
const maxDepth = 32

class PlainFault extends Error {}

/** Items of plain JSON, a line each or in one list. Keys have the types of the table, all else those of JSON. */
export async function* plainWrites(
  lines: AsyncIterable<string>,
  types: ReadonlyMap<string, 'S' | 'N' | 'B'>,
): AsyncIterable<FileWrite> {
  for await (const found of jsonValues(lines, parseMarked))
    yield 'fault' in found ? found : plainWrite(found.value, types)
}

/**
 * What JSON says, with its numbers as texts, since JavaScript's have 17 digits and DynamoDB's 38: a number is its digits
 * behind an `n`, and every text, also a name, stands behind an `s`.
 */
function parseMarked(text: string): unknown {
  // What is no JSON is told of the text as it was given.
  JSON.parse(text)
  let isInText = false
  const marked = text.replaceAll(/"|\\.|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') {
      isInText = !isInText
      return isInText ? '"s' : '"'
    }
    return isInText ? token : `"n${token}"`
  })
  return JSON.parse(marked)
}

function plainWrite(value: unknown, types: ReadonlyMap<string, 'S' | 'N' | 'B'>): FileWrite {
  if (!isObject(value)) return { fault: 'no JSON object, as an item is' }
  try {
    const put: AttributeMap = {}
    for (const [name, member] of Object.entries(value)) {
      const type = types.get(name.slice(1))
      const isKey = type !== undefined && typeof member === 'string'
      setOwn(put, name.slice(1), isKey ? typedValue(type, member) : attributeOf(member, maxDepth))
    }
    return { put }
  } catch (error) {
    if (!(error instanceof PlainFault)) throw error
    return { fault: error.message }
  }
}

function typedValue(type: 'S' | 'N' | 'B', marked: string): AttributeValue {
  return { [type]: marked.slice(1) } as unknown as AttributeValue
}

function attributeOf(value: unknown, depth: number): AttributeValue {
  if (depth < 0) throw new PlainFault('nested too deep to be an item')
  if (value === null) return { NULL: true }
  if (typeof value === 'string') return typedValue(value.startsWith('n') ? 'N' : 'S', value)
  if (typeof value === 'boolean') return { BOOL: value }
  if (Array.isArray(value)) return { L: value.map((member) => attributeOf(member, depth - 1)) }
  const members: AttributeMap = {}
  for (const [name, member] of Object.entries(value as object)) {
    setOwn(members, name.slice(1), attributeOf(member, depth - 1))
  }
  return { M: members }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
