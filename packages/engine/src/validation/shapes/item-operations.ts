import { SCAN_SEGMENTS_MAX } from '@monotable/protocol'
import { boolean, integer, required, struct, text } from '../shape.ts'
import {
  attributes,
  attributesToGet,
  attributeUpdates,
  conditionalOperator,
  conditions,
  expected,
  expressionAttributeNames,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  returnValues,
  returnValuesOnConditionCheckFailure,
  select,
} from './item-elements.ts'
import { indexName, itemTableName } from './names.ts'

// Members are in the order in which AWS reports mistakes in them (captures of 2026 where available, otherwise the
// order that dynalite recorded).

export const putItem = struct('PutItemInput', {
  ReturnValues: returnValues,
  ReturnConsumedCapacity: returnConsumedCapacity,
  TableName: required(itemTableName),
  Item: required(attributes),
  ConditionalOperator: conditionalOperator,
  Expected: expected,
  ReturnItemCollectionMetrics: returnItemCollectionMetrics,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
  ConditionExpression: text(),
  ExpressionAttributeValues: attributes,
  ExpressionAttributeNames: expressionAttributeNames,
})

export const deleteItem = struct('DeleteItemInput', {
  ReturnValues: returnValues,
  ReturnConsumedCapacity: returnConsumedCapacity,
  TableName: required(itemTableName),
  ReturnItemCollectionMetrics: returnItemCollectionMetrics,
  ConditionalOperator: conditionalOperator,
  Key: required(attributes),
  Expected: expected,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
  ConditionExpression: text(),
  ExpressionAttributeValues: attributes,
  ExpressionAttributeNames: expressionAttributeNames,
})

export const updateItem = struct('UpdateItemInput', {
  ReturnConsumedCapacity: returnConsumedCapacity,
  TableName: required(itemTableName),
  ReturnItemCollectionMetrics: returnItemCollectionMetrics,
  ReturnValues: returnValues,
  ConditionalOperator: conditionalOperator,
  Key: required(attributes),
  Expected: expected,
  AttributeUpdates: attributeUpdates,
  ReturnValuesOnConditionCheckFailure: returnValuesOnConditionCheckFailure,
  ConditionExpression: text(),
  UpdateExpression: text(),
  ExpressionAttributeValues: attributes,
  ExpressionAttributeNames: expressionAttributeNames,
})

export const getItem = struct('GetItemInput', {
  ReturnConsumedCapacity: returnConsumedCapacity,
  AttributesToGet: attributesToGet,
  TableName: required(itemTableName),
  Key: required(attributes),
  ConsistentRead: boolean,
  ProjectionExpression: text(),
  ExpressionAttributeNames: expressionAttributeNames,
})

export const query = struct('QueryInput', {
  Select: select,
  IndexName: indexName,
  ReturnConsumedCapacity: returnConsumedCapacity,
  QueryFilter: conditions,
  TableName: required(itemTableName),
  ConditionalOperator: conditionalOperator,
  AttributesToGet: attributesToGet,
  Limit: integer({ min: 1 }),
  KeyConditions: conditions,
  ExclusiveStartKey: attributes,
  ConsistentRead: boolean,
  ScanIndexForward: boolean,
  KeyConditionExpression: text(),
  FilterExpression: text(),
  ProjectionExpression: text(),
  ExpressionAttributeValues: attributes,
  ExpressionAttributeNames: expressionAttributeNames,
})

export const scan = struct('ScanInput', {
  Select: select,
  IndexName: indexName,
  TotalSegments: integer({ min: 1, max: SCAN_SEGMENTS_MAX }),
  ReturnConsumedCapacity: returnConsumedCapacity,
  TableName: required(itemTableName),
  ConditionalOperator: conditionalOperator,
  ScanFilter: conditions,
  Segment: integer({ min: 0, max: 999_999 }),
  Limit: integer({ min: 1 }),
  AttributesToGet: attributesToGet,
  ExclusiveStartKey: attributes,
  ConsistentRead: boolean,
  FilterExpression: text(),
  ProjectionExpression: text(),
  ExpressionAttributeValues: attributes,
  ExpressionAttributeNames: expressionAttributeNames,
})
