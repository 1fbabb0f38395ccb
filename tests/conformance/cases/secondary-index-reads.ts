import { answered, refused } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { indexedItem } from '../fixtures.ts'
import { alternator, documentation, dynalite, moto, parity, reported } from '../sources.ts'
import { S } from '../values.ts'

const gsi = documentation('Global secondary indexes')

const lsi = documentation('Local secondary indexes')

const queryG = (value: string): Fields => ({
  TableName: '«indexed»',
  IndexName: 'globalKeys',
  KeyConditionExpression: 'g = :g',
  ExpressionAttributeValues: { ':g': S(value) },
})

/** Local indexes can fetch attributes from the table; global ones cannot. */
const reach: readonly ConformanceCase[] = [
  answered(
    {
      name: 'a local index gives all attributes when asked',
      source: lsi,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: 'localKeys',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('p') },
      Select: 'ALL_ATTRIBUTES',
    },
    { Items: [indexedItem], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: 'a local index gives attributes that are not projected',
      source: lsi,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: 'localInclude',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('p') },
      ProjectionExpression: 'x, z',
    },
    { Items: [{ x: S('x'), z: S('z') }], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: 'a global index with all attributes gives all when asked',
      source: gsi,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: 'globalAll',
      KeyConditionExpression: 'g = :g',
      ExpressionAttributeValues: { ':g': S('g') },
      Select: 'ALL_ATTRIBUTES',
    },
    { Items: [indexedItem], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: 'a filter on a global index may use table keys that are not index keys',
      source: gsi,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      ...queryG('g'),
      FilterExpression: 'sk = :s',
      ExpressionAttributeValues: { ':g': S('g'), ':s': S('1') },
      Select: 'COUNT',
    },
    { Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: 'a filter on the table may use index keys',
      source: alternator,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      KeyConditionExpression: 'pk = :p',
      FilterExpression: 'a = :a',
      ExpressionAttributeValues: { ':p': S('p'), ':a': S('a1') },
      Select: 'COUNT',
    },
    { Count: 1, ScannedCount: 1 },
  ),
  refused(
    { name: 'a global index without all attributes cannot give all', source: parity, operation: 'Query' },
    { ...queryG('g'), Select: 'ALL_ATTRIBUTES' },
    invalid(
      parameter(
        'Select type ALL_ATTRIBUTES is not supported for global secondary index globalKeys because its projection type is not ALL',
      ),
    ),
  ),
  refused(
    {
      name: 'a scan of a global index without all attributes cannot give all',
      source: parity,
      operation: 'Scan',
    },
    { TableName: '«indexed»', IndexName: 'globalInclude', Select: 'ALL_ATTRIBUTES' },
    invalid(
      parameter(
        'Select type ALL_ATTRIBUTES is not supported for global secondary index globalInclude because its projection type is not ALL',
      ),
    ),
  ),
  refused(
    {
      name: 'a global index does not give attributes that are not projected',
      source: parity,
      operation: 'Query',
    },
    { ...queryG('g'), ProjectionExpression: 'z' },
    invalid(parameter('Global secondary index globalKeys does not project [z]')),
  ),
  refused(
    {
      name: 'a scan of a global index does not give attributes that are not projected',
      source: parity,
      operation: 'Scan',
    },
    { TableName: '«indexed»', IndexName: 'globalKeys', ProjectionExpression: 'z' },
    invalid(parameter('Global secondary index globalKeys does not project [z]')),
  ),
  ...(['Query', 'Scan'] as const).map((operation) =>
    refused(
      { name: `${operation} of a global index is not consistent`, source: parity, operation },
      operation === 'Query'
        ? { ...queryG('g'), ConsistentRead: true }
        : { TableName: '«indexed»', IndexName: 'globalKeys', ConsistentRead: true },
      invalid('Consistent reads are not supported on global secondary indexes'),
    ),
  ),
  answered(
    {
      name: 'a scan of a local index may be consistent',
      source: lsi,
      given: { indexed: [indexedItem] },
      operation: 'Scan',
    },
    { TableName: '«indexed»', IndexName: 'localAll', ConsistentRead: true, Select: 'COUNT' },
    { Count: 1, ScannedCount: 1 },
  ),
  refused(
    { name: 'a filter on a global index may not use its keys', source: alternator, operation: 'Query' },
    { ...queryG('g'), FilterExpression: 'g = :g' },
    invalid('Filter Expression can only contain non-primary key attributes: Primary key attribute: g'),
  ),
  refused(
    { name: 'a starting key for an index needs the table key too', source: dynalite, operation: 'Query' },
    { ...queryG('g'), ExclusiveStartKey: { g: S('g') } },
    invalid('The provided starting key is invalid'),
  ),
  refused(
    { name: 'a key condition on an index names its keys', source: dynalite, operation: 'Query' },
    { ...queryG('g'), KeyConditionExpression: 'pk = :g' },
    invalid('Query condition missed key schema element: g'),
  ),
  ...(
    [
      ['its partition key', 'globalKeys', 'g = :e', 'g'],
      ['its sort key', 'localAll', 'pk = :p AND a = :e', 'a'],
      ['the start of its sort key', 'localAll', 'pk = :p AND begins_with(a, :e)', 'a'],
      ['the partition key that it shares with its table', 'localKeys', 'pk = :e', 'pk'],
    ] as const
  ).map(([what, index, condition, name]) =>
    refused(
      { name: `an index is not asked for an empty value of ${what}`, source: reported, operation: 'Query' },
      {
        TableName: '«indexed»',
        IndexName: index,
        KeyConditionExpression: condition,
        ExpressionAttributeValues: { ...(condition.includes(':p') ? { ':p': S('p') } : {}), ':e': S('') },
      },
      invalid(
        `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${index}, IndexKey: ${name}`,
      ),
    ),
  ),
  refused(
    { name: 'an index is not asked for a key that is too long', source: reported, operation: 'Query' },
    queryG('x'.repeat(2049)),
    invalid(parameter('Size of hashkey has exceeded the maximum size limit of2048 bytes')),
  ),
  refused(
    { name: 'a table is not asked for an empty key', source: moto, operation: 'Query' },
    {
      TableName: '«indexed»',
      KeyConditionExpression: 'pk = :e',
      ExpressionAttributeValues: { ':e': S('') },
    },
    invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    ),
  ),
]

export const secondaryIndexReads: readonly ConformanceCase[] = [...reach]
