import type { AttributeMap } from '@monotable/protocol'
import { getOwn, validationError } from '@monotable/protocol'
import { type Condition, createCondition } from '../../expressions/compile-condition.ts'
import type { Test } from '../../expressions/evaluate-condition.ts'
import type { BoundStatement, BoundWhere } from '../../partiql/bind-statement.ts'
import { extractItemKey, type ItemKey, keySchemaFault } from '../../partiql/extract-item-key.ts'
import type { Returning } from '../../partiql/statement.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { checkItemSize } from '../items/put-item.ts'
import {
  applyUpdate,
  checkMadeNesting,
  checkUpdatedAttributes,
  updatedAttributes,
} from '../items/update-item.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkIndexKeys, checkItemKey, checkKey, keyMismatch } from '../parameters/check-keys.ts'
import type { ItemWrite } from '../writes/decide-write.ts'
import { newAttributes, noAttributes, oldAttributes, type SingleWrite } from '../writes/run-write.ts'

/** A statement that writes, or that only checks in a transaction. */
export type BoundWrite = Exclude<BoundStatement, { kind: 'select' } | { kind: 'exists' }>
type BoundExists = Extract<BoundStatement, { kind: 'select' } | { kind: 'exists' }>

/** A write requested by a statement. */
export interface StatementWrite {
  readonly write: ItemWrite
  /** What RETURNING returns. */
  readonly attributes: SingleWrite['attributes']
}

/** How a request wants failures reported. */
export interface FailureOptions {
  readonly returnsItemOnFailure: boolean
  /** In a transaction, a key that identifies no item is a mismatch like any other, and cancels it. */
  readonly inTransaction: boolean
}

/** Plans a statement on its table: the item that it writes, under the conditions of its WHERE. */
export function planStatementWrite(table: Table, bound: BoundWrite, options: FailureOptions): StatementWrite {
  switch (bound.kind) {
    case 'insert':
      return { write: planInsert(table, bound.item, options), attributes: noAttributes }
    case 'update':
      return planUpdate(table, bound, options)
    case 'delete': {
      const { key, rest } = requireItemKey(table, bound.where, options)
      const condition = rest.length === 0 ? undefined : unlessAbsent(table, rest, bound.where)
      const write = { ...writeOf(table, key, options), condition, next: () => undefined }
      return { write, attributes: bound.statement.returning === undefined ? noAttributes : oldAttributes }
    }
  }
}

/** Plans the check that EXISTS makes: the item exists and meets the conditions. */
export function planExists(table: Table, bound: BoundExists, options: FailureOptions): ItemWrite {
  const { key, rest } = requireOneItem(table, bound)
  checkKey(table, key)
  const condition = ifPresent(table, rest, bound.where)
  return { ...writeOf(table, key, options), condition, next: (before) => before }
}

/** Returns the item that EXISTS is about, whatever the values of its key, and the conditions on it. */
export function requireOneItem(table: Table, { statement, where }: BoundExists): ItemKey {
  if (statement.indexName !== undefined) {
    throw validationError('Operations on indices are not supported in transactions')
  }
  checkKeyPaths(table, where.paths)
  const found = extractItemKey(where.test, table.keyAttributes)
  const isWhole = table.keyAttributes.every(({ name }) => getOwn(found.key, name) !== undefined)
  if (!isWhole || found.rest.length === 0) {
    throw validationError('EXISTS() must contain a single item read with additional condition')
  }
  return found
}

function planInsert(table: Table, item: AttributeMap, options: FailureOptions): ItemWrite {
  if (!options.inTransaction) checkInsertedKey(table, item)
  checkItemKey(table, item)
  checkIndexKeys(table, item, 'put')
  const stored = StoredItem.write(item)
  checkItemSize(stored.sizeBytes)
  const path = [table.hash.name]
  const condition = createCondition({ kind: 'attribute_not_exists', path }, [path])
  const next = () => {
    // A parameter may be one level deeper than an item; in a transaction that cancels.
    checkMadeNesting(item, Object.keys(item))
    return stored
  }
  return { ...writeOf(table, item, options), condition, isInsert: true, next }
}

function checkInsertedKey(table: Table, item: AttributeMap): void {
  for (const attribute of table.keyAttributes) {
    const value = getOwn(item, attribute.name)
    if (value === undefined) {
      throw validationError(`Key attribute should be present in the item: Key ${attribute.name}`)
    }
    const fault = keySchemaFault(attribute, value)
    if (fault !== undefined) throw validationError(fault)
  }
}

function planUpdate(
  table: Table,
  { statement, update, where }: BoundWrite & { kind: 'update' },
  options: FailureOptions,
): StatementWrite {
  const { key, rest } = requireItemKey(table, where, options)
  checkUpdatedAttributes(table, update)
  const write: ItemWrite = {
    ...writeOf(table, key, options),
    // Unlike UpdateItem, UPDATE never creates an item.
    condition: ifPresent(table, rest, where),
    next: (before) => applyUpdate({ table, key, update, before }),
  }
  return { write, attributes: returned(statement.returning, update) }
}

function returned(
  returning: Returning | undefined,
  update: Parameters<typeof updatedAttributes>[1],
): SingleWrite['attributes'] {
  switch (returning) {
    case 'ALL OLD':
      return oldAttributes
    case 'ALL NEW':
      return newAttributes
    case 'MODIFIED OLD':
      return ({ before }) => updatedAttributes(before, update)
    case 'MODIFIED NEW':
      return ({ after }) => updatedAttributes(after, update)
    default:
      return noAttributes
  }
}

function requireItemKey(table: Table, where: BoundWhere, { inTransaction }: FailureOptions): ItemKey {
  checkKeyPaths(table, where.paths)
  const found = extractItemKey(where.test, table.keyAttributes)
  if (found.fault !== undefined) throw inTransaction ? keyMismatch() : validationError(found.fault)
  checkKey(table, found.key)
  return found
}

function writeOf(table: Table, item: AttributeMap, { returnsItemOnFailure }: FailureOptions) {
  return { table, key: tableKeyOf(table, item), returnsItemOnFailure, keyItem: item }
}

/** Returns a condition that also requires the item to exist. */
function ifPresent(table: Table, rest: readonly Test[], { paths }: BoundWhere): Condition {
  const exists: Test = { kind: 'attribute_exists', path: [table.hash.name] }
  return createCondition({ kind: 'AND', tests: [exists, ...rest] }, paths)
}

/** Returns a condition on an item that may already be deleted: deleting nothing is not a failure. */
function unlessAbsent(table: Table, rest: readonly Test[], { paths }: BoundWhere): Condition {
  const absent: Test = { kind: 'attribute_not_exists', path: [table.hash.name] }
  return createCondition({ kind: 'OR', tests: [absent, { kind: 'AND', tests: rest }] }, paths)
}
