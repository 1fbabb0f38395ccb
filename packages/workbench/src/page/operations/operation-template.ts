import { type AttributeMap, type AttributeValue, setOwn } from '@monotable/protocol'
import type { KeyAttributeModel, TableModel } from '../../shared/api.ts'
import type { DataOperation } from '../../shared/snippets/operation-shapes.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** Operations with a common purpose. */
export interface OperationGroup {
  readonly title: string
  readonly operations: readonly { readonly operation: DataOperation; readonly title: string }[]
}

/** Returns the operations on offer, by purpose; vector search only if there is a vector index. */
export function operationGroups({ vectorIndexes = [] }: TableModel): readonly OperationGroup[] {
  if (vectorIndexes.length === 0) return groups
  const search = { operation: 'SearchVectors', title: 'SearchVectors' } as const
  return groups.map((group, place) =>
    place === 0 ? { ...group, operations: [...group.operations, search] } : group,
  )
}

const groups: readonly OperationGroup[] = [
  {
    title: 'Read',
    operations: [
      { operation: 'Query', title: 'Get, Query or Scan' },
      { operation: 'BatchGetItem', title: 'BatchGetItem' },
      { operation: 'TransactGetItems', title: 'TransactGetItems' },
    ],
  },
  {
    title: 'Write',
    operations: [
      { operation: 'PutItem', title: 'PutItem' },
      { operation: 'UpdateItem', title: 'UpdateItem' },
      { operation: 'DeleteItem', title: 'DeleteItem' },
      { operation: 'BatchWriteItem', title: 'BatchWriteItem' },
      { operation: 'TransactWriteItems', title: 'TransactWriteItems' },
    ],
  },
  {
    title: 'PartiQL',
    operations: [
      { operation: 'ExecuteStatement', title: 'ExecuteStatement' },
      { operation: 'BatchExecuteStatement', title: 'BatchExecuteStatement' },
      { operation: 'ExecuteTransaction', title: 'ExecuteTransaction' },
    ],
  },
]

/** Returns an example input: valid except for the values. */
export function templateOf(operation: DataOperation, model: TableModel): object {
  const TableName = model.table
  const key = exampleKey(model)
  const [pk] = model.key.pk
  const where = [...model.key.pk, ...model.key.sk].map(({ name }) => `"${name}" = ?`).join(' AND ')
  const select = { Statement: `SELECT * FROM "${TableName}" WHERE ${where}`, Parameters: Object.values(key) }
  const exists = {
    ConditionExpression: 'attribute_exists(#pk)',
    ExpressionAttributeNames: { '#pk': pk?.name ?? '' },
  }
  const change = {
    UpdateExpression: 'SET #name = :name',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': { S: '' } },
  }
  switch (operation) {
    case 'PutItem':
      return { TableName, Item: { ...key, name: { S: '' } } }
    case 'UpdateItem':
      return { TableName, Key: key, ...change, ReturnValues: 'ALL_NEW' }
    case 'DeleteItem':
      return { TableName, Key: key, ReturnValues: 'ALL_OLD' }
    case 'GetItem':
      return { TableName, Key: key }
    case 'BatchGetItem':
      return { RequestItems: { [TableName]: { Keys: [key] } } }
    case 'BatchWriteItem':
      return { RequestItems: { [TableName]: [{ PutRequest: { Item: { ...key, name: { S: '' } } } }] } }
    case 'TransactGetItems':
      return { TransactItems: [{ Get: { TableName, Key: key } }] }
    case 'TransactWriteItems':
      return {
        TransactItems: [
          { Put: { TableName, Item: { ...key, name: { S: '' } } } },
          ...model.entities.slice(1, 2).map((entity) => ({
            ConditionCheck: { TableName, Key: exampleKey(model, entity), ...exists },
          })),
        ],
      }
    case 'SearchVectors':
      return { TableName, ...exampleSearch(model) }
    case 'ExecuteStatement':
      return select
    case 'BatchExecuteStatement':
      return { Statements: [select] }
    case 'ExecuteTransaction':
      return { TransactStatements: [select] }
    default:
      return { TableName }
  }
}

/** Returns a search of the first vector index. A zero vector has no direction, which some distance functions need. */
function exampleSearch({ vectorIndexes = [] }: TableModel): object {
  const [index = { name: '', dimensions: 1 }] = vectorIndexes
  return {
    IndexName: index.name,
    SearchVector: Array.from({ length: index.dimensions }, (_, place) => ({ N: place === 0 ? '1' : '0' })),
    TopK: 10,
    ...(index.hash !== undefined && {
      SearchConditionExpression: '#hash = :hash',
      ExpressionAttributeNames: { '#hash': index.hash },
      ExpressionAttributeValues: { ':hash': { S: '' } },
    }),
  }
}

/** Returns an example key, made from the templates of the first entity if there is one. */
function exampleKey(model: TableModel, entity = model.entities[0]): AttributeMap {
  const key: AttributeMap = {}
  for (const attribute of [...model.key.pk, ...model.key.sk]) {
    const parts =
      entity !== undefined && Object.hasOwn(entity.templates, attribute.name)
        ? entity.templates[attribute.name]
        : []
    const text = (parts ?? []).map((part) => ('text' in part ? part.text : `{${part.slot}}`)).join('')
    setOwn(key, attribute.name, exampleValue(attribute, text))
  }
  return key
}

function exampleValue({ type }: KeyAttributeModel, text: string): AttributeValue {
  if (type === 'N') return { N: '0' }
  return type === 'B' ? { B: '' } : { S: text }
}

/** Returns the template slots that have not been replaced by values yet. */
export function unfilledSlots({ input }: SnippetCall, model: TableModel): readonly string[] {
  const text = JSON.stringify(input)
  const parts = model.entities.flatMap(({ templates }) => Object.values(templates).flat())
  const slots = new Set(parts.flatMap((part) => ('slot' in part ? [part.slot] : [])))
  return [...slots].filter((slot) => text.includes(`{${slot}}`))
}
