import { getOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { templateOf } from './operation-template.ts'

/** Returns the actions that can be added to an operation with a list of actions. */
export function actionsOf(operation: string): readonly string[] {
  switch (operation) {
    case 'BatchGetItem':
      return ['Key']
    case 'BatchWriteItem':
      return ['PutRequest', 'DeleteRequest']
    case 'TransactGetItems':
      return ['Get']
    case 'TransactWriteItems':
      return ['Put', 'Update', 'Delete', 'ConditionCheck']
    case 'BatchExecuteStatement':
    case 'ExecuteTransaction':
      return ['Statement']
    default:
      return []
  }
}

type Members = { readonly [member: string]: unknown }

/** Adds an example of an action to such a list. */
export function appendAction({ operation, input }: SnippetCall, action: string, model: TableModel): object {
  const members = input as Members
  const added = exampleOf(action, model)
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    const requests = (members['RequestItems'] ?? {}) as Members
    const of = getOwn(requests, model.table)
    const changed =
      operation === 'BatchWriteItem'
        ? [...listOf(of), added]
        : { ...(of as object), Keys: [...listOf((of as Members | undefined)?.['Keys']), added] }
    return { ...input, RequestItems: { ...requests, [model.table]: changed } }
  }
  const name =
    operation === 'BatchExecuteStatement'
      ? 'Statements'
      : operation === 'ExecuteTransaction'
        ? 'TransactStatements'
        : 'TransactItems'
  return { ...input, [name]: [...listOf(getOwn(members, name)), added] }
}

function exampleOf(action: string, model: TableModel): unknown {
  const put = templateOf('PutItem', model) as { readonly Item: object }
  const { Key } = templateOf('GetItem', model) as { readonly Key: object }
  const { ReturnValues: _, ...update } = templateOf('UpdateItem', model) as { readonly ReturnValues: string }
  const TableName = model.table
  const pk = model.key.pk[0]?.name ?? ''
  const check = { ConditionExpression: 'attribute_exists(#pk)', ExpressionAttributeNames: { '#pk': pk } }
  const examples: { readonly [action: string]: unknown } = {
    Key,
    PutRequest: { PutRequest: { Item: put.Item } },
    DeleteRequest: { DeleteRequest: { Key } },
    Get: { Get: { TableName, Key } },
    Put: { Put: put },
    Update: { Update: update },
    Delete: { Delete: { TableName, Key } },
    ConditionCheck: { ConditionCheck: { TableName, Key, ...check } },
    Statement: templateOf('ExecuteStatement', model),
  }
  return examples[action]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
