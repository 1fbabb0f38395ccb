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
  for await (const found of jsonValues(lines)) yield 'fault' in found ? found : plainWrite(found.value, types)
}

function plainWrite(value: unknown, types: ReadonlyMap<string, 'S' | 'N' | 'B'>): FileWrite {
  if (!isObject(value)) return { fault: 'no JSON object, as an item is' }
  try {
    const put: AttributeMap = {}
    for (const [name, member] of Object.entries(value)) {
      const type = types.get(name)
      const isKey = type !== undefined && (typeof member === 'string' || typeof member === 'number')
      setOwn(put, name, isKey ? keyValue(type, member) : attributeOf(member, maxDepth))
    }
    return { put }
  } catch (error) {
    if (!(error instanceof PlainFault)) throw error
    return { fault: error.message }
  }
}

function keyValue(type: 'S' | 'N' | 'B', value: string | number): AttributeValue {
  const text = typeof value === 'number' ? numberText(value) : value
  return { [type]: text } as unknown as AttributeValue
}

function attributeOf(value: unknown, depth: number): AttributeValue {
  if (depth < 0) throw new PlainFault('nested too deep to be an item')
  if (value === null) return { NULL: true }
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: numberText(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (Array.isArray(value)) return { L: value.map((member) => attributeOf(member, depth - 1)) }
  const members: AttributeMap = {}
  for (const [name, member] of Object.entries(value as object)) {
    setOwn(members, name, attributeOf(member, depth - 1))
  }
  return { M: members }
}

/** What JSON's numbers are read as has 15 digits for sure: who wrote more of them would get others. */
function numberText(value: number): string {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
    return String(value)
  throw new PlainFault(
    `the number ${value} has more digits than plain JSON is read with; use DynamoDB's JSON`,
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
