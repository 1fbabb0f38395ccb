import type { SnippetCall } from '../../../packages/workbench/src/shared/snippets/snippet.ts'

export const tableName = 'Nasty.Table_1'

/** Texts that a shell, Python or JavaScript might misinterpret. */
const nastyTexts = [
  `it's "quoted" \\ $HOME \`id\` $(id) !! %PATH% #{x} \${y}`,
  'line one\nline two\r\n\ttabbed\u0000\u0001\u007f\u0085\u2028\u2029\ufeff end',
  'Grüße, 世界, 🐿️ \u{10ffff}',
  "''''\\''",
  '"""',
  '-- --dash',
  '{"JSON": [1]}',
  'JSON',
]

const key = (pk: string, sk: string) => ({ PK: { S: pk }, SK: { S: sk } })
const nastyKey = key(nastyTexts[0] ?? '', nastyTexts[2] ?? '')

/** Every type, names with a special meaning elsewhere, and numbers beyond the precision of JavaScript. */
const nastyItem = {
  ...nastyKey,
  B: { S: 'an attribute that is called B' },
  ['__proto__']: { S: 'not a prototype' },
  constructor: { M: { B: { M: { S: { S: 'S' } } }, 'a\'b"c': { NULL: true } } },
  'two words': { L: nastyTexts.map((S) => ({ S })) },
  number: { N: '-12345678901234567890123456789012345678' },
  small: { N: '1E-120' },
  yes: { BOOL: true },
  no: { BOOL: false },
  texts: { SS: ["a'", 'b"', 'c\n'] },
  numbers: { NS: ['1', '-2.5'] },
  empty: { S: '' },
  emptyMap: { M: {} },
  emptyList: { L: [] },
}

const binaryItem = {
  ...key('binary', '1'),
  bytes: { B: '/wD+AQ==' },
  set: { BS: ['AA==', '/w=='] },
  deep: { L: [{ M: { B: { B: 'gA==' } } }] },
}

/** The items in the table before each call. */
export const seeds = [
  { ...key('a', '1'), size: { N: '1' }, GSI1PK: { S: 'g' } },
  { ...key('a', '2'), size: { N: '2' }, GSI1PK: { S: 'g' } },
  {
    ...key('a', '3'),
    size: { N: '3' },
    tag: { S: `it's` },
    vector: { L: [{ N: '0.5' }, { N: '0.25' }] },
  },
  { ...key('b', '1'), tag: { S: nastyTexts[1] ?? '' } },
  { ...nastyKey, old: { BOOL: true } },
]

const TableName = tableName
const ReturnConsumedCapacity = 'INDEXES'

/** A call and its needs: `binary` means support for bytes, `isNew` a client that knows the additions of August 2026. */
interface TitledCall extends SnippetCall {
  readonly title: string
  readonly binary?: boolean
  readonly isNew?: boolean
}

