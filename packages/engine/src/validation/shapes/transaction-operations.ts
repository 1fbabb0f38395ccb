import { TRANSACTION_MAX_ACTIONS } from '@monotable/protocol'
import { list, required, struct, text } from '../shape.ts'
import {
  attributes,
  clientRequestToken,
  expressionAttributeNames,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  returnValuesOnConditionCheckFailure,
} from './item-elements.ts'
import { itemTableName } from './names.ts'

const transactItems = { min: 1, max: TRANSACTION_MAX_ACTIONS }

const conditionParts = {
  ExpressionAttributeNames: expressionAttributeNames,
  ExpressionAttributeValues: attributes,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
}

const transactWriteItem = struct('TransactWriteItem', {
  ConditionCheck: struct('ConditionCheck', {
    Key: required(attributes),
    TableName: required(itemTableName),
    ConditionExpression: required(text()),
    ...conditionParts,
  }),
  Put: struct('Put', {
    Item: required(attributes),
    TableName: required(itemTableName),
    ConditionExpression: text(),
    ...conditionParts,
  }),
  Delete: struct('Delete', {
    Key: required(attributes),
    TableName: required(itemTableName),
    ConditionExpression: text(),
    ...conditionParts,
  }),
  Update: struct('Update', {
    Key: required(attributes),
    UpdateExpression: required(text()),
    TableName: required(itemTableName),
    ConditionExpression: text(),
    ...conditionParts,
  }),
})

export const transactWriteItems = struct('TransactWriteItemsInput', {
  ClientRequestToken: clientRequestToken,
  ReturnConsumedCapacity: returnConsumedCapacity,
  ReturnItemCollectionMetrics: returnItemCollectionMetrics,
  TransactItems: required(list(transactWriteItem, transactItems)),
})

const transactGetItem = struct('TransactGetItem', {
  Get: required(
    struct('Get', {
      Key: required(attributes),
      TableName: required(itemTableName),
      ProjectionExpression: text(),
      ExpressionAttributeNames: expressionAttributeNames,
    }),
  ),
})

export const transactGetItems = struct('TransactGetItemsInput', {
  ReturnConsumedCapacity: returnConsumedCapacity,
  TransactItems: required(list(transactGetItem, transactItems)),
})
