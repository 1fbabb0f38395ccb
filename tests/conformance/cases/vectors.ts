import { refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item, Step } from '../case.ts'
import { invalid, minLength, minValue, notFound } from '../errors.ts'
import { include, keysOnly, tableOf } from '../fixtures.ts'
import { absent, matching, numberWhere, partial } from '../matchers.ts'
import { alternator, documentation, extendDb, floci, parity } from '../sources.ts'
import {
  fault,
  found,
  index,
  list,
  plainTable,
  points,
  schema,
  search,
  tables,
  vector,
} from '../vector-fixtures.ts'

const inTenants = (changes: Fields = {}): Fields =>
  search({ TableName: '«tenants»', IndexName: 'schema', ...changes })

const near = (expected: number) =>
  numberWhere(`about ${expected}`, (value) => Math.abs(value - Math.fround(expected)) < 5e-7)
const result = (pk: string, score: number): Fields => ({
  Item: { pk: { S: pk }, label: { S: `item-${pk}` } },
  Score: near(score),
})

const searches: readonly ConformanceCase[] = [
  ...Object.entries({
    COSINE: [result('a', 0), result('d', 0.4), result('b', 1), result('c', 2)],
    EUCLIDEAN: [result('a', 0), result('d', Math.sqrt(0.8)), result('b', Math.SQRT2), result('c', 2)],
    DOT_PRODUCT: [result('a', 1), result('d', 0.6), result('b', 0), result('c', -1)],
  }).map(([distance, results]) => ({
    name: `${distance} gives the nearest first, without their vectors`,
    source: parity,
    tables,
    given: { points },
    steps: [step('SearchVectors', search({ IndexName: distance }), { SearchResults: results })],
  })),
  {
    name: 'TopK is how many are found at most',
    source: parity,
    tables,
    given: { points },
    steps: [step('SearchVectors', search({ TopK: 1 }), { SearchResults: [result('a', 0)] })],
  },
  {
    name: 'a requested vector is returned as the 32-bit numbers in the index',
    source: parity,
    tables,
    given: { points: [{ pk: { S: 'f' }, embedding: { L: ['0.1', '16777217', '1'].map((N) => ({ N })) } }] },
    steps: [
      step('SearchVectors', search({ ProjectionExpression: 'pk, embedding' }), {
        SearchResults: [
          {
            Item: { pk: { S: 'f' }, embedding: { L: ['0.1', '16777216.0', '1.0'].map((N) => ({ N })) } },
            Score: near(1),
          },
        ],
      }),
      step(
        'GetItem',
        { TableName: '«points»', Key: { pk: { S: 'f' } } },
        {
          Item: { pk: { S: 'f' }, embedding: { L: ['0.1', '16777217', '1'].map((N) => ({ N })) } },
        },
      ),
    ],
  },
  {
    name: 'very large and very small numbers of a vector come with an exponent',
    source: floci,
    tables,
    given: {
      points: [
        { pk: { S: 'f' }, embedding: { L: ['15e12', '0.00000099', '1234567900'].map((N) => ({ N })) } },
      ],
    },
    steps: [
      step('SearchVectors', search({ ProjectionExpression: 'embedding' }), {
        SearchResults: [
          {
            Item: { embedding: { L: ['1.5e13', '9.9e-7', '1234568000.0'].map((N) => ({ N })) } },
            Score: near(0),
          },
        ],
      }),
    ],
  },
  {
    name: 'a vector of zeros is at a right angle to all others',
    source: 'observed on AWS in August 2026, recorded in the code of dynoxide',
    tables,
    given: { points: [{ pk: { S: 'a' }, label: { S: 'item-a' }, embedding: list(0, 0, 0) }] },
    steps: [step('SearchVectors', search(), { SearchResults: [result('a', 1)] })],
  },
  {
    name: 'a score beyond 32 bits is the largest number of 32 bits',
    source: 'observed on AWS in August 2026, recorded in the code of dynoxide',
    tables,
    given: {
      points: [
        { pk: { S: 'a' }, label: { S: 'item-a' }, embedding: { L: [{ N: '3e38' }, { N: '0' }, { N: '0' }] } },
      ],
    },
    steps: [
      step(
        'SearchVectors',
        search({ IndexName: 'DOT_PRODUCT', SearchVector: [{ N: '3e38' }, { N: '0' }, { N: '0' }] }),
        {
          SearchResults: [{ Item: { pk: { S: 'a' }, label: { S: 'item-a' } }, Score: 3.4028234663852886e38 }],
        },
      ),
    ],
  },
  {
    name: 'names that an index does not hold are left out without a word',
    source: documentation('Vector search, skill vector-search.md of the AWS agent toolkit'),
    tables: { slim: { ...plainTable, VectorIndexes: [index({ Projection: include('label') })] } },
    given: { slim: [{ pk: { S: 'a' }, label: { S: 'L' }, extra: { S: 'O' }, embedding: list(1, 0, 0) }] },
    steps: [
      step(
        'SearchVectors',
        search({ TableName: '«slim»', IndexName: 'plain', ProjectionExpression: 'label, extra' }),
        {
          SearchResults: [{ Item: { label: { S: 'L' } }, Score: 0 }],
        },
      ),
      step('SearchVectors', search({ TableName: '«slim»', IndexName: 'plain' }), {
        SearchResults: [{ Item: { pk: { S: 'a' }, label: { S: 'L' } }, Score: 0 }],
      }),
    ],
  },
]

