import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import { renderUpdate } from '../expressions/render-update.ts'
import { definitionError } from '../model-error.ts'
import type {
  ConditionCheckInput,
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
  const input = compileInput(action)
  if (returning !== 'NONE') input.ReturnValues = returning
  switch (action.kind) {
    case 'put':
      return { operation: 'PutItem', input: input as PutItemInput }
    case 'update':
      return { operation: 'UpdateItem', input: input as UpdateItemInput }
    case 'delete':
      return { operation: 'DeleteItem', input: input as DeleteItemInput }
    default: {
      const subject = action.entity.name
      const message = `A check of ${subject} can only be sent in a transaction`
      throw definitionError(message, subject)
    }
  }
}

/** Writes an action down as a member of a transaction. */
export function compileTransactItem(action: WriteAction): TransactWriteItem {
  const input = compileInput(action)
  switch (action.kind) {
    case 'put':
      return { Put: input as PutItemInput }
    case 'update':
      return { Update: input as UpdateItemInput }
    case 'delete':
      return { Delete: input as DeleteItemInput }
    case 'check':
      return { ConditionCheck: input as ConditionCheckInput }
  }
}

type AnyInput = {
  -readonly [Name in keyof (PutItemInput & UpdateItemInput)]?: (PutItemInput & UpdateItemInput)[Name]
}

/** The fields that an action has in either; set one by one, since to spread parts together costs more. */
function compileInput(action: WriteAction): AnyInput {
  const { entity, condition } = action
  const placeholders = new Placeholders(entity.forms)
  const input: AnyInput = { TableName: entity.table.name }
  if (action.kind === 'put') input.Item = action.item
  else input.Key = action.key
  const update = action.kind === 'update' ? renderUpdate(action.changes, placeholders) : undefined
  if (update !== undefined) input.UpdateExpression = update
  if (condition !== undefined) {
    input.ConditionExpression = renderCondition(condition, placeholders)
    input.ReturnValuesOnConditionCheckFailure = 'ALL_OLD'
  }
  placeholders.addTo(input)
  return input
}
