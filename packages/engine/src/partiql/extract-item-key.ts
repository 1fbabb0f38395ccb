import {
  type AttributeMap,
  type AttributeValue,
  attributeTypeOf,
  getOwn,
  setOwn,
  valuesEqual,
} from '@monotable/protocol'
import type { Test } from '../expressions/evaluate-condition.ts'
import type { KeyAttribute } from '../tables/table-definition.ts'

/** The item that a WHERE clause identifies, and its remaining conditions. */
export interface ItemKey {
  readonly key: AttributeMap
  readonly rest: readonly Test[]
  /** Why the clause does not identify one item. */
  readonly fault: string | undefined
}

/**
 * Finds, among the conditions of a WHERE clause, the equalities that identify one item. The first value of a key
 * counts; a different second one is a mistake, and also part of the rest.
 */
export function extractItemKey(test: Test | undefined, attributes: readonly KeyAttribute[]): ItemKey {
  const key: AttributeMap = {}
  const rest: Test[] = []
  let repeated: string | undefined
  for (const part of test === undefined ? [] : conjunctsOf(test)) {
    const equality = equalityOf(part, attributes)
    if (equality === undefined) {
      rest.push(part)
      continue
    }
    const before = getOwn(key, equality.name)
    if (before === undefined) setOwn(key, equality.name, equality.value)
    else if (!valuesEqual(before, equality.value)) {
      rest.push(part)
      repeated ??= equality.name
    }
  }
  return { key, rest, fault: faultOf(key, attributes, repeated) }
}

function faultOf(
  key: AttributeMap,
  attributes: readonly KeyAttribute[],
  repeated: string | undefined,
): string | undefined {
  if (attributes.some(({ name }) => getOwn(key, name) === undefined)) {
    return 'Where clause does not contain a mandatory equality on all key attributes'
  }
  if (repeated !== undefined) {
    return `Multiple conditions on same key ${repeated}. Only single item Update/Insert/Delete are supported`
  }
  // A value that no key can have is told before one that this key cannot have (seen in DynamoDB Local).
  return firstFault(key, attributes, keyValueFault) ?? firstFault(key, attributes, keySchemaFault)
}

function firstFault(
  key: AttributeMap,
  attributes: readonly KeyAttribute[],
  faultIn: typeof keyTypeFault,
): string | undefined {
  for (const attribute of attributes) {
    const fault = faultIn(attribute, getOwn(key, attribute.name) as AttributeValue)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Returns the message for a key value of the wrong type. */
export function keyTypeFault(attribute: KeyAttribute, value: AttributeValue): string | undefined {
  return keyValueFault(attribute, value) ?? keySchemaFault(attribute, value)
}

function keyValueFault({ name }: KeyAttribute, value: AttributeValue): string | undefined {
  const actual = attributeTypeOf(value)
  if (actual === 'S' || actual === 'N' || actual === 'B') return undefined
  return `Key value must be of type S, N, or B. Key name: ${name}, Key type: ${actual}`
}

/** Returns the message for a key value whose type differs from the schema. */
export function keySchemaFault({ name, type }: KeyAttribute, value: AttributeValue): string | undefined {
  if (attributeTypeOf(value) === type) return undefined
  return `Key attribute's data type should match its data type in table's schema: Key ${name}`
}

/** Returns all tests that must hold together, however they are grouped. */
function conjunctsOf(test: Test): readonly Test[] {
  return test.kind === 'AND' ? test.tests.flatMap(conjunctsOf) : [test]
}

function equalityOf(
  test: Test,
  attributes: readonly KeyAttribute[],
): { name: string; value: AttributeValue } | undefined {
  if (test.kind !== 'compare' || test.comparator !== '=') return undefined
  const [path, value] = test.left.kind === 'path' ? [test.left, test.right] : [test.right, test.left]
  if (path.kind !== 'path' || value.kind !== 'value' || path.path.length !== 1) return undefined
  const attribute = attributes.find(({ name }) => name === path.path[0])
  return attribute && { name: attribute.name, value: value.value }
}
