import { answered } from '../build-case.ts'
import type { ConformanceCase, Fields, Item, OperationName } from '../case.ts'
import { partial } from '../matchers.ts'
import { parity } from '../sources.ts'
import { N, S } from '../values.ts'

const indexes = { ReturnConsumedCapacity: 'INDEXES' }

const units = (fields: Fields): unknown => partial(fields)

/** The expected units of a write to a table with indexes, by part. */
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

export const indexCapacity: readonly ConformanceCase[] = [...indexWriteCases, ...indexReads]
