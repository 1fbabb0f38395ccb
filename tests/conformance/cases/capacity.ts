import { answered, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item, OperationName } from '../case.ts'
import { partial } from '../matchers.ts'
import { documentation, extendDb, parity } from '../sources.ts'
import { L, M, N, S, SS } from '../values.ts'

/** An item of exactly so many bytes: `pk` and `k` are 3, `d` is 1, and the rest is data. */
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

/** Items whose size is just within a kilobyte or just over it, by the rules of each type. */
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

/** [what, the value of `v`, its size in bytes] with `pk`, `k`, `v` and `p` around it. */
const sizes: readonly [string, { [type: string]: unknown }, number][] = [
  ['a string of two-byte characters', S('éé'), 4],
  ['an emoji', S('😀'), 4],
  ['an empty string', S(''), 0],
  ['a binary', { B: Buffer.alloc(10).toString('base64') }, 10],
  ['true', { BOOL: true }, 1],
  ['null', { NULL: true }, 1],
  ['the number 0', N('0'), 1],
  ['the number 1', N('1'), 2],
  ['the number 100', N('100'), 2],
  ['the number -11', N('-11'), 3],
  ['the number 123456', N('123456'), 4],
  ['the number 3.14159', N('3.14159'), 5],
  ['the number 1E125', N('1E125'), 2],
  ['a number of 38 digits', N('1'.repeat(38)), 20],
  ['a string set', SS('ab', 'c'), 3],
  ['an empty list', L(), 3],
  ['a list', L(S('ab'), S('c')), 3 + 2 + 3],
  ['an empty map', M({}), 3],
  ['a map', M({ a: S('bc') }), 3 + 1 + 1 + 2],
  ['a list of maps', L(M({ a: S('b') })), 3 + 1 + 3 + 1 + 1 + 1],
]

/** The padding makes the item exactly 1,024 bytes: one unit; a byte more makes it two. */
const sizeCases = sizes.map(([name, value, sizeBytes]): ConformanceCase => {
  const around = 'pk'.length + 'k'.length + 'v'.length + 'p'.length
  const padding = 1024 - around - sizeBytes
  const put = (extra: number): Fields => ({
    TableName: '«hash»',
    Item: { pk: S('k'), v: value, p: S('x'.repeat(padding + extra)) },
    ...total,
  })
  return {
    name: `size: ${name} is ${sizeBytes} bytes`,
    source: documentation('DynamoDB item sizes and formats'),
    steps: [
      step('PutItem', put(0), consumed(1)),
      step('DeleteItem', key, {}),
      step('PutItem', put(1), consumed(2)),
    ],
  }
})

const documents: readonly [string, { [type: string]: unknown }, number][] = [
  ['a list of 500 strings', L(...Array.from({ length: 500 }, () => S('aa'))), 2],
  ['a list of 1,500 strings', L(...Array.from({ length: 1500 }, () => S('aa'))), 5],
  ['a list of 3,000 strings', L(...Array.from({ length: 3000 }, () => S('aa'))), 9],
  [
    'a map of 800 members',
    M(Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`k${at}`, S('v')]))),
    5,
  ],
  ['a list of 500 maps', L(...Array.from({ length: 500 }, () => M({ a: S('b') }))), 4],
]
const documentCases = documents.map(([name, value, cost]) =>
  answered(
    { name: `PutItem of ${name} costs ${cost}`, source: extendDb, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('l500'), data: value }, ...total },
    consumed(cost),
  ),
)

/** Writes to indexes: [what, before, operation, input, units by part]. */
interface Parts {
  readonly all: number
  readonly table: number
  readonly global?: number
  readonly local?: number
}
const at = { TableName: '«priced»', Key: { pk: S('p'), sk: S('1') } }
const plain: Item = { pk: S('p'), sk: S('1') }
const full: Item = { ...plain, gk: S('g'), lk: S('l'), p: S('p'), x: S('x') }
const setting = (name: string, value: Fields): Fields => ({
  ...at,
  UpdateExpression: `SET ${name} = :v`,
  ExpressionAttributeValues: { ':v': value },
})
const parted = ({ all, table, global, local }: Parts, mode: string): Fields => ({
  ConsumedCapacity: {
    TableName: '«priced»',
    CapacityUnits: all,
    ...(mode === 'INDEXES'
      ? {
          Table: { CapacityUnits: table },
          ...(global === undefined ? {} : { GlobalSecondaryIndexes: { global: { CapacityUnits: global } } }),
          ...(local === undefined ? {} : { LocalSecondaryIndexes: { local: { CapacityUnits: local } } }),
        }
      : {}),
  },
})

