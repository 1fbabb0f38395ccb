import type { AttributeDefinition, KeySchemaElement, ServiceError } from '@monotable/protocol'
import { INDEX_KEY_MAX_ATTRIBUTES, validationError } from '@monotable/protocol'
import { javaSetOrder } from '../util/java-set-order.ts'
import type { KeyAttribute, KeySchema } from './table-definition.ts'

/** The attribute definitions of a request, by name, in the given order. */
export type AttributeTypes = ReadonlyMap<string, KeyAttribute>

/** Returns a ValidationException about parameter values, with the words that DynamoDB begins most of them with. */
export function invalidParameters(detail: string): ServiceError {
  return validationError(`One or more parameter values were invalid: ${detail}`)
}

/** Reads attribute definitions; a name may occur only once. */
export function readAttributeTypes(definitions: readonly AttributeDefinition[]): AttributeTypes {
  const types = new Map<string, KeyAttribute>()
  for (const { AttributeName: name, AttributeType: type } of definitions) {
    if (types.has(name)) throw validationError(`Attribute Name is duplicated: ${name}`)
    types.set(name, { name, type })
  }
  return types
}

/** Checks that every attribute of a key is defined in the request. */
export function requireDefined(elements: readonly KeySchemaElement[], types: AttributeTypes): void {
  const names = elements.map(({ AttributeName }) => AttributeName)
  if (names.every((name) => types.has(name))) return
  throw invalidParameters(
    'Some index key attributes are not defined in AttributeDefinitions. ' +
      `Keys: [${javaSetOrder(names).join(', ')}], AttributeDefinitions: [${listTypes(types)}]`,
  )
}

/** Checks that every attribute defined in a CreateTable request is used by some key. */
export function requireAllUsed(
  keys: readonly (readonly Pick<KeySchemaElement, 'AttributeName'>[])[],
  types: AttributeTypes,
): void {
  const used = new Set(keys.flat().map(({ AttributeName }) => AttributeName))
  if (used.size === types.size) return
  throw invalidParameters(
    'Some AttributeDefinitions are not used. ' +
      `AttributeDefinitions: [${listTypes(types)}], keys used: [${javaSetOrder(used).join(', ')}]`,
  )
}

/** Reads the key of a table or a local index: one hash attribute and at most one range attribute. */
export function readSimpleKey(elements: readonly KeySchemaElement[], types: AttributeTypes): KeySchema {
  requireDefined(elements, types)
  const [first, second] = elements
  if (first !== undefined && first.AttributeName === second?.AttributeName) {
    throw validationError('Both the Hash Key and the Range Key element in the KeySchema have the same name')
  }
  requireHashFirst(elements)
  if (second !== undefined && second.KeyType !== 'RANGE') {
    throw validationError('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type')
  }
  return keyOf(elements, types)
}

/** Reads the key of a global index: up to four hash attributes, then up to four range attributes. */
export function readGlobalKey(elements: readonly KeySchemaElement[], types: AttributeTypes): KeySchema {
  const hashCount = elements.filter(({ KeyType }) => KeyType === 'HASH').length
  if (elements.length <= 2 && hashCount <= 1) return readSimpleKey(elements, types)
  requireDefined(elements, types)
  requireHashFirst(elements)
  if (elements.slice(0, hashCount).some(({ KeyType }) => KeyType !== 'HASH')) {
    throw invalidParameters('All HASH key attributes must precede RANGE key attributes in the KeySchema')
  }
  requireFew('HASH', hashCount)
  requireFew('RANGE', elements.length - hashCount)
  if (new Set(elements.map(({ AttributeName }) => AttributeName)).size < elements.length) {
    throw validationError('The KeySchema contains multiple key attributes with the same name')
  }
  return keyOf(elements, types)
}

/** Sorts attributes by name, as DynamoDB lists them. */
export function sortByName(attributes: Iterable<KeyAttribute>): KeyAttribute[] {
  return [...attributes].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function requireHashFirst([first]: readonly KeySchemaElement[]): void {
  if (first?.KeyType === 'HASH') return
  throw validationError('Invalid KeySchema: The first KeySchemaElement is not a HASH key type')
}

function requireFew(kind: 'HASH' | 'RANGE', count: number): void {
  if (count <= INDEX_KEY_MAX_ATTRIBUTES) return
  throw invalidParameters(`The KeySchema exceeds the maximum allowed number of ${kind} key attributes`)
}

function listTypes(types: AttributeTypes): string {
  return javaSetOrder(types.keys(), types.size).join(', ')
}

function keyOf(elements: readonly KeySchemaElement[], types: AttributeTypes): KeySchema {
  const hash: KeyAttribute[] = []
  const range: KeyAttribute[] = []
  for (const { AttributeName, KeyType } of elements) {
    const attribute = types.get(AttributeName)
    if (attribute !== undefined) (KeyType === 'HASH' ? hash : range).push(attribute)
  }
  return { hash, range }
}