/** Calls of every operation of the data plane, most of them with values that are hard to quote. */
export const calls: readonly TitledCall[] = [
  { title: 'get', operation: 'GetItem', input: { TableName, Key: nastyKey, ConsistentRead: true } },
  {
    title: 'get with a projection',
    operation: 'GetItem',
    input: {
      TableName,
      Key: key('a', '1'),
      ConsistentRead: false,
      ProjectionExpression: '#s, PK',
      ExpressionAttributeNames: { '#s': 'size' },
      ReturnConsumedCapacity,
    },
  },
  { title: 'put', operation: 'PutItem', input: { TableName, Item: nastyItem, ReturnValues: 'ALL_OLD' } },
  { title: 'put binary', operation: 'PutItem', input: { TableName, Item: binaryItem }, binary: true },
  {
    title: 'put something large',
    operation: 'PutItem',
    input: { TableName, Item: { ...key('large', "it's"), text: { S: "don't\n".repeat(40_000) } } },
  },
  {
    title: 'update',
    operation: 'UpdateItem',
    input: {
      TableName,
      Key: nastyKey,
      UpdateExpression: 'SET #a = :v, #list = list_append(if_not_exists(#list, :none), :more) REMOVE #o',
      ConditionExpression: 'attribute_exists(PK) AND #o <> :v',
      ExpressionAttributeNames: { '#a': "it's", '#list': '"list"', '#o': 'old' },
      ExpressionAttributeValues: {
        ':v': { S: nastyTexts[1] },
        ':none': { L: [] },
        ':more': { L: nastyTexts.map((S) => ({ S })) },
      },
      ReturnValues: 'ALL_NEW',
    },
  },
  {
    title: 'delete',
    operation: 'DeleteItem',
    input: {
      TableName,
      Key: key('a', '3'),
      ConditionExpression: 'tag = :t',
      ExpressionAttributeValues: { ':t': { S: `it's` } },
      ReturnValues: 'ALL_OLD',
    },
  },
  {
    title: 'query',
    operation: 'Query',
    input: {
      TableName,
      KeyConditionExpression: '#pk = :pk AND SK BETWEEN :low AND :high',
      FilterExpression: '#s < :n OR tag = :t',
      ExpressionAttributeNames: { '#pk': 'PK', '#s': 'size' },
      ExpressionAttributeValues: {
        ':pk': { S: 'a' },
        ':low': { S: '1' },
        ':high': { S: '3' },
        ':n': { N: '3' },
        ':t': { S: `it's` },
      },
      ScanIndexForward: false,
      Limit: 2,
      ReturnConsumedCapacity,
    },
  },
  {
    title: 'query an index from a page on',
    operation: 'Query',
    input: {
      TableName,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
      ExclusiveStartKey: { GSI1PK: { S: 'g' }, ...key('a', '1') },
    },
  },
  {
    title: 'scan',
    operation: 'Scan',
    input: { TableName, Limit: 3, Select: 'ALL_ATTRIBUTES', Segment: 0, TotalSegments: 1 },
  },
  {
    title: 'batch get',
    operation: 'BatchGetItem',
    input: { RequestItems: { [TableName]: { Keys: [nastyKey], ConsistentRead: true } } },
  },
  {
    title: 'batch write',
    operation: 'BatchWriteItem',
    input: {
      RequestItems: {
        [TableName]: [{ PutRequest: { Item: nastyItem } }, { DeleteRequest: { Key: key('a', '1') } }],
      },
    },
  },
  {
    title: 'batch write of binary',
    operation: 'BatchWriteItem',
    input: { RequestItems: { [TableName]: [{ PutRequest: { Item: binaryItem } }] } },
    binary: true,
  },
  {
    title: 'transact get',
    operation: 'TransactGetItems',
    input: { TransactItems: [{ Get: { TableName, Key: key('b', '1') } }] },
  },
  {
    title: 'transact write',
    operation: 'TransactWriteItems',
    input: {
      TransactItems: [
        { Put: { TableName, Item: nastyItem } },
        {
          Update: {
            TableName,
            Key: key('a', '1'),
            UpdateExpression: 'ADD #s :n',
            ExpressionAttributeNames: { '#s': 'size' },
            ExpressionAttributeValues: { ':n': { N: '41' } },
          },
        },
        { Delete: { TableName, Key: key('a', '2') } },
        { ConditionCheck: { TableName, Key: key('b', '1'), ConditionExpression: 'attribute_exists(PK)' } },
      ],
    },
  },
  {
    title: 'search',
    operation: 'SearchVectors',
    input: {
      TableName,
      IndexName: 'near',
      SearchVector: [{ N: '1' }, { N: '0' }],
      TopK: 2,
      SearchConditionExpression: 'tag = :tag',
      ExpressionAttributeValues: { ':tag': { S: `it's` } },
    },
    isNew: true,
  },
  {
    title: 'statement',
    operation: 'ExecuteStatement',
    input: {
      Statement: `SELECT * FROM "${TableName}" WHERE PK = ? AND tag = 'it''s'`,
      Parameters: [{ S: 'a' }],
      ConsistentRead: true,
    },
  },
  {
    title: 'statement that writes binary',
    operation: 'ExecuteStatement',
    input: {
      Statement: `INSERT INTO "${TableName}" VALUE {'PK': 'p', 'SK': '1', 'bytes': ?}`,
      Parameters: [{ B: '/wD+AQ==' }],
    },
    binary: true,
  },
  {
    title: 'batch of statements',
    operation: 'BatchExecuteStatement',
    input: {
      Statements: [
        {
          Statement: `SELECT * FROM "${TableName}" WHERE PK = ? AND SK = ?`,
          Parameters: [nastyKey.PK, nastyKey.SK],
        },
      ],
    },
  },
  {
    title: 'transaction of statements',
    operation: 'ExecuteTransaction',
    input: {
      TransactStatements: [
        {
          Statement: `UPDATE "${TableName}" SET tag = ? WHERE PK = 'a' AND SK = '1'`,
          Parameters: [{ S: nastyTexts[1] }],
        },
        { Statement: `DELETE FROM "${TableName}" WHERE PK = 'a' AND SK = '2'` },
      ],
    },
  },
]