const tenantItem = (pk: string, more: Item): Item => ({ pk: { S: pk }, embedding: list(1, 0, 0), ...more })
const tenants: readonly Item[] = [
  tenantItem('a', { tenant: { S: 't1' }, category: { S: 'c1' } }),
  tenantItem('b', { tenant: { S: 't1' }, category: { S: 'c2' } }),
  tenantItem('c', { tenant: { S: 't2' }, category: { S: 'c1' } }),
  tenantItem('plain', { category: { S: 'c1' } }),
  tenantItem('uncategorized', { tenant: { S: 't2' } }),
]
const where = (condition: string, values: Fields, names?: Fields): Fields => ({
  SearchConditionExpression: condition,
  ExpressionAttributeValues: values,
  ...(names && { ExpressionAttributeNames: names }),
})

const scopes: readonly ConformanceCase[] = [
  {
    name: 'a search is within one value of the HASH attribute, and narrowed by filters',
    source: parity,
    tables,
    given: { tenants },
    steps: [
      step(
        'SearchVectors',
        inTenants(where('tenant = :t AND category = :c', { ':t': { S: 't1' }, ':c': { S: 'c2' } })),
        found('b'),
      ),
      step(
        'SearchVectors',
        inTenants(
          where(
            '(:c = #c) AND #t = :t',
            { ':t': { S: 't2' }, ':c': { S: 'c1' } },
            { '#c': 'category', '#t': 'tenant' },
          ),
        ),
        found('c'),
      ),
      step('SearchVectors', inTenants(where('tenant = :t', { ':t': { S: 'nobody' } })), {
        SearchResults: [],
      }),
      step('SearchVectors', inTenants({ ...where('tenant = :t', { ':t': { S: 't1' } }), TopK: 100 }), {
        SearchResults: [partial({ Score: 0 }), partial({ Score: 0 })],
      }),
    ],
  },
  {
    name: 'an item without the HASH attribute is in the table and in other indexes',
    source: parity,
    tables,
    given: { tenants: [tenantItem('plain', {})] },
    steps: [
      step('SearchVectors', inTenants({ IndexName: 'plain' }), found('plain')),
      step('SearchVectors', inTenants(where('tenant = :t', { ':t': { S: 't1' } })), { SearchResults: [] }),
    ],
  },
  {
    name: 'an item leaves an index with its vector, and moves with its HASH attribute',
    source: parity,
    tables,
    given: { tenants: [tenantItem('a', { tenant: { S: 't1' } })] },
    steps: [
      step('UpdateItem', {
        TableName: '«tenants»',
        Key: { pk: { S: 'a' } },
        UpdateExpression: 'SET tenant = :t',
        ExpressionAttributeValues: { ':t': { S: 't2' } },
      }),
      step('SearchVectors', inTenants(where('tenant = :t', { ':t': { S: 't1' } })), { SearchResults: [] }),
      step('SearchVectors', inTenants(where('tenant = :t', { ':t': { S: 't2' } })), found('a')),
      step('UpdateItem', {
        TableName: '«tenants»',
        Key: { pk: { S: 'a' } },
        UpdateExpression: 'REMOVE embedding',
      }),
      step('SearchVectors', inTenants(where('tenant = :t', { ':t': { S: 't2' } })), { SearchResults: [] }),
      step('SearchVectors', inTenants({ IndexName: 'plain' }), { SearchResults: [] }),
    ],
  },
]