const indexWrites: readonly [string, Item | undefined, OperationName, Fields, Parts][] = [
  ['a put into no index', undefined, 'PutItem', { TableName: '«priced»', Item: plain }, { all: 1, table: 1 }],
  [
    'a put into the global index',
    undefined,
    'PutItem',
    { TableName: '«priced»', Item: { ...plain, gk: S('g') } },
    { all: 2, table: 1, global: 1 },
  ],
  [
    'a put into the local index',
    undefined,
    'PutItem',
    { TableName: '«priced»', Item: { ...plain, lk: S('l') } },
    { all: 2, table: 1, local: 1 },
  ],
  [
    'a put into both',
    undefined,
    'PutItem',
    { TableName: '«priced»', Item: full },
    { all: 3, table: 1, global: 1, local: 1 },
  ],
  ['an identical put', full, 'PutItem', { TableName: '«priced»', Item: full }, { all: 1, table: 1 }],
  [
    'a change that the global index does not project',
    full,
    'UpdateItem',
    setting('x', S('y')),
    { all: 2, table: 1, local: 1 },
  ],
  [
    'a change that both project',
    full,
    'UpdateItem',
    setting('p', S('y')),
    { all: 3, table: 1, global: 1, local: 1 },
  ],
  [
    'a change of the global key',
    full,
    'UpdateItem',
    setting('gk', S('y')),
    { all: 4, table: 1, global: 2, local: 1 },
  ],
  ['a change of the local key', full, 'UpdateItem', setting('lk', S('y')), { all: 3, table: 1, local: 2 }],
  [
    'a removal of the global key',
    full,
    'UpdateItem',
    { ...at, UpdateExpression: 'REMOVE gk' },
    { all: 3, table: 1, global: 1, local: 1 },
  ],
  ['an update that changes nothing', full, 'UpdateItem', setting('p', S('p')), { all: 1, table: 1 }],
  ['a delete from both', full, 'DeleteItem', at, { all: 3, table: 1, global: 1, local: 1 }],
  ['a delete from none', plain, 'DeleteItem', at, { all: 1, table: 1 }],
  ['a delete of a missing item', undefined, 'DeleteItem', at, { all: 1, table: 1 }],
  [
    'a put of two kilobytes into the global index, which projects little',
    undefined,
    'PutItem',
    { TableName: '«priced»', Item: { ...plain, gk: S('g'), x: S('x'.repeat(1500)) } },
    { all: 3, table: 2, global: 1 },
  ],
  [
    'a put of two kilobytes into the local index',
    undefined,
    'PutItem',
    { TableName: '«priced»', Item: { ...plain, lk: S('l'), x: S('x'.repeat(1500)) } },
    { all: 4, table: 2, local: 2 },
  ],
]

const indexWriteCases = indexWrites.flatMap(([name, before, operation, input, parts]) =>
  ['TOTAL', 'INDEXES'].map((mode) =>
    answered(
      {
        name: `capacity by ${mode}: ${name}`,
        source: parity,
        ...(before ? { given: { priced: [before] } } : {}),
        operation,
      },
      { ...input, ReturnConsumedCapacity: mode },
      parted(parts, mode),
    ),
  ),
)

/** Queries and scans add up all that they look at, then round. */
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

const indexReads: readonly ConformanceCase[] = [
  answered(
    {
      name: 'capacity: a query of a global index costs the index',
      source: parity,
      given: { priced: [full] },
      operation: 'Query',
    },
    {
      TableName: '«priced»',
      IndexName: 'global',
      KeyConditionExpression: 'gk = :g',
      ExpressionAttributeValues: { ':g': S('g') },
      Select: 'COUNT',
      ...indexes,
    },
    units({
      ConsumedCapacity: {
        TableName: '«priced»',
        CapacityUnits: 0.5,
        Table: { CapacityUnits: 0 },
        GlobalSecondaryIndexes: { global: { CapacityUnits: 0.5 } },
      },
    }),
  ),
  answered(
    {
      name: 'capacity: a consistent query of a local index costs the index',
      source: parity,
      given: { priced: [full] },
      operation: 'Query',
    },
    {
      TableName: '«priced»',
      IndexName: 'local',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('p') },
      Select: 'COUNT',
      ConsistentRead: true,
      ...indexes,
    },
    units({
      ConsumedCapacity: {
        TableName: '«priced»',
        CapacityUnits: 1,
        Table: { CapacityUnits: 0 },
        LocalSecondaryIndexes: { local: { CapacityUnits: 1 } },
      },
    }),
  ),
  answered(
    {
      name: 'capacity: a local index that reaches back costs the table for each item',
      source: parity,
      given: { indexed: [1, 2, 3].map((n) => ({ pk: S('p'), sk: S(String(n)), b: N(n), z: S('z') })) },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: 'localKeys',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('p') },
      ProjectionExpression: 'z',
      ...indexes,
    },
    units({
      ConsumedCapacity: {
        TableName: '«indexed»',
        CapacityUnits: 2,
        Table: { CapacityUnits: 1.5 },
        LocalSecondaryIndexes: { localKeys: { CapacityUnits: 0.5 } },
      },
    }),
  ),
]

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
      { TransactItems: [put('a', 1500)], ClientRequestToken: 'again', ...total },
      { ConsumedCapacity: [{ TableName: '«hash»', ...written(4) }] },
    ),
    step(
      'TransactWriteItems',
      { TransactItems: [put('a', 1500)], ClientRequestToken: 'again', ...total },
      { ConsumedCapacity: [{ TableName: '«hash»', ...readUnits(2) }] },
    ),
  ],
}

export const capacity: readonly ConformanceCase[] = [
  ...readCases,
  ...writeCases,
  ...singleCases,
  growth,
  ...sizeCases,
  ...documentCases,
  ...indexWriteCases,
  ...pageCases,
  ...indexReads,
  ...severalCases,
  replay,
]
