import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { attributeTypeOf, validationError } from '@monotable/protocol'
import { indexSortBounds } from '../../encoding/index-sort-bounds.ts'
import { partitionDigest } from '../../encoding/partition-digest.ts'
import type { SortRange } from '../../encoding/sort-range.ts'
import { tableSortBounds } from '../../encoding/table-sort-bounds.ts'
import type { KeyCondition } from '../../expressions/compile-key-condition.ts'
import type { ByteString } from '../../storage/storage.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { Table, TableIndex } from '../../tables/table.ts'
import type { KeyAttribute, KeySchema } from '../../tables/table-definition.ts'
import { checkIndexValue, checkKeyValue } from '../parameters/check-keys.ts'
import { checkStartCount, checkStartPart } from './check-start-key.ts'

/** Where a Query reads: one partition, and bounds on its sort keys. */
export interface KeyPlan {
  readonly hashValues: readonly AttributeValue[]
  readonly partition: ByteString
  readonly bounds: SortRange
  /**
   * The sort key that ends a Query of a table, because its condition excludes everything after it: DynamoDB neither
   * starts from there nor returns it as the end of a page. An index may have other entries with the same key.
   */
  readonly lastSort?: ByteString | undefined
}

/** What a request asks about keys. */
export interface KeyPlace {
  readonly table: Table
  readonly index: TableIndex | undefined
  /**
   * Whether the error for an empty value names the index: yes for a Query (seen on AWS), no for a statement
   * (DynamoDB Local).
   */
  readonly namesIndex: boolean
  /** The direction of a Query. A statement continues from wherever it stopped. */
  readonly reverse?: boolean
  /** The starting key of a Query: each part of it is checked before the conditions on that part (seen on AWS). */
  readonly startKey?: AttributeMap | undefined
}

interface AskedKeys {
  readonly schema: KeySchema
  readonly byName: ReadonlyMap<string, KeyCondition>
  /** The index that the error for an empty value names. */
  readonly namedIndex: TableIndex | undefined
}

/** Converts key conditions to the part of the table or index to read, or throws DynamoDB's error. */
export function planKeyConditions(
  { table, index, namesIndex, reverse, startKey }: KeyPlace,
  conditions: readonly KeyCondition[],
): KeyPlan {
  const schema = index?.key ?? table.key
  const byName = new Map(conditions.map((condition) => [condition.attribute, condition]))
  const asked = { schema, byName, namedIndex: namesIndex ? index : undefined }
  checkCount(schema, conditions)
  if (startKey !== undefined) {
    checkStartCount(table, index, startKey)
    checkStartPart(schema, 'hash', startKey)
  }
  if (schema.hash.length > 1) requireEqualityOfHash(schema, byName)
  const hashValues = schema.hash.map((attribute) => hashValueOf(asked, attribute))
  if (startKey !== undefined) checkStartPart(schema, 'range', startKey)
  const rangeConditions = rangeConditionsOf(asked)
  const last = rangeConditions.at(-1)
  const bounds =
    index === undefined
      ? tableSortBounds(last)
      : indexSortBounds({ equal: rangeConditions.slice(0, -1).map(onlyOperand), next: last })
  const lastSort =
    index === undefined && reverse !== undefined ? lastSortOf(last, bounds, reverse) : undefined
  return { hashValues, partition: partitionDigest(hashValues), bounds, lastSort }
}

function lastSortOf(
  condition: KeyCondition | undefined,
  { low, high }: SortRange,
  reverse: boolean,
): ByteString | undefined {
  if (condition?.operator === '=' || condition?.operator === 'begins_with') return undefined
  const end = reverse ? low : high
  return end?.inclusive === true ? end.sort : undefined
}

function checkCount(schema: KeySchema, conditions: readonly KeyCondition[]): void {
  const attributes = schema.hash.length + schema.range.length
  if (conditions.length <= attributes) return
  throw validationError(
    `The number of query conditions (${conditions.length}) exceeds the number of key attributes defined in the ` +
      `schema (${attributes})`,
  )
}

// All partition attributes without an equality condition are named, whether left out or compared otherwise.
function requireEqualityOfHash(schema: KeySchema, byName: ReadonlyMap<string, KeyCondition>): void {
  const unfit = schema.hash.filter(({ name }) => byName.get(name)?.operator !== '=')
  if (unfit.length === 0) return
  const names = unfit.map(({ name }) => name).join(', ')
  throw validationError(`HASH key attributes ${names} must have equality conditions specified in the query`)
}

function hashValueOf({ byName, namedIndex }: AskedKeys, attribute: KeyAttribute): AttributeValue {
  const condition = byName.get(attribute.name)
  if (condition === undefined) throw missedElement(attribute.name)
  checkOperands(attribute, condition, { role: 'hash', namedIndex })
  if (condition.operator !== '=') throw validationError('Query key condition not supported')
  return onlyOperand(condition)
}

// Conditions start at the first range attribute without gaps, and all but the last must be equalities.
function rangeConditionsOf({ schema, byName, namedIndex }: AskedKeys): KeyCondition[] {
  const wanted = byName.size - schema.hash.length
  const found: KeyCondition[] = []
  for (const attribute of schema.range) {
    const condition = byName.get(attribute.name)
    if (condition === undefined) continue
    checkOperands(attribute, condition, { role: 'range', namedIndex })
    requireEqualityBefore(schema, byName, attribute)
    found.push(condition)
  }
  if (found.length < wanted) {
    const missed = schema.range.find(({ name }) => !byName.has(name))
    throw missed === undefined
      ? validationError('Query key condition not supported')
      : missedElement(missed.name)
  }
  return found
}

function requireEqualityBefore(
  schema: KeySchema,
  byName: ReadonlyMap<string, KeyCondition>,
  attribute: KeyAttribute,
): void {
  const before = schema.range.slice(0, schema.range.indexOf(attribute))
  const unfit = before.filter(({ name }) => byName.get(name)?.operator !== '=')
  if (unfit.length === 0) return
  const names = unfit.map(({ name }) => name).join(', ')
  throw validationError(
    `RANGE key attributes ${names} must have equality conditions specified in the query because a condition ` +
      `is present on key attribute ${attribute.name}`,
  )
}

function checkOperands(
  attribute: KeyAttribute,
  condition: KeyCondition,
  { role, namedIndex }: { readonly role: 'hash' | 'range' } & Pick<AskedKeys, 'namedIndex'>,
): void {
  if (condition.unindexable === true) {
    throw validationError('Attempted conditional constraint is not an indexable operation')
  }
  for (const operand of condition.operands) {
    if (attributeTypeOf(operand) !== attribute.type) {
      throw invalidParameters('Condition parameter type does not match schema type')
    }
  }
  for (const operand of condition.operands) {
    if (namedIndex !== undefined) checkIndexValue(namedIndex, attribute, operand, 'put')
    checkKeyValue(attribute.name, operand, role)
  }
}

function onlyOperand({ operands }: KeyCondition): AttributeValue {
  const [operand] = operands
  if (operand === undefined) throw new TypeError('a key condition without an operand')
  return operand
}

function missedElement(name: string): Error {
  return validationError(`Query condition missed key schema element: ${name}`)
}