const comparator = invalid(
  'Invalid SearchConditionExpression: Invalid comparator used in SearchConditionExpression',
)
const unfitVector = invalid(
  'Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute',
)
const t = { ':t': { S: 't1' } }

const searchFaults: readonly [string, Fields, ExpectedError, string?][] = [
  [
    'TopK above 100',
    search({ TopK: 101 }),
    invalid("Provided TopK value '101' is out of valid range. The value must be between 1 and 100 inclusive"),
  ],
  [
    'TopK below 1',
    search({ TopK: 0 }),
    invalid(
      `1 validation error detected: Value at 'TopK' failed to satisfy constraint: ${minValue(1)}`,
      matching(/topK/),
    ),
  ],
  [
    'an index name that is too short',
    search({ IndexName: 'ab' }),
    invalid(
      `1 validation error detected: Value at 'IndexName' failed to satisfy constraint: ${minLength(3)}`,
      matching(/indexName/),
    ),
  ],
  [
    'an empty vector',
    search({ SearchVector: [] }),
    invalid(
      `1 validation error detected: Value at 'SearchVector' failed to satisfy constraint: ${minLength(1)}`,
      matching(/searchVector/),
    ),
  ],
  [
    'a missing TopK',
    { ...search(), TopK: undefined },
    invalid(matching(/^missing field `TopK` at line 1 column \d+$/)),
  ],
  [
    'a missing index name',
    { ...search(), IndexName: undefined },
    invalid(matching(/^missing field `IndexName` at line 1 column \d+$/)),
  ],
  [
    'a TopK with a fraction',
    search({ TopK: 3.5 }),
    {
      name: 'SerializationException',
      message: matching(/^invalid type: floating point `3.5`, expected i32 at line 1 column \d+$/),
    },
    'observed on AWS in August 2026, recorded in the code of dynoxide',
  ],
  [
    'a vector that is null',
    search({ SearchVector: null }),
    {
      name: 'SerializationException',
      message: matching(/^invalid type: null, expected a sequence at line 1 column \d+$/),
    },
  ],
  ['no such table', search({ TableName: '«absent»' }), notFound],
  [
    'no such index',
    search({ IndexName: 'nowhere' }),
    invalid('The table does not have the specified index: nowhere'),
  ],
  [
    'another number of dimensions',
    search({ SearchVector: vector(1, 0) }),
    invalid('Input search vector dimension 2 does not match vector index dimension 3'),
  ],
  ['a list in the vector', search({ SearchVector: [{ L: vector(1, 0, 0) }] }), unfitVector],
  ['text in the vector', search({ SearchVector: [{ N: '1' }, { S: 'x' }, { N: '0' }] }), unfitVector],
  [
    'a number that is too large',
    search({ SearchVector: [{ N: '1e39' }, { N: '0' }, { N: '0' }] }),
    unfitVector,
  ],
  [
    'no condition where there is a HASH attribute',
    inTenants(),
    invalid('SearchConditionExpression must be provided when SearchSchema has a HASH key'),
  ],
  [
    'a condition without the HASH attribute',
    inTenants(where('category = :t', t)),
    invalid('SearchConditionExpression must have all HASH attributes in configured SearchSchema'),
    extendDb,
  ],
  ['another comparator on the HASH attribute', inTenants(where('tenant < :t', t)), comparator],
  [
    'another comparator on a filter',
    inTenants(where('tenant = :t AND category < :c', { ...t, ':c': { S: 'c' } })),
    comparator,
  ],
  [
    'conditions joined by OR',
    inTenants(where('tenant = :t OR category = :t', t)),
    comparator,
    'guessed from the other comparators',
  ],
  [
    'an attribute that is not in the schema',
    inTenants({ IndexName: 'plain', ...where('tenant = :t', t) }),
    invalid(
      'SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: tenant',
    ),
  ],
  [
    'something inside an attribute',
    inTenants(where('tenant.xyz = :t', t)),
    invalid(
      'Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions on nested attributes',
    ),
    'observed on AWS in August 2026, recorded in the code of dynoxide',
  ],
  [
    'something inside an attribute that is not in the schema',
    search(where('label.xyz = :t', t)),
    invalid(
      'Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions on nested attributes',
    ),
    alternator,
  ],
  [
    'two conditions on one attribute',
    inTenants(where('tenant = :t AND tenant = :u', { ...t, ':u': { S: 't2' } })),
    invalid(
      'Invalid SearchConditionExpression: SearchConditionExpression must only contain one condition per attribute',
    ),
    'observed on AWS in August 2026, recorded in the code of dynoxide',
  ],
  [
    'a value of another type',
    inTenants(where('tenant = :t', { ':t': { N: '1' } })),
    invalid(
      "Type of 'tenant' attribute in SearchConditionExpression (N) does not match type in search schema (S)",
    ),
    'observed on AWS in August 2026, recorded in the code of dynoxide',
  ],
  [
    'an empty value of the HASH attribute',
    inTenants(where('tenant = :t', { ':t': { S: '' } })),
    invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: tenant',
    ),
    'observed on AWS in August 2026, recorded in the code of dynoxide',
  ],
]

