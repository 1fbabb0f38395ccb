import { envelopedError } from '@monotable/protocol'
import { readBinary, readBoolean, readText } from './read-scalar.ts'
import {
  unexpectedField,
  unexpectedList,
  unexpectedStructure,
  unexpectedValue,
} from './serialization-error.ts'
import { withElement, withMember, withoutMember } from './with-member.ts'

const JAVA_TYPE = 'com.amazonaws.dynamodb.v20120810.AttributeValue'

/**
 * The maximum depth to which values are read. A value of more than 32 levels is refused whatever its contents, so
 * nothing is lost, and no request can exhaust the stack.
 */
const MAX_DEPTH = 100

/** Reads a value that is a member of a structure: checks the JSON types and converts words for booleans. */
export function readValueField(value: unknown): unknown {
  if (typeof value !== 'object') throw unexpectedField()
  return value === null ? {} : readTyped(value, 0)
}

/** Same, for a value in a list or a map, where AWS words one error differently. */
export function readValueElement(value: unknown): unknown {
  return readNested(value, 0)
}

function readNested(value: unknown, depth: number): unknown {
  if (typeof value !== 'object') {
    if (value === undefined) return {}
    throw unexpectedValue()
  }
  // A null is a value without a type, which is refused later.
  return value === null ? {} : readTyped(value, depth)
}

function readTyped(value: object, depth: number): unknown {
  if (Array.isArray(value)) throw unexpectedList(`class ${JAVA_TYPE}`)
  let result: unknown = value
  for (const type in value) {
    const content = (value as { [type: string]: unknown })[type]
    if (typeof content === 'string' && (type === 'S' || type === 'N')) continue
    if (content === undefined || content === null) continue
    const read = readContent(type, content, depth)
    if (read !== content) result = withMember(result, value, type, read)
  }
  return result
}

function readContent(type: string, content: unknown, depth: number): unknown {
  switch (type) {
    case 'S':
    case 'N':
      return readText(content)
    case 'B':
      return readBinary(content)
    case 'BOOL':
    case 'NULL':
      return readBoolean(content)
    case 'SS':
    case 'NS':
      return readSet(content, readText)
    case 'BS':
      return readSet(content, readBinary)
    case 'L':
      return readList(content, depth + 1)
    case 'M':
      return readMap(content, depth + 1)
    default:
      return content
  }
}

function readSet(content: unknown, readMember: (value: unknown) => unknown): unknown {
  for (const member of requireList(content)) {
    if (member === undefined || member === null) {
      throw envelopedError(
        'One or more parameter values were invalid: An string set may not have a null string as a member',
      )
    }
    readMember(member)
  }
  return content
}

function requireList(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content
  throw typeof content === 'object' ? unexpectedStructure() : unexpectedField()
}

function readList(content: unknown, depth: number): unknown {
  const elements = requireList(content)
  if (depth > MAX_DEPTH) return elements
  let result = elements
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index]
    const read = readNested(element, depth)
    if (read !== element) result = withElement(result, elements, index, read)
  }
  return result
}

function readMap(content: unknown, depth: number): unknown {
  if (typeof content !== 'object' || content === null) throw unexpectedField()
  if (Array.isArray(content)) throw unexpectedList(`java.util.Map<java.lang.String, ${JAVA_TYPE}>`)
  if (depth > MAX_DEPTH) return content
  let result: object = content
  for (const name of Object.keys(content)) {
    const element = (content as { [name: string]: unknown })[name]
    // A caller in this process may pass members that JSON cannot have.
    if (element === undefined) {
      result = withoutMember(result, content, name)
      continue
    }
    const read = readNested(element, depth)
    if (read !== element) result = withMember(result, content, name, read)
  }
  return result
}
