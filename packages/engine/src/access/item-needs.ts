import type {
  BatchGetItemInput,
  BatchWriteItemInput,
  DeleteItemInput,
  GetItemInput,
  PutItemInput,
  QueryInput,
  ScanInput,
  UpdateItemInput,
} from '@monotable/protocol'
import { findIndex, type Table } from '../tables/table.ts'
import type { KeyAttribute } from '../tables/table-definition.ts'
import { FactsBuilder } from './facts-builder.ts'
import { namedAttributes } from './named-attributes.ts'
import type { Need } from './need.ts'
import { itemTable, type NeedContext, namedTable, needOf } from './need-context.ts'
import { selectOf } from './select-of.ts'

/** Returns the needs of GetItem. */
export function getItemNeeds(context: NeedContext, input: GetItemInput): Need[] {
  const named = itemTable(context, input.TableName)
  const facts = () =>
    new FactsBuilder()
      .addItem(hashOf(named.table), input.Key)
      .addAttributes(namedAttributes(input).attributes)
      .set('dynamodb:select', selectOf(input))
      .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      .build()
  return [needOf('GetItem', named, { facts })]
}

type WriteInput = PutItemInput | UpdateItemInput | DeleteItemInput

/** Returns the needs of PutItem, UpdateItem and DeleteItem. */
export function writeNeeds(action: string, context: NeedContext, input: WriteInput): Need[] {
  const named = itemTable(context, input.TableName)
  const item = action === 'PutItem' ? (input as PutItemInput).Item : (input as DeleteItemInput).Key
  const needFor = (returnValues: string): Need => {
    const facts = () =>
      new FactsBuilder()
        .addItem(hashOf(named.table), item)
        .addAttributes(namedAttributes(input).attributes)
        .set('dynamodb:returnvalues', returnValues)
        .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
        .build()
    return needOf(action, named, { facts })
  }
  // A failed condition can return the item as well, so both ways must be allowed.
  const onFailure = input.ReturnValuesOnConditionCheckFailure ?? 'NONE'
  const onSuccess = input.ReturnValues ?? 'NONE'
  const returned = onFailure === 'NONE' ? [onSuccess] : [onSuccess, onFailure]
  return [...new Set(returned)].map(needFor)
}

/** Returns the needs of Query: on the index, if it reads one. */
export function queryNeeds(context: NeedContext, input: QueryInput): Need[] {
  const named = itemTable(context, input.TableName)
  const { IndexName: indexName } = input
  const facts = () => {
    const { attributes, keyConditions } = namedAttributes(input)
    const hash = indexName === undefined ? hashOf(named.table) : indexHashOf(named.table, indexName)
    const values = hash.map(({ name }) => {
      const condition = keyConditions.find(({ attribute }) => attribute === name)
      return condition?.operator === '=' ? condition.operands : undefined
    })
    return new FactsBuilder()
      .addPartitionKeys(values)
      .addAttributes(attributes)
      .set('dynamodb:select', selectOf(input))
      .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      .build()
  }
  return [needOf('Query', named, { indexName, facts })]
}

/** Returns the needs of Scan. It names no partition key, so conditions on those do not apply to it, as on AWS. */
export function scanNeeds(context: NeedContext, input: ScanInput): Need[] {
  const facts = () =>
    new FactsBuilder()
      .addAttributes(namedAttributes(input).attributes)
      .set('dynamodb:select', selectOf(input))
      .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      .build()
  return [needOf('Scan', itemTable(context, input.TableName), { indexName: input.IndexName, facts })]
}

/** Returns the needs of BatchGetItem: its own action on each table. */
export function batchGetNeeds(context: NeedContext, input: BatchGetItemInput): Need[] {
  return Object.entries(input.RequestItems).map(([name, request]) => {
    const named = namedTable(context, name)
    const facts = () => {
      const builder = new FactsBuilder()
        .addAttributes(namedAttributes(request).attributes)
        .set('dynamodb:select', selectOf(request))
        .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      for (const key of request.Keys) builder.addItem(hashOf(named.table), key)
      return builder.build()
    }
    return needOf('BatchGetItem', named, { facts })
  })
}

/** Returns the needs of BatchWriteItem: its own action on each table. */
export function batchWriteNeeds(context: NeedContext, input: BatchWriteItemInput): Need[] {
  return Object.entries(input.RequestItems).map(([name, requests]) => {
    const named = namedTable(context, name)
    const facts = () => {
      const builder = new FactsBuilder().set(
        'dynamodb:returnconsumedcapacity',
        input.ReturnConsumedCapacity ?? 'NONE',
      )
      for (const { PutRequest: put, DeleteRequest: remove } of requests) {
        if (put !== undefined) builder.addItem(hashOf(named.table), put.Item)
        if (remove !== undefined) builder.addItem(hashOf(named.table), remove.Key)
      }
      return builder.build()
    }
    return needOf('BatchWriteItem', named, { facts })
  })
}

/** Returns the attributes of a table's partition key; none if the table does not exist. */
export function hashOf(table: Table | undefined): readonly KeyAttribute[] {
  return table?.key.hash ?? []
}

/** Returns the attributes of an index's partition key; none if the index does not exist. */
function indexHashOf(table: Table | undefined, indexName: string): readonly KeyAttribute[] {
  return (table && findIndex(table, indexName)?.key.hash) ?? []
}
