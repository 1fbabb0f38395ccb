import type { AttributeMap, ServiceError } from '@monotable/protocol'
import {
  attributeTypeOf,
  getOwn,
  ServiceError as Refusal,
  ValidationError,
  validationError,
  valuesEqual,
} from '@monotable/protocol'
import type { Position } from '../../storage/storage.ts'
import { indexKeyOf, tableKeyOf } from '../../tables/item-key.ts'
import type { Table, TableIndex } from '../../tables/table.ts'
import { checkKeyAttributes, keyMismatch } from '../parameters/check-keys.ts'
import { checkStartCount, checkStartPart, INVALID_START, startKeyNames } from './check-start-key.ts'
import type { KeyPlan } from './plan-key-conditions.ts'

/** Returns the place that the ExclusiveStartKey of a Scan names. */
export function scanPosition(table: Table, index: TableIndex | undefined, startKey: AttributeMap): Position {
  if (Object.keys(startKey).length !== startKeyNames(table, index).length) {
    throw index === undefined ? scanMismatch() : validationError(INVALID_START)
  }
  if (index !== undefined) checkIndexPart(index, startKey)
  checkTablePart(table, startKey, scanMismatch)
  return positionOf(table, index, startKey)
}

/** Returns the place that the ExclusiveStartKey of a Query names; it must lie in the range of the Query. */
export function queryPosition(
  table: Table,
  index: TableIndex | undefined,
  startKey: AttributeMap,
  plan: KeyPlan,
): Position {
  const { key } = index ?? table
  checkStartCount(table, index, startKey)
  checkStartPart(key, 'hash', startKey)
  checkStartPart(key, 'range', startKey)
  checkTablePart(table, startKey, queryMismatch)
  const position = positionOf(table, index, startKey)
  checkInside(index ?? table, startKey, plan, position)
  return position
}

function checkInside(
  { key }: Pick<TableIndex, 'key'>,
  startKey: AttributeMap,
  { hashValues, bounds: { low, high }, lastSort }: KeyPlan,
  { sort }: Position,
): void {
  const hashDiffers = key.hash.some(({ name }, position) => {
    const [value, wanted] = [getOwn(startKey, name), hashValues[position]]
    return value === undefined || wanted === undefined || !valuesEqual(value, wanted)
  })
  if (low === undefined && high === undefined) {
    if (!hashDiffers) return
    throw validationError(
      'The provided starting key is outside query boundaries based on provided conditions',
    )
  }
  // If there is a condition on the sort key, DynamoDB checks that first, and then reports another partition like
  // this.
  const below = low !== undefined && (low.inclusive ? sort < low.sort : sort <= low.sort)
  const above = high !== undefined && (high.inclusive ? sort > high.sort : sort >= high.sort)
  if (below || above || sort === lastSort)
    throw validationError('The provided starting key does not match the range key predicate')
  if (hashDiffers) throw validationError('The query can return at most one row and cannot be restarted')
}

function checkIndexPart({ keyAttributes, key }: TableIndex, startKey: AttributeMap): void {
  for (const { name } of keyAttributes)
    if (getOwn(startKey, name) === undefined) throw validationError(INVALID_START)
  checkKeyAttributes(key, startKey)
}

function checkTablePart(table: Table, startKey: AttributeMap, mismatch: () => ServiceError): void {
  for (const { name, type } of table.keyAttributes) {
    const value = getOwn(startKey, name)
    if (value === undefined || attributeTypeOf(value) !== type) throw mismatch()
  }
  try {
    checkKeyAttributes(table.key, startKey)
  } catch (error) {
    throw error instanceof Refusal ? invalidStart(error) : error
  }
}

function positionOf(table: Table, index: TableIndex | undefined, startKey: AttributeMap): Position {
  const position = index === undefined ? tableKeyOf(table, startKey) : indexKeyOf(table, index, startKey)
  if (position === undefined) throw validationError(INVALID_START)
  return position
}

function queryMismatch(): ServiceError {
  return invalidStart(keyMismatch())
}

/** A Scan no longer gives the reason (seen on AWS, 2026-10). */
function scanMismatch(): ServiceError {
  return new ValidationError(INVALID_START, queryMismatch().message)
}

function invalidStart(reason: ServiceError): ServiceError {
  return validationError(`${INVALID_START}: ${reason.message}`)
}
