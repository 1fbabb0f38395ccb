import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import { renderUpdate } from '../expressions/render-update.ts'
import type {
  OperationInputs,
  PutItemInput,
  ReturnValues,
  TransactWriteItem,
  UpdateItemInput,
} from '../port/wire.ts'
import type { WriteAction } from './write-action.ts'

/** An operation with its input: what `.params()` returns, and what is sent. */
export type CompiledRequest<Name extends keyof OperationInputs = keyof OperationInputs> = {
  readonly [Operation in Name]: { readonly operation: Operation; readonly input: OperationInputs[Operation] }
}[Name]

/** A write of one item, as it is sent. */
export type CompiledWrite = CompiledRequest<'PutItem' | 'UpdateItem' | 'DeleteItem'>

/** The names of actions as members of a transaction; with `Item` appended, as operations of their own. */
const members = { put: 'Put', update: 'Update', delete: 'Delete', check: 'ConditionCheck' } as const

/** Compiles an action into an operation of its own, which a check cannot be. */
export function compileAction(
  action: Exclude<WriteAction, { readonly kind: 'check' }>,
  returning: ReturnValues,
): CompiledWrite {
  const input = compileInput(action)
  if (returning !== 'NONE') input.ReturnValues = returning
  return { operation: `${members[action.kind]}Item`, input } as CompiledWrite
}

/** Compiles an action into a member of a transaction. */
export function compileTransactItem(action: WriteAction): TransactWriteItem {
  const input = compileInput(action)
  // A transaction accepts no update without changes; its condition remains, as a check.
  const isIdle = action.kind === 'update' && input.UpdateExpression === undefined
  // A name that is calculated within the braces takes four times as long.
  const item: { [member: string]: object } = {}
  item[members[isIdle ? 'check' : action.kind]] = input
  return item as TransactWriteItem
}

type AnyInput = {
  -readonly [Name in keyof (PutItemInput & UpdateItemInput)]?: (PutItemInput & UpdateItemInput)[Name]
}

/**
 * Compiles the fields that an action has in either form. They are set one by one, which is cheaper than spreading
 * objects.
 */
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
