import { answered, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item, OperationName } from '../case.ts'
import { partial } from '../matchers.ts'
import { documentation, parity } from '../sources.ts'
import { N, S } from '../values.ts'

/** An item of exactly this size: `pk` and `k` take 3 bytes, `d` takes 1, and the rest is data. */
const sized = (sizeBytes: number, pk = 'k'): Item => ({ pk: S(pk), d: S('x'.repeat(sizeBytes - 4)) })

const key = { TableName: '«hash»', Key: { pk: S('k') } }

const total = { ReturnConsumedCapacity: 'TOTAL' }

const indexes = { ReturnConsumedCapacity: 'INDEXES' }

const consumed = (units: number, table = '«hash»'): Fields => ({
  ConsumedCapacity: { TableName: table, CapacityUnits: units },
})

const units = (fields: Fields): unknown => partial(fields)

const read = documentation('Read consistency and capacity units')

const write = documentation('Write capacity units')

/** [bytes, eventually consistent, strongly consistent] */
const reads: readonly [number, number, number][] = [
  [4, 0.5, 1],
  [4096, 0.5, 1],
  [4097, 1, 2],
  [8192, 1, 2],
  [8193, 1.5, 3],
  [400_000, 49, 98],
]

const readCases = reads.flatMap(([sizeBytes, eventual, strong]): ConformanceCase[] => [
  answered(
    {
      name: `GetItem of ${sizeBytes} bytes costs ${eventual}`,
      source: read,
      given: { hash: [sized(sizeBytes)] },
      operation: 'GetItem',
    },
    { ...key, ...total, ProjectionExpression: 'pk' },
    { Item: { pk: S('k') }, ...consumed(eventual) },
  ),
  answered(
    {
      name: `a consistent GetItem of ${sizeBytes} bytes costs ${strong}`,
      source: read,
      given: { hash: [sized(sizeBytes)] },
      operation: 'GetItem',
    },
    { ...key, ...total, ConsistentRead: true, AttributesToGet: ['pk'] },
    { Item: { pk: S('k') }, ...consumed(strong) },
  ),
])

/** [bytes, units] */
const writes: readonly [number, number][] = [
  [4, 1],
  [1024, 1],
  [1025, 2],
  [2048, 2],
  [2049, 3],
  [409_600, 400],
]

const writeCases = writes.flatMap(([sizeBytes, cost]): ConformanceCase[] => [
  answered(
    { name: `PutItem of ${sizeBytes} bytes costs ${cost}`, source: write, operation: 'PutItem' },
    { TableName: '«hash»', Item: sized(sizeBytes), ...total },
    consumed(cost),
  ),
  answered(
    {
      name: `PutItem over an item of ${sizeBytes} bytes costs ${cost}`,
      source: write,
      given: { hash: [sized(sizeBytes)] },
      operation: 'PutItem',
    },
    { TableName: '«hash»', Item: { pk: S('k') }, ...total },
    consumed(cost),
  ),
  answered(
    {
      name: `DeleteItem of ${sizeBytes} bytes costs ${cost}`,
      source: write,
      given: { hash: [sized(sizeBytes)] },
      operation: 'DeleteItem',
    },
    { ...key, ...total },
    consumed(cost),
  ),
  answered(
    {
      name: `UpdateItem that shrinks ${sizeBytes} bytes costs ${cost}`,
      source: write,
      given: { hash: [sized(sizeBytes)] },
      operation: 'UpdateItem',
    },
    { ...key, UpdateExpression: 'REMOVE d', ...total },
    consumed(cost),
  ),
])

const single: readonly [string, OperationName, Fields, unknown][] = [
  ['GetItem of a missing item costs half a unit', 'GetItem', { ...key, ...total }, consumed(0.5)],
  [
    'a consistent GetItem of a missing item costs one',
    'GetItem',
    { ...key, ConsistentRead: true, ...total },
    consumed(1),
  ],
  ['DeleteItem of a missing item costs one', 'DeleteItem', { ...key, ...total }, consumed(1)],
  ['UpdateItem that makes an item costs one', 'UpdateItem', { ...key, ...total }, consumed(1)],
  ['NONE gives no ConsumedCapacity', 'GetItem', { ...key, ReturnConsumedCapacity: 'NONE' }, {}],
  [
    'INDEXES shows the table apart',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k') }, ...indexes },
    { ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 1, Table: { CapacityUnits: 1 } } },
  ],
  [
    'INDEXES shows the table apart for reads',
    'GetItem',
    { ...key, ...indexes },
    { ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } } },
  ],
]

