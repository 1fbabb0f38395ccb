import { wellFormedText } from '@monotable/protocol'
import { javaTypeOf } from './java-type.ts'
import { readValueElement, readValueField } from './read-attribute-value.ts'
import { readBoolean, readNumber, readText, readWholeNumber } from './read-scalar.ts'
import {
  castFailure,
  unexpectedField,
  unexpectedList,
  unexpectedStructure,
  unexpectedValue,
} from './serialization-error.ts'
import type { ListShape, MapShape, Shape, StructShape } from './shape.ts'
import { onlyMembers, withElement, withMember, withoutMember, withWellFormedNames } from './with-member.ts'

/**
 * Checks the JSON types of a part of a request. Returns the same object if nothing needs converting, otherwise a
 * copy; a wrong type is a SerializationException. Never called with null or undefined.
 */
export type Reader = (value: unknown) => unknown

/** AWS's parser words errors differently for a member of a structure and for an element of a collection. */
type Place = 'field' | 'element'

/** V8 optimizes this in a loop over names, where Object.hasOwn costs more than everything else. */
const { hasOwnProperty: hasOwn } = Object.prototype

/** Compiles the reader of a shape. */
export function compileReader(shape: Shape, place: Place): Reader {
  switch (shape.kind) {
    case 'text':
      return readText
    case 'boolean':
      return readBoolean
    case 'attributeValue':
      return place === 'field' ? readValueField : readValueElement
    case 'number': {
      const { javaType } = shape
      const read = javaType === 'Double' ? readNumber : readWholeNumber
      return (value) => read(value, javaType)
    }
    case 'list':
      return listReader(shape, place)
    case 'map':
      return mapReader(shape, place)
    case 'struct':
      return structReader(shape, place)
  }
}

function structReader(shape: StructShape, place: Place): Reader {
  const readers = new Map(
    Object.entries(shape.members).map(([name, member]) => [name, compileReader(member, 'field')]),
  )
  return (value) => {
    if (typeof value !== 'object') throw place === 'field' ? unexpectedField() : unexpectedValue()
    if (Array.isArray(value)) throw unexpectedList(`class ${javaTypeOf(shape)}`)
    const original = value as { readonly [name: string]: unknown }
    let result: object = original
    let isKnown = true
    // In document order, which is how AWS's parser encounters them.
    for (const name of Object.keys(original)) {
      const content = original[name]
      if (content === undefined) continue
      const reader = readers.get(name)
      if (reader === undefined) {
        // Not an error, but it must not get any further: what is no parameter here may be one of another operation.
        isKnown = false
        continue
      }
      const read = content === null ? undefined : reader(content)
      if (read !== content) result = withMember(result, original, name, read)
    }
    return isKnown ? result : onlyMembers(result, readers.keys())
  }
}

function listReader(shape: ListShape, place: Place): Reader {
  const reader = compileReader(shape.member, 'element')
  return (value) => {
    if (!Array.isArray(value)) {
      if (typeof value === 'object') throw unexpectedStructure()
      throw place === 'field' ? unexpectedField() : castFailure()
    }
    let result: readonly unknown[] = value
    for (let index = 0; index < value.length; index++) {
      const element: unknown = value[index]
      const read = isAbsent(element) ? emptyOf(shape.member) : reader(element)
      if (read !== element) result = withElement(result, value, index, read)
    }
    return result
  }
}

function mapReader(shape: MapShape, place: Place): Reader {
  const reader = compileReader(shape.value, 'element')
  return (value) => {
    if (typeof value !== 'object' || value === null) {
      throw place === 'field' ? unexpectedField() : castFailure()
    }
    if (Array.isArray(value)) throw unexpectedList(javaTypeOf(shape))
    const original = value as { readonly [name: string]: unknown }
    let result: object = original
    let isWellFormed = true
    // With more than a hundred names, this costs half as much as Object.values.
    for (const name in original) {
      if (!hasOwn.call(original, name)) continue
      const element = original[name]
      const read = isAbsent(element) ? emptyOf(shape.value) : reader(element)
      isWellFormed &&= name === wellFormedText(name)
      if (read === element) continue
      // A caller in this process may pass members that JSON cannot have.
      if (element === undefined) result = withoutMember(result, original, name)
      else result = withMember(result, original, name, read)
    }
    return isWellFormed ? result : withWellFormedNames(result)
  }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

/** Returns the replacement for a null in a collection, so that later code need not expect nulls. */
function emptyOf(shape: Shape): unknown {
  if (shape.kind === 'list') return []
  return shape.kind === 'text' ? '' : {}
}
