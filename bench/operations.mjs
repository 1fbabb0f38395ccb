import {
  freshMark,
  kiloItem,
  partitionMark,
  partitionSize,
  smallItem,
  sortMark,
  tableName,
} from './items.mjs'

/**
 * An operation to measure.
 * @typedef {object} Operation
 * @property {string} title
 * @property {string} target The operation's name in DynamoDB.
 * @property {'read' | 'write'} kind
 * @property {number} variants Number of different requests, which are sent in turn.
 * @property {(variant: number) => object} input Every `freshMark` in it is replaced by a number that was not sent before.
 * @property {(answer: any) => boolean} isRight Whether an answer is what it should be.
 */

/** @type {{ readonly [name: string]: Operation }} */
export const operations = {
  get: {
    title: 'GetItem (1 KB)',
    target: 'GetItem',
    kind: 'read',
    variants: 1_000,
    input: (variant) => ({ TableName: tableName, Key: keyOf(kiloItem(variant, '')) }),
    isRight: (answer) => answer.Item?.revision?.S.length === freshMark.length,
  },
  put: {
    title: 'PutItem (1 KB)',
    target: 'PutItem',
    kind: 'write',
    variants: 1_000,
    input: (variant) => ({ TableName: tableName, Item: kiloItem(variant, freshMark) }),
    isRight: isEmpty,
  },
  update: {
    title: 'UpdateItem (counter)',
    target: 'UpdateItem',
    kind: 'write',
    variants: 1_000,
    input: (variant) => counterUpdate(variant),
    isRight: isEmpty,
  },
  query: {
    title: 'Query (100 items of 300 B)',
    target: 'Query',
    kind: 'read',
    variants: 20,
    input: (variant) => ({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: `customer#${variant}` } },
    }),
    isRight: (answer) => answer.Count === partitionSize && answer.Items.length === partitionSize,
  },
  batch: {
    title: 'BatchWriteItem (25 × 300 B)',
    target: 'BatchWriteItem',
    kind: 'write',
    variants: 80,
    input: (variant) => ({
      RequestItems: {
        [tableName]: Array.from({ length: 25 }, (_, position) => ({
          PutRequest: {
            Item: { ...smallItem(100_000 + variant * 25 + position), revision: { S: freshMark } },
          },
        })),
      },
    }),
    isRight: (answer) => Object.keys(answer.UnprocessedItems ?? {}).length === 0,
  },
  transact: {
    title: 'TransactWriteItems (2)',
    target: 'TransactWriteItems',
    kind: 'write',
    variants: 1_000,
    input: (variant) => ({
      TransactItems: [
        { Update: counterUpdate(variant) },
        {
          Put: {
            TableName: tableName,
            Item: { ...smallItem(200_000 + variant), revision: { S: freshMark } },
          },
        },
      ],
    }),
    isRight: isEmpty,
  },
  scan: {
    title: 'Scan (page of 1 MB)',
    target: 'Scan',
    kind: 'read',
    variants: 1,
    input: () => ({ TableName: `${tableName}.scan` }),
    isRight: (answer) => answer.Count > 900 && answer.LastEvaluatedKey !== undefined,
  },
}

export const operationNames = Object.keys(operations)

/**
 * Puts of new keys, so that the table grows; for the checkpoints.
 * @type {Operation}
 */
export const append = {
  title: 'PutItem (1 KB, new keys)',
  target: 'PutItem',
  kind: 'write',
  variants: 1_000,
  input: (variant) => ({
    TableName: tableName,
    Item: { ...kiloItem(variant, ''), pk: { S: `log#${freshMark}` } },
  }),
  isRight: isEmpty,
}

const drawnKey = { pk: { S: `customer#${partitionMark}` }, sk: { S: `order#${sortMark}` } }

/**
 * Operations on items of a table that are drawn at random.
 * @type {{ readonly [name: string]: Operation }}
 */
export const drawn = {
  'drawn-get': {
    title: 'GetItem',
    target: 'GetItem',
    kind: 'read',
    variants: 1_000,
    input: () => ({ TableName: tableName, Key: drawnKey }),
    isRight: (answer) => answer.Item !== undefined,
  },
  'drawn-put': {
    title: 'PutItem',
    target: 'PutItem',
    kind: 'write',
    variants: 1_000,
    input: (variant) => ({
      TableName: tableName,
      Item: { ...smallItem(variant), ...drawnKey, count: { N: freshMark } },
    }),
    isRight: isEmpty,
  },
  'drawn-update': {
    title: 'UpdateItem',
    target: 'UpdateItem',
    kind: 'write',
    variants: 1_000,
    input: () => ({
      TableName: tableName,
      Key: drawnKey,
      UpdateExpression: 'SET #count = #count + :one',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
    isRight: isEmpty,
  },
  'drawn-query': {
    title: 'Query',
    target: 'Query',
    kind: 'read',
    variants: 1_000,
    input: () => ({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': drawnKey.pk },
    }),
    isRight: (answer) => answer.Count === partitionSize,
  },
}

function counterUpdate(/** @type {number} */ variant) {
  return {
    TableName: tableName,
    Key: { pk: { S: `counter#${variant}` }, sk: { S: 'counter' } },
    UpdateExpression: 'SET #count = if_not_exists(#count, :zero) + :one',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
  }
}

function keyOf(/** @type {{ pk: object, sk: object }} */ { pk, sk }) {
  return { pk, sk }
}

function isEmpty(/** @type {object} */ answer) {
  return Object.keys(answer).length === 0
}