const singleCases = single.map(([name, operation, input, output]) =>
  answered({ name: `capacity: ${name}`, source: parity, operation }, input, output),
)

/** Items just below and just above a kilobyte, by the size rules of each type. */
const growth = answered(
  {
    name: 'UpdateItem that grows an item is charged by its new size',
    source: write,
    given: { hash: [{ pk: S('k') }] },
    operation: 'UpdateItem',
  },
  {
    ...key,
    UpdateExpression: 'SET d = :d',
    ExpressionAttributeValues: { ':d': S('x'.repeat(2045)) },
    ...total,
  },
  consumed(3),
)

const plain: Item = { pk: S('p'), sk: S('1') }

/** Queries and scans add up the sizes of all items read, then round. */
const thousand = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ pk: S('p'), sk: N(index), d: S('x'.repeat(994)) }))

const query = {
  TableName: '«rangeN»',
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': S('p') },
  Select: 'COUNT',
}

const pages: readonly [string, OperationName, number, Fields, number][] = [
  ['Query of four kilobytes', 'Query', 4, query, 0.5],
  ['Query of five kilobytes', 'Query', 5, query, 1],
  ['a consistent Query of five kilobytes', 'Query', 5, { ...query, ConsistentRead: true }, 2],
  [
    'Query that filters everything out',
    'Query',
    5,
    { ...query, FilterExpression: 'attribute_exists(nothing)' },
    1,
  ],
  ['Query of nothing', 'Query', 0, query, 0.5],
  ['a consistent Query of nothing', 'Query', 0, { ...query, ConsistentRead: true }, 1],
  ['Query with a limit', 'Query', 10, { ...query, Limit: 4 }, 0.5],
  ['Scan of five kilobytes', 'Scan', 5, { TableName: '«rangeN»', Select: 'COUNT' }, 1],
  [
    'a consistent Scan of nine kilobytes',
    'Scan',
    9,
    { TableName: '«rangeN»', Select: 'COUNT', ConsistentRead: true },
    3,
  ],
]

const pageCases = pages.map(([name, operation, count, input, cost]) =>
  answered(
    {
      name: `capacity: ${name} costs ${cost}`,
      source: read,
      ...(count > 0 ? { given: { rangeN: thousand(count) } } : {}),
      operation,
    },
    { ...input, ...total },
    units({ ConsumedCapacity: { TableName: '«rangeN»', CapacityUnits: cost } }),
  ),
)

const put = (pk: string, sizeBytes = 10): Fields => ({
  Put: { TableName: '«hash»', Item: sized(sizeBytes, pk) },
})

const written = (value: number): Fields => ({ CapacityUnits: value, WriteCapacityUnits: value })

const readUnits = (value: number): Fields => ({ CapacityUnits: value, ReadCapacityUnits: value })

