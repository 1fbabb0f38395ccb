import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Step } from '../case.ts'
import { enumSet, invalid, minValue, parameter, violation } from '../errors.ts'
import { all, keysOnly, tableOf } from '../fixtures.ts'
import { absent, matching, partial } from '../matchers.ts'
import { alternator, extendDb, parity } from '../sources.ts'
import {
  fault,
  found,
  index,
  list,
  plainTable,
  schema,
  search,
  searchSchema,
  tables,
} from '../vector-fixtures.ts'

const provisioned = {
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
}

const createFaults: readonly [string, readonly Fields[], ExpectedError, Fields?][] = [
  [
    'a provisioned table',
    [index()],
    invalid(parameter('Vector indexes are only supported for PAY_PER_REQUEST tables')),
    provisioned,
  ],
  [
    'a search attribute that is not defined',
    [schema],
    invalid(parameter('One element in SearchSchema is not defined in attribute definitions')),
  ],
  [
    'too many dimensions',
    [index({ Dimensions: 4097 })],
    invalid(parameter('Number of dimensions must be between 1 and 4096 inclusive.')),
  ],
  [
    'no dimensions',
    [index({ Dimensions: 0 })],
    violation('0', 'vectorIndexes.1.member.dimensions', minValue(1)),
  ],
  [
    'six indexes',
    Array.from({ length: 6 }, (_, i) => index({ IndexName: `vix-${i}` })),
    invalid(parameter('VectorIndex count exceeds the per-table limit of 5')),
  ],
  [
    'two numbers of dimensions of one attribute',
    [index(), index({ IndexName: 'vix2', Dimensions: 4 })],
    invalid(
      parameter(
        "Conflicting attribute definition for 'embedding'. All VectorIndexes on the same vector attribute must use the same dimensions.",
      ),
    ),
  ],
  ['an empty list', [], invalid(parameter('List of VectorIndexes is empty'))],
  ['the same name twice', [index(), index()], invalid(parameter('Duplicate index name: plain'))],
  [
    'the name of a local index whose key is the vector',
    [index()],
    invalid(parameter('Duplicate index name: plain')),
    {
      AttributeDefinitions: ['pk', 'sk', 'embedding'].map((name) => ({
        AttributeName: name,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'plain',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'embedding', KeyType: 'RANGE' },
          ],
          Projection: keysOnly,
        },
      ],
    },
  ],
  [
    'twenty projected attributes besides the vector',
    [
      index({
        Projection: {
          ProjectionType: 'INCLUDE',
          NonKeyAttributes: Array.from({ length: 20 }, (_, i) => `a${i}`),
        },
      }),
    ],
    invalid(matching(/projected attributes/)),
  ],
  [
    'a vector attribute that is defined',
    [index({ VectorAttribute: { AttributeName: 'pk' } })],
    invalid(
      parameter(
        "Conflicting attribute definition for 'pk'. An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute.",
      ),
    ),
  ],
  [
    'two HASH attributes',
    [
      index({
        SearchSchema: ['x', 'y'].map((name) => ({ AttributeName: name, SearchSchemaElementType: 'HASH' })),
      }),
    ],
    invalid(
      parameter(
        "Value '2' at 'SearchSchema' failed to satisfy constraint: Member must have HASH count less than or equal to 1",
      ),
    ),
  ],
  [
    'an unknown distance',
    [index({ DistanceFunction: 'MANHATTAN' })],
    violation(
      'MANHATTAN',
      'vectorIndexes.1.member.distanceFunction',
      enumSet('DOT_PRODUCT', 'COSINE', 'EUCLIDEAN'),
    ),
  ],
]

const added = (changes: Fields = {}): Fields => ({
  TableName: '«late»',
  VectorIndexUpdates: [{ Create: index(changes) }],
})
const described = (...indexes: unknown[]): Step =>
  step('DescribeTable', { TableName: '«late»' }, { Table: partial({ VectorIndexes: indexes }) })

