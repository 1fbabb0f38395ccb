import { CLIENT_TOKEN_MAX_LENGTH } from '@monotable/protocol'
import {
  type AttributeValueShape,
  boolean,
  list,
  map,
  maxLength,
  minLength,
  oneOf,
  required,
  struct,
  text,
} from '../shape.ts'

/** Enum values are in the order in which AWS lists them, which cannot be guessed. */
export const returnConsumedCapacity = oneOf('INDEXES', 'TOTAL', 'NONE')
export const returnItemCollectionMetrics = oneOf('SIZE', 'NONE')
export const returnValues = oneOf('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')
export const returnValuesOnConditionCheckFailure = oneOf('ALL_OLD', 'NONE')
export const conditionalOperator = oneOf('OR', 'AND')
export const select = oneOf('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES')
const comparisonOperator = oneOf(
  'IN',
  'NULL',
  'BETWEEN',
  'LT',
  'NOT_CONTAINS',
  'EQ',
  'GT',
  'NOT_NULL',
  'NE',
  'LE',
  'BEGINS_WITH',
  'GE',
  'CONTAINS',
)

export const attributeValue: AttributeValueShape = { kind: 'attributeValue' }

/** An item, a key, or the values of an expression. */
export const attributes = map(attributeValue)
export const expressionAttributeNames = map(text())
export const attributesToGet = list(text(), { min: 1, max: 255 })
export const clientRequestToken = text(minLength(1), maxLength(CLIENT_TOKEN_MAX_LENGTH))

/** `KeyConditions`, `QueryFilter`, `ScanFilter`. */
export const conditions = map(
  struct('Condition', {
    AttributeValueList: list(attributeValue),
    ComparisonOperator: required(comparisonOperator),
  }),
)

export const expected = map(
  struct('ExpectedAttributeValue', {
    AttributeValueList: list(attributeValue),
    ComparisonOperator: comparisonOperator,
    Exists: boolean,
    Value: attributeValue,
  }),
)

/** The action has no enum: mistakes in it are found when the update is read. */
export const attributeUpdates = map(
  struct('AttributeValueUpdate', {
    Action: text(),
    Value: attributeValue,
  }),
)
