import type { AttributeMap, UpdateItemInput } from '@monotable/protocol'
import {
  areTooDeep,
  canonicalizeItem,
  ITEM_MAX_BYTES,
  itemSizeBytes,
  validationError,
} from '@monotable/protocol'
import { compileCondition } from '../../expressions/compile-condition.ts'
import { compileUpdate, type Update } from '../../expressions/compile-update.ts'
import { conditionFromExpected } from '../../expressions/condition-from-expected.ts'
import { projectPaths } from '../../expressions/project-paths.ts'
import { updateFromAttributeUpdates } from '../../expressions/update-from-attribute-updates.ts'
import { updatedTooLarge } from '../../expressions/update-value.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import { AttributesInText, isLongText, type NamesAttributes } from '../../tables/item-text.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkIndexKeys, checkKey, checkKnownTypes, SchemaMismatch } from '../parameters/check-keys.ts'
import { checkExpressionParameters, readPlaceholders } from '../parameters/expression-parameters.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inWriteLayer } from '../wording-layer.ts'
import type { WriteOutcome } from '../writes/decide-write.ts'
import {
  newAttributes,
  noAttributes,
  oldAttributes,
  runWrite,
  type SingleWrite,
} from '../writes/run-write.ts'

/** Changes some attributes of an item, or creates the item. */
export async function updateItem(context: OperationContext, input: UpdateItemInput): Promise<WireAnswer> {
  const { key, update, condition } = inWriteLayer(input, () => readUpdate(input))
  const table = requireItemTable(context, input.TableName)
  checkKey(table, key)
  checkUpdatedAttributes(table, update)
  if (condition !== undefined) checkKeyPaths(table, condition.paths)
  return await runWrite(context, {
    write: {
      table,
      key: tableKeyOf(table, key),
      condition,
      next: (before) => applyUpdate({ table, key, update, before }),
      returnsItemOnFailure: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
      keyItem: key,
    },
    input,
    attributes: attributesToReturn(input.ReturnValues, update),
  })
}

/** Checks that an update neither changes the primary key nor reaches into a key attribute, which is always a scalar. */
export function checkUpdatedAttributes(table: Table, update: Update): void {
  for (const { name } of table.keyAttributes) {
    if (update.attributeNames.has(name)) {
      throw new SchemaMismatch(
        `One or more parameter values were invalid: Cannot update attribute ${name}. This attribute is part of the key`,
      )
    }
  }
  if (table.indexes.length > 0) checkKnownTypes(table, update.knownTypeOf)
  checkKeyPaths(table, update.allPaths)
}

/** An update of one item of a table. */
export interface ItemUpdate {
  readonly table: Table
  readonly key: AttributeMap
  readonly update: Update
  readonly before: StoredItem | undefined
}

/** Returns the item after an update; an update that only removes attributes does not create a missing item. Pure. */
export function applyUpdate({ table, key, update, before }: ItemUpdate): StoredItem | undefined {
  if (before === undefined && update.onlyRemoves) return undefined
  if (before !== undefined && isLongText(before.doc)) return updateLong(table, update, before)
  const item = update.apply(before?.item ?? key)
  checkIndexKeys(table, item, 'update', before && update.attributeNames)
  checkMadeNesting(item, update.attributeNames)
  const stored = StoredItem.write(item)
  checkUpdatedSize(stored.sizeBytes)
  return stored
}

/** Returns the attributes that an update, or the check of its result, reads. */
function namesToRead({ indexes }: Table, { allPaths }: Update): NamesAttributes {
  const attributeNames = new Set(allPaths.map(([name]) => name as string))
  for (const { keyAttributes } of indexes) for (const { name } of keyAttributes) attributeNames.add(name)
  return { attributeNames }
}

/** Same as `applyUpdate`, for an item with a long text, whose other attributes are copied unchanged. */
function updateLong(table: Table, update: Update, before: StoredItem): StoredItem {
  const found = new AttributesInText(before.doc, namesToRead(table, update))
  const { attributeNames } = update
  const item = update.apply(found.attributes)
  checkIndexKeys(table, item, 'update', attributeNames)
  checkMadeNesting(item, update.attributeNames)
  const paths = [...attributeNames].map((name) => [name])
  const keptBytes = before.sizeBytes - itemSizeBytes(projectPaths(found.attributes, paths))
  const sizeBytes = keptBytes + itemSizeBytes(projectPaths(item, paths), ITEM_MAX_BYTES - keptBytes)
  checkUpdatedSize(sizeBytes)
  return StoredItem.fromRecord({ doc: found.change(attributeNames, item), sizeBytes })
}

/** Enforces the limit of 400 KB on a changed item and on the update itself. */
function checkUpdatedSize(sizeBytes: number): void {
  if (sizeBytes <= ITEM_MAX_BYTES) return
  throw updatedTooLarge()
}

/**
 * Checks the depth of changed attributes. AWS says less about a value that became too deep than about one that was
 * given so (seen in transactions and in PartiQL).
 */
export function checkMadeNesting(item: AttributeMap, attributeNames: Iterable<string>): void {
  if (!areTooDeep(item, attributeNames)) return
  throw validationError('Nesting Levels have exceeded supported limits')
}

function readUpdate(input: UpdateItemInput) {
  const parameters = {
    legacy: {
      AttributeUpdates: input.AttributeUpdates,
      Expected: input.Expected,
      ConditionalOperator: input.ConditionalOperator,
    },
    expressions: {
      UpdateExpression: input.UpdateExpression,
      ConditionExpression: input.ConditionExpression,
    },
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
  }
  checkExpressionParameters(parameters)
  const { item: key } = canonicalizeItem(input.Key)
  if (input.UpdateExpression === undefined && input.ConditionExpression === undefined) {
    const update = updateFromAttributeUpdates(input.AttributeUpdates)
    return { key, update, condition: conditionFromExpected(input.Expected, input.ConditionalOperator) }
  }
  const placeholders = readPlaceholders(parameters)
  const condition =
    input.ConditionExpression === undefined
      ? undefined
      : compileCondition({
          parameter: 'ConditionExpression',
          source: input.ConditionExpression,
          placeholders,
        })
  const update =
    input.UpdateExpression === undefined
      ? updateFromAttributeUpdates(undefined)
      : compileUpdate({ source: input.UpdateExpression, placeholders })
  placeholders.requireAllUsed()
  checkUpdatedSize(update.sizeBytes())
  return { key, update, condition }
}

function attributesToReturn(
  returnValues: UpdateItemInput['ReturnValues'],
  update: Update,
): SingleWrite['attributes'] {
  switch (returnValues) {
    case 'ALL_OLD':
      return oldAttributes
    case 'ALL_NEW':
      return newAttributes
    case 'UPDATED_OLD':
      return ({ before }: WriteOutcome) => updatedAttributes(before, update)
    case 'UPDATED_NEW':
      return ({ after }: WriteOutcome) => updatedAttributes(after, update)
    default:
      return noAttributes
  }
}

/** Returns what an item has at the paths that an update writes; `undefined` if it has nothing there. */
export function updatedAttributes(stored: StoredItem | undefined, update: Update): AttributeMap | undefined {
  if (stored === undefined) return undefined
  const attributes = projectPaths(stored.read(update), update.paths)
  return Object.keys(attributes).length === 0 ? undefined : attributes
}