const several: readonly [string, OperationName, Fields, unknown, (readonly Item[])?][] = [
  [
    'BatchGetItem adds up per table',
    'BatchGetItem',
    { RequestItems: { '«hash»': { Keys: [{ pk: S('a') }, { pk: S('b') }, { pk: S('gone') }] } }, ...total },
    units({ ConsumedCapacity: [{ TableName: '«hash»', CapacityUnits: 2 }] }),
    [sized(4096, 'a'), sized(4097, 'b')],
  ],
  [
    'a consistent BatchGetItem costs twice as much',
    'BatchGetItem',
    { RequestItems: { '«hash»': { Keys: [{ pk: S('a') }], ConsistentRead: true } }, ...indexes },
    units({ ConsumedCapacity: [{ TableName: '«hash»', CapacityUnits: 1, Table: { CapacityUnits: 1 } }] }),
    [sized(10, 'a')],
  ],
  [
    'BatchWriteItem adds up per table',
    'BatchWriteItem',
    {
      RequestItems: {
        '«hash»': [{ PutRequest: { Item: sized(1025, 'a') } }, { DeleteRequest: { Key: { pk: S('gone') } } }],
      },
      ...total,
    },
    { UnprocessedItems: {}, ConsumedCapacity: [{ TableName: '«hash»', CapacityUnits: 3 }] },
  ],
  [
    'BatchWriteItem adds up index units',
    'BatchWriteItem',
    {
      RequestItems: {
        '«priced»': [
          { PutRequest: { Item: { ...plain, gk: S('g') } } },
          { PutRequest: { Item: { pk: S('p'), sk: S('2') } } },
        ],
      },
      ...indexes,
    },
    {
      UnprocessedItems: {},
      ConsumedCapacity: [
        {
          TableName: '«priced»',
          CapacityUnits: 3,
          Table: { CapacityUnits: 2 },
          GlobalSecondaryIndexes: { global: { CapacityUnits: 1 } },
        },
      ],
    },
  ],
  [
    'TransactWriteItems costs double',
    'TransactWriteItems',
    { TransactItems: [put('a'), put('b', 1025)], ...total },
    { ConsumedCapacity: [{ TableName: '«hash»', ...written(6) }] },
  ],
  [
    'TransactWriteItems by INDEXES',
    'TransactWriteItems',
    { TransactItems: [put('a')], ...indexes },
    { ConsumedCapacity: [{ TableName: '«hash»', ...written(2), Table: written(2) }] },
  ],
  [
    'a condition check costs two',
    'TransactWriteItems',
    {
      TransactItems: [{ ConditionCheck: { ...key, ConditionExpression: 'attribute_not_exists(pk)' } }],
      ...total,
    },
    { ConsumedCapacity: [{ TableName: '«hash»', ...written(2) }] },
  ],
  [
    'a transacted delete is charged by the item',
    'TransactWriteItems',
    { TransactItems: [{ Delete: key }], ...total },
    { ConsumedCapacity: [{ TableName: '«hash»', ...written(6) }] },
    [sized(3000)],
  ],
  [
    'an index in a transaction costs as much as outside',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«priced»', Item: { ...plain, gk: S('g') } } }], ...total },
    units({ ConsumedCapacity: [{ TableName: '«priced»', ...written(3) }] }),
  ],
  [
    'TransactGetItems costs two for each item, even a missing one',
    'TransactGetItems',
    { TransactItems: [{ Get: key }, { Get: { TableName: '«hash»', Key: { pk: S('gone') } } }], ...total },
    units({ ConsumedCapacity: [{ TableName: '«hash»', ...readUnits(4) }] }),
    [sized(10)],
  ],
  [
    'TransactGetItems by INDEXES',
    'TransactGetItems',
    { TransactItems: [{ Get: key }], ...indexes },
    units({ ConsumedCapacity: [{ TableName: '«hash»', ...readUnits(4), Table: readUnits(4) }] }),
    [sized(4097)],
  ],
]

const severalCases = several.map(([name, operation, input, output, items]) =>
  answered(
    { name: `capacity: ${name}`, source: parity, ...(items ? { given: { hash: items } } : {}), operation },
    input,
    output,
  ),
)

const replay: ConformanceCase = {
  name: 'capacity: a transaction sent again with its token costs reads',
  source: parity,
  steps: [
    step(
      'TransactWriteItems',
      { TransactItems: [put('a', 1500)], ClientRequestToken: 'again-«hash»', ...total },
      { ConsumedCapacity: [{ TableName: '«hash»', ...written(4) }] },
    ),
    step(
      'TransactWriteItems',
      { TransactItems: [put('a', 1500)], ClientRequestToken: 'again-«hash»', ...total },
      { ConsumedCapacity: [{ TableName: '«hash»', ...readUnits(2) }] },
    ),
  ],
}

const arn = '«hash:arn»'

const namedByArn: ConformanceCase = {
  name: 'capacity: a table that a request names by ARN is reported by ARN',
  source: documentation('ConsumedCapacity'),
  steps: [
    step('PutItem', { TableName: arn, Item: sized(10), ...total }, consumed(1, arn)),
    step('GetItem', { TableName: arn, Key: { pk: S('gone') }, ...total }, consumed(0.5, arn)),
    step(
      'Query',
      {
        TableName: arn,
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': S('gone') },
        ...total,
      },
      units(consumed(0.5, arn)),
    ),
    step('Scan', { TableName: arn, ...total }, units(consumed(0.5, arn))),
    step(
      'BatchGetItem',
      { RequestItems: { [arn]: { Keys: [{ pk: S('gone') }] } }, ...total },
      units({ ConsumedCapacity: [{ TableName: arn, CapacityUnits: 0.5 }] }),
    ),
    step(
      'BatchWriteItem',
      { RequestItems: { [arn]: [{ DeleteRequest: { Key: { pk: S('gone') } } }] }, ...total },
      units({ ConsumedCapacity: [{ TableName: arn, CapacityUnits: 1 }] }),
    ),
    step('DeleteItem', { TableName: arn, Key: { pk: S('k') }, ...total }, consumed(1, arn)),
  ],
}

export const capacity: readonly ConformanceCase[] = [
  ...readCases,
  ...writeCases,
  ...singleCases,
  growth,
  ...pageCases,
  ...severalCases,
  replay,
  namedByArn,
]
