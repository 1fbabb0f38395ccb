import { BATCH_GET_MAX_KEYS, BATCH_WRITE_MAX_REQUESTS } from '@monotable/protocol'
import { boolean, list, map, required, struct, text } from '../shape.ts'
import {
  attributes,
  attributesToGet,
  expressionAttributeNames,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
} from './item-elements.ts'

const keysAndAttributes = struct('KeysAndAttributes', {
  Keys: required(list(attributes, { min: 1, max: BATCH_GET_MAX_KEYS })),
  AttributesToGet: attributesToGet,
  ConsistentRead: boolean,
  ProjectionExpression: text(),
  ExpressionAttributeNames: expressionAttributeNames,
})

export const batchGetItem = struct('BatchGetItemInput', {
  ReturnConsumedCapacity: returnConsumedCapacity,
  RequestItems: required(map(keysAndAttributes, { min: 1, max: 100, tableNames: true })),
})

const writeRequest = struct('WriteRequest', {
  PutRequest: struct('PutRequest', { Item: required(attributes) }, ['workloadProfileName']),
  DeleteRequest: struct('DeleteRequest', { Key: required(attributes) }),
})

export const batchWriteItem = struct('BatchWriteItemInput', {
  ReturnConsumedCapacity: returnConsumedCapacity,
  ReturnItemCollectionMetrics: returnItemCollectionMetrics,
  RequestItems: required(
    map(list(writeRequest), {
      min: 1,
      max: 25,
      tableNames: true,
      valueLengths: { min: 1, max: BATCH_WRITE_MAX_REQUESTS },
    }),
  ),
})