const writeFaults: readonly [string, Item, ExpectedError][] = [
  [
    'too few dimensions',
    { embedding: list(1, 0) },
    fault('Invalid size for parameter embedding, Expected: 3, Actual: 2 IndexName: plain'),
  ],
  [
    'an empty vector',
    { embedding: { L: [] } },
    fault('Invalid size for parameter embedding, Expected: 3, Actual: 0 IndexName: plain'),
  ],
  [
    'an element that is no number',
    { embedding: { L: [{ N: '1' }, { S: 'oops' }, { N: '0' }] } },
    fault(
      'Invalid type for parameter embedding[1], Expected: 32-bit floating point number, Actual: S. IndexName: plain',
    ),
  ],
  [
    'no list',
    { embedding: { S: 'not-a-vector' } },
    fault(
      'Invalid type for parameter embedding, Expected: 32-bit floating point number list IndexName: plain',
    ),
  ],
  [
    'an element that is too large',
    { embedding: { L: [{ N: '1E+39' }, { N: '0' }, { N: '0' }] } },
    fault(
      'Invalid value for parameter embedding[0], Value: 1E+39 is outside valid range [-3.4028235E38, 3.4028235E38]. IndexName: plain',
    ),
  ],
  [
    'a HASH attribute of another type',
    { tenant: { N: '7' }, embedding: list(1, 0, 0) },
    fault("Attribute 'tenant' type mismatch. Expected: S, Actual: N. IndexName: schema"),
  ],
  [
    'a filter of another type',
    { category: { N: '7' }, embedding: list(1, 0, 0) },
    fault("Attribute 'category' type mismatch. Expected: S, Actual: N. IndexName: schema"),
  ],
  [
    'an empty HASH attribute',
    { tenant: { S: '' }, embedding: list(0, 0, 1) },
    invalid(
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: schema, IndexKey: tenant',
    ),
  ],
]

const x1500 = { S: 'x'.repeat(1500) }
const written = (item: Item, expected: unknown): Step =>
  step(
    'PutItem',
    { TableName: '«weighed»', Item: item, ReturnConsumedCapacity: 'INDEXES' },
    {
      ConsumedCapacity: expected,
    },
  )
const wide = '12345678901234567890123456789012345678'

