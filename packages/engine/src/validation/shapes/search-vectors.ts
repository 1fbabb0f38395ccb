import { VECTOR_MAX_DIMENSIONS } from '@monotable/protocol'
import { integer, list, required, struct, text } from '../shape.ts'
import {
  attributes,
  attributeValue,
  expressionAttributeNames,
  returnConsumedCapacity,
} from './item-elements.ts'
import { indexName, itemTableName } from './names.ts'

export const searchVectors = struct('SearchVectorsInput', {
  TableName: required(itemTableName),
  IndexName: required(indexName),
  SearchVector: required(list(attributeValue, { min: 1, max: VECTOR_MAX_DIMENSIONS })),
  // The upper end of the range has its own message.
  TopK: required(integer({ min: 1 })),
  ReturnConsumedCapacity: returnConsumedCapacity,
  SearchConditionExpression: text(),
  ProjectionExpression: text(),
  ExpressionAttributeNames: expressionAttributeNames,
  ExpressionAttributeValues: attributes,
})
