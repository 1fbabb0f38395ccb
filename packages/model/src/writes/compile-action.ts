import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import { renderUpdate } from '../expressions/render-update.ts'
import { ModelError } from '../model-error.ts'
import type {
  DeleteItemInput,
  OperationInputs,
  PutItemInput,
  ReturnValues,
  TransactWriteItem,
  UpdateItemInput,
} from '../port/wire.ts'
import type { WriteAction } from './write-action.ts'

/** An operation with its input: what `.params()` gives and what is sent. */
export type CompiledRequest<Name extends keyof OperationInputs = keyof OperationInputs> = {
  readonly [Operation in Name]: { readonly operation: Operation; readonly input: OperationInputs[Operation] }
}[Name]

/** A write of one item, as it is sent. */
export type CompiledWrite = CompiledRequest<'PutItem' | 'UpdateItem' | 'DeleteItem'>

/** Writes an action down as an operation of its own. */
export function compileAction(action: WriteAction, returning: ReturnValues): CompiledWrite {
  const item = compileTransactItem(action)
  const more = { ...(returning !== 'NONE' && { ReturnValues: returning }) }
  if ('Put' in item) return { operation: 'PutItem', input: { ...item.Put, ...more } satisfies PutItemInput }
  if ('Update' in item)
    return { operation: 'UpdateItem', input: { ...item.Update, ...more } satisfies UpdateItemInput }
  if ('Delete' in item)
    return { operation: 'DeleteItem', input: { ...item.Delete, ...more } satisfies DeleteItemInput }
  const subject = action.entity.name
  throw new ModelError('DEFINITION', `A check of ${subject} can only be sent in a transaction`, { subject })
}

/** Writes an action down as a member of a transaction. */
export function compileTransactItem(action: WriteAction): TransactWriteItem {
  const { entity, key: Key, condition } = action
  const placeholders = new Placeholders(entity.forms)
  const update = action.kind === 'update' ? renderUpdate(action.changes, placeholders) : undefined
  const ConditionExpression = condition && renderCondition(condition, placeholders)
  const shared = {
    TableName: entity.table.name,
    ...(ConditionExpression !== undefined && {
      ConditionExpression,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
    ...placeholders.toInput(),
  }
  switch (action.kind) {
    case 'put':
      return { Put: { Item: action.item, ...shared } }
    case 'update':
      return { Update: { Key, ...(update !== undefined && { UpdateExpression: update }), ...shared } }
    case 'delete':
      return { Delete: { Key, ...shared } }
    case 'check':
      return { ConditionCheck: { Key, ...shared } }
  }
}