const units: readonly ConformanceCase[] = [
  {
    name: 'a write is charged in bytes for each vector index whose entry changes',
    source: parity,
    tables: {
      weighed: {
        ...plainTable,
        VectorIndexes: [index(), index({ IndexName: 'keys', Projection: keysOnly })],
      },
    },
    steps: [
      written(
        { pk: { S: 'f0' }, embedding: list(0, 1, 0) },
        {
          TableName: '«weighed»',
          CapacityUnits: 1,
          Table: { CapacityUnits: 1 },
          VectorIndexes: {
            plain: { VectorWriteRequestBytes: 1024 },
            keys: { VectorWriteRequestBytes: 1024 },
          },
        },
      ),
      written(
        { pk: { S: '3a' }, embedding: list(1, 0, 0), blob: x1500 },
        // pk and its value, the name of the vector and 4 bytes per dimension, blob and its value.
        partial({
          VectorIndexes: {
            plain: { VectorWriteRequestBytes: 4 + 9 + 12 + 1504 },
            keys: { VectorWriteRequestBytes: 1024 },
          },
        }),
      ),
      written(
        { pk: { S: '3a' }, embedding: list(1, 0, 0), blob: x1500, note: { S: 'n' } },
        partial({ VectorIndexes: { plain: { VectorWriteRequestBytes: 4 + 9 + 12 + 1504 + 5 } } }),
      ),
      written(
        { note: { S: 'n' }, blob: x1500, embedding: list(1, 0, 0), pk: { S: '3a' } },
        partial({ VectorIndexes: absent }),
      ),
      written({ pk: { S: 'no' }, label: { S: 'vector' } }, partial({ VectorIndexes: absent })),
      step(
        'PutItem',
        {
          TableName: '«weighed»',
          Item: { pk: { S: 't' }, embedding: list(0, 0, 1) },
          ReturnConsumedCapacity: 'TOTAL',
        },
        { ConsumedCapacity: { TableName: '«weighed»', CapacityUnits: 1 } },
      ),
    ],
  },
  {
    name: 'an entry that moves to another partition of a vector index is charged twice',
    source: extendDb,
    tables: {
      weighed: {
        ...tableOf({ attributes: { pk: 'S', tenant: 'S', category: 'S' }, hash: 'pk' }),
        VectorIndexes: [schema],
      },
    },
    steps: ['a', 'b'].map((tenant, moves) =>
      written(
        { pk: { S: 'moves' }, tenant: { S: tenant }, embedding: list(1, 0, 0), blob: x1500 },
        partial({
          // pk, tenant, the vector, blob; each with its name.
          VectorIndexes: { schema: { VectorWriteRequestBytes: (1 + moves) * (7 + 7 + 9 + 12 + 1504) } },
        }),
      ),
    ),
  },
  {
    name: 'a write of a table counts a vector by its dimensions, a read by its numbers',
    source: parity,
    tables: { weighed: { ...plainTable, VectorIndexes: [index({ Projection: keysOnly })] } },
    steps: [
      [1024, 1],
      [1025, 2],
    ].flatMap(([bytes, expected]): Step[] => {
      const pad = { S: 'p'.repeat((bytes as number) - (2 + 2 + 9 + 12 + 3)) }
      const item = { pk: { S: 'a3' }, embedding: { L: [{ N: wide }, { N: wide }, { N: wide }] }, pad }
      return [written(item, partial({ CapacityUnits: expected }))]
    }),
  },
  {
    name: 'a search reports its bytes twice, equally for TOTAL and INDEXES, and nothing for NONE',
    source: extendDb,
    tables,
    given: { points },
    steps: [
      ...['TOTAL', 'INDEXES'].map((detail) =>
        step('SearchVectors', search({ ReturnConsumedCapacity: detail, TopK: 1 }), {
          SearchResults: [result('a', 0)],
          ConsumedCapacity: { VectorSearchRequestBytes: 1024, VectorSearchUnits: 1024 },
        }),
      ),
      step('SearchVectors', search({ ReturnConsumedCapacity: 'NONE', TopK: 1 }), {
        SearchResults: [result('a', 0)],
      }),
    ],
  },
]

export const vectors: readonly ConformanceCase[] = [
  ...searches,
  ...scopes,
  ...searchFaults.map(([name, input, error, source = parity]) =>
    refused(
      { name: `a search is refused for ${name}`, source, tables, operation: 'SearchVectors' },
      input,
      error,
    ),
  ),
  ...writeFaults.map(([name, item, error]) =>
    refused(
      { name: `a write is refused for ${name}`, source: parity, tables, operation: 'PutItem' },
      { TableName: '«tenants»', Item: { pk: { S: 'bad' }, ...item } },
      error,
    ),
  ),
  ...units,
]