const lifecycle: readonly ConformanceCase[] = [
  {
    name: 'the description of a new table shows its vector indexes as requested',
    source: parity,
    steps: [
      step(
        'CreateTable',
        {
          TableName: '«own»',
          ...tableOf({ attributes: { pk: 'S', tenant: 'S', category: 'S' }, hash: 'pk' }),
          VectorIndexes: [schema],
        },
        {
          TableDescription: partial({
            VectorIndexes: [partial({ IndexStatus: 'CREATING', Backfilling: absent })],
          }),
        },
      ),
      step(
        'DescribeTable',
        { TableName: '«own»' },
        {
          Table: partial({
            VectorIndexes: [
              {
                IndexName: 'schema',
                SearchSchema: searchSchema,
                Projection: all,
                VectorAttribute: { AttributeName: 'embedding' },
                Dimensions: 3,
                DistanceFunction: 'COSINE',
                IndexStatus: 'ACTIVE',
                IndexSizeBytes: 0,
                ItemCount: 0,
                IndexArn: '«own:arn»/index/schema',
              },
            ],
          }),
        },
      ),
    ],
  },
  {
    name: 'an index that is added later has the existing items; unfit vectors are left out',
    source: parity,
    tables,
    given: {
      late: [
        { pk: { S: 'fit' }, embedding: list(1, 0, 0) },
        { pk: { S: 'short' }, embedding: list(1, 0) },
        { pk: { S: 'text' }, embedding: { S: 'x' } },
      ],
    },
    steps: [
      step('UpdateTable', added(), {
        TableDescription: partial({
          TableStatus: 'UPDATING',
          VectorIndexes: [partial({ IndexStatus: 'CREATING', Backfilling: false })],
        }),
      }),
      step('SearchVectors', search({ TableName: '«late»', IndexName: 'plain' }), found('fit')),
      described(partial({ IndexStatus: 'ACTIVE', Backfilling: absent, ItemCount: 1 })),
      refusal(
        'PutItem',
        { TableName: '«late»', Item: { pk: { S: 'short' }, embedding: list(1, 0) } },
        fault('Invalid size for parameter embedding, Expected: 3, Actual: 2 IndexName: plain'),
      ),
      step('UpdateItem', {
        TableName: '«late»',
        Key: { pk: { S: 'short' } },
        UpdateExpression: 'SET label = :l',
        ExpressionAttributeValues: { ':l': { S: 'still there' } },
      }),
      refusal('UpdateTable', added(), invalid('Attempting to create an index which already exists')),
      step(
        'UpdateTable',
        { TableName: '«late»', VectorIndexUpdates: [{ Delete: { IndexName: 'plain' } }] },
        {
          TableDescription: partial({ VectorIndexes: [partial({ IndexStatus: 'DELETING' })] }),
        },
      ),
      refusal(
        'SearchVectors',
        search({ TableName: '«late»', IndexName: 'plain' }),
        invalid('The table does not have the specified index: plain'),
      ),
      step('DescribeTable', { TableName: '«late»' }, { Table: partial({ VectorIndexes: absent }) }),
    ],
  },
  {
    name: 'only one index can be added or removed at a time',
    source: parity,
    tables,
    steps: [
      refusal(
        'UpdateTable',
        {
          TableName: '«late»',
          VectorIndexUpdates: [{ Create: index() }, { Create: index({ IndexName: 'other' }) }],
        },
        {
          name: 'LimitExceededException',
          message:
            'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
        },
      ),
      refusal(
        'UpdateTable',
        { TableName: '«late»', VectorIndexUpdates: [{ Delete: { IndexName: 'nowhere' } }] },
        {
          name: 'ResourceNotFoundException',
          message: 'Requested resource not found: Index nowhere for table «late»',
        },
      ),
    ],
  },
  {
    name: 'an indexed vector cannot get an index with another number of dimensions',
    source: alternator,
    tables,
    steps: [
      refusal(
        'UpdateTable',
        {
          TableName: '«points»',
          VectorIndexUpdates: [{ Create: index({ IndexName: 'wider', Dimensions: 4 }) }],
        },
        invalid(
          matching(/Attributes cannot be redefined\..*New schema: VectorIndexSchema:\[VectorAttribute: key/),
        ),
      ),
    ],
  },
  {
    name: 'a vector cannot become the key of a global index',
    source: alternator,
    tables,
    steps: [
      refusal(
        'UpdateTable',
        {
          TableName: '«tenants»',
          AttributeDefinitions: [{ AttributeName: 'embedding', AttributeType: 'S' }],
          GlobalSecondaryIndexUpdates: [
            {
              Create: {
                IndexName: 'by-vector',
                KeySchema: [{ AttributeName: 'embedding', KeyType: 'HASH' }],
                Projection: keysOnly,
              },
            },
          ],
        },
        invalid(matching(/Attributes cannot be redefined\./)),
      ),
    ],
  },
  {
    name: 'a table with a vector index stays on demand, even when the same request removes the index',
    source: 'observed on AWS in August 2026, recorded in the code of dynoxide',
    tables,
    steps: [
      refusal(
        'UpdateTable',
        { TableName: '«points»', ...provisioned },
        invalid(parameter('Tables with vector indexes must be in PAY_PER_REQUEST mode')),
      ),
      refusal(
        'UpdateTable',
        {
          TableName: '«points»',
          ...provisioned,
          VectorIndexUpdates: [{ Delete: { IndexName: 'COSINE' } }],
        },
        invalid(parameter('Tables with vector indexes must be in PAY_PER_REQUEST mode')),
      ),
    ],
  },
  {
    name: 'Query and Scan cannot read a vector index',
    source: extendDb,
    tables,
    steps: [
      refusal(
        'Query',
        {
          TableName: '«points»',
          IndexName: 'COSINE',
          KeyConditionExpression: 'pk = :v',
          ExpressionAttributeValues: { ':v': { S: 'a' } },
        },
        invalid('Query operation not supported on this index type.'),
      ),
      refusal(
        'Query',
        {
          TableName: '«points»',
          IndexName: 'COSINE',
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :v',
          ExpressionAttributeValues: { ':v': { S: 'a' } },
        },
        invalid('Consistent reads are not supported on global secondary indexes'),
      ),
      refusal(
        'Scan',
        { TableName: '«points»', IndexName: 'COSINE', ConsistentRead: true },
        invalid('Scan operation not supported on this index type'),
      ),
    ],
  },
]

export const vectorIndexes: readonly ConformanceCase[] = [
  ...createFaults.map(([name, indexes, error, changes = {}]) =>
    refused(
      { name: `a table is refused for ${name}`, source: parity, operation: 'CreateTable' },
      { TableName: '«own»', ...plainTable, ...changes, VectorIndexes: indexes },
      error,
    ),
  ),
  ...lifecycle,
]
