import type {
  AttributeMap,
  ServiceError,
  TransactConditionCheck,
  TransactDelete,
  TransactPut,
  TransactUpdate,
  TransactWriteItem,
} from '@monotable/protocol'
import { canonicalizeItem, utf8Length, ValidationError, validationError } from '@monotable/protocol'
import { type Condition, compileCondition } from '../../expressions/compile-condition.ts'
import { compileUpdate, type Update } from '../../expressions/compile-update.ts'
import type { RecordKey } from '../../storage/storage.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkIndexKeys, checkItemKey, checkKey } from '../parameters/check-keys.ts'
import { checkExpressionParameters, readOlderPlaceholders } from '../parameters/expression-parameters.ts'
import { inLayer } from '../wording-layer.ts'
import type { ItemWrite } from '../writes/decide-write.ts'
import { checkItemSize, readItem } from './put-item.ts'
import { applyUpdate, checkUpdatedAttributes } from './update-item.ts'

/** One action of a transaction, parsed but not yet checked against its table. */
export interface TransactAction {
  readonly tableName: string
  /** For a put, the whole item: the caller's object, so use it only for immediate checks. For the others, the key. */
  readonly item: AttributeMap
  /** The size of everything in the action. */
  readonly payloadBytes: number
  readonly condition: Condition | undefined
  readonly returnsItemOnFailure: boolean
  readonly effect:
    | { readonly kind: 'put'; readonly stored: StoredItem }
    | { readonly kind: 'delete' | 'check' }
    | { readonly kind: 'update'; readonly update: Update }
}

const actionKinds = ['ConditionCheck', 'Put', 'Delete', 'Update'] as const

type AnyAction = TransactPut & TransactDelete & TransactUpdate & TransactConditionCheck

/** Parses one action: its parameters, values and expressions, independent of its table. */
export function readTransactAction(transactItem: TransactWriteItem): TransactAction {
  const [kind, second] = actionKinds.filter((name) => transactItem[name] !== undefined)
  if (kind === undefined) throw noAction()
  if (second !== undefined) {
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete')
  }
  return inLayer('older', () => readAction(kind, transactItem[kind] as AnyAction))
}

function readAction(kind: string, action: AnyAction): TransactAction {
  const { update, condition, placeholders } = readExpressions(kind, action)
  const { item, sizeBytes, effect } = readEffect(kind, action, update)
  return {
    tableName: action.TableName,
    item,
    payloadBytes: sizeBytes + textBytes(kind, action) + placeholders.sizeBytes(),
    condition,
    returnsItemOnFailure: action.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
    effect,
  }
}

function readEffect(
  kind: string,
  action: AnyAction,
  update: Update | undefined,
): Pick<TransactAction, 'item' | 'effect'> & { readonly sizeBytes: number } {
  if (kind === 'Put') {
    const { stored, item } = readItem(action.Item)
    checkItemSize(stored.sizeBytes)
    return { item, sizeBytes: stored.sizeBytes, effect: { kind: 'put', stored } }
  }
  const key = canonicalizeItem(action.Key)
  if (update !== undefined) return { ...key, effect: { kind: 'update', update } }
  return { ...key, effect: { kind: kind === 'Delete' ? 'delete' : 'check' } }
}

function noAction(): ServiceError {
  return new ValidationError(
    "1 validation error detected: Value '' at 'transactItems' failed to satisfy constraint: " +
      'TransactWriteRequest should contain Delete or Put or Update or ConditionCheck',
    'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request',
  )
}

function readExpressions(kind: string, action: AnyAction) {
  const parameters = {
    legacy: {},
    expressions: {
      ...(kind === 'Update' && { UpdateExpression: action.UpdateExpression }),
      ConditionExpression: action.ConditionExpression,
    },
    names: action.ExpressionAttributeNames,
    values: action.ExpressionAttributeValues,
  }
  if (kind !== 'Update' && action.ConditionExpression === undefined) {
    // Unlike in PutItem and DeleteItem, placeholders without an expression are no mistake here (seen on AWS).
    return { update: undefined, condition: undefined, placeholders: readOlderPlaceholders(parameters) }
  }
  checkExpressionParameters(parameters)
  const placeholders = readOlderPlaceholders(parameters)
  const update =
    kind === 'Update' ? compileUpdate({ source: action.UpdateExpression, placeholders }) : undefined
  const source: string | undefined = action.ConditionExpression
  const condition =
    source === undefined
      ? undefined
      : compileCondition({ parameter: 'ConditionExpression', source, placeholders })
  placeholders.requireAllUsed()
  return { update, condition, placeholders }
}

/** Returns the size of the expressions of an action as written. */
function textBytes(
  kind: string,
  { UpdateExpression: update, ConditionExpression: condition }: AnyAction,
): number {
  return utf8Length(condition ?? '') + (kind === 'Update' ? utf8Length(update) : 0)
}

/** Returns the place of an action's item; the key must fit the table. */
export function transactKeyOf(table: Table, action: TransactAction): RecordKey {
  if (action.effect.kind === 'put') checkItemKey(table, action.item)
  else checkKey(table, action.item)
  return tableKeyOf(table, action.item)
}

/** The place of an action's item, and whether keys are tracked. */
export interface ActionPlace {
  readonly table: Table
  readonly key: RecordKey
  readonly watchesKeys: boolean
}

/** Plans an action on its table: what it writes, checked against the table's indexes. */
export function planTransactAction(
  { table, key, watchesKeys }: ActionPlace,
  action: TransactAction,
): ItemWrite {
  const { item, effect, condition, returnsItemOnFailure } = action
  if (condition !== undefined) checkKeyPaths(table, condition.paths)
  switch (effect.kind) {
    case 'put': {
      const { stored } = effect
      checkIndexKeys(table, item, 'put')
      const keyItem = watchesKeys ? stored.item : undefined
      return { table, key, keyItem, condition, returnsItemOnFailure, next: () => stored }
    }
    case 'update':
      checkUpdatedAttributes(table, effect.update)
      return {
        table,
        key,
        keyItem: item,
        condition,
        returnsItemOnFailure,
        next: (before) => applyUpdate({ table, key: item, update: effect.update, before }),
      }
    case 'delete':
      return { table, key, keyItem: item, condition, returnsItemOnFailure, next: () => undefined }
    case 'check':
      return { table, key, keyItem: item, condition, returnsItemOnFailure, next: (before) => before }
  }
}
