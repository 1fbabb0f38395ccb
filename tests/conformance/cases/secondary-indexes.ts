import { answered, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item } from '../case.ts'
import { indexedItem } from '../fixtures.ts'
import { partial, unordered } from '../matchers.ts'
import { alternator, documentation, dynalite } from '../sources.ts'
import { N, S } from '../values.ts'

const gsi = documentation('Global secondary indexes')

const lsi = documentation('Local secondary indexes')

const { pk, sk, a, b, bin, g, h, x, y } = indexedItem as { [name: string]: { [type: string]: string } }

/** The attributes of the full item that each index returns. */
const views: readonly [string, string, Fields, Item][] = [
  ['globalAll', 'g = :k', { ':k': S('g') }, indexedItem],
  ['globalKeys', 'g = :k', { ':k': S('g') }, { pk, sk, g } as Item],
  ['globalInclude', 'h = :k', { ':k': N(7) }, { pk, sk, h, a, x, y } as Item],
  ['localAll', 'pk = :k', { ':k': S('p') }, indexedItem],
  ['localKeys', 'pk = :k', { ':k': S('p') }, { pk, sk, b } as Item],
  ['localInclude', 'pk = :k', { ':k': S('p') }, { pk, sk, bin, x } as Item],
]

const viewCases = views.flatMap(([index, condition, values, view]): ConformanceCase[] => [
  answered(
    {
      name: `Query on ${index} gives what is projected`,
      source: index.startsWith('g') ? gsi : lsi,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: index,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
    },
    { Items: [view], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: `Scan of ${index} gives what is projected`,
      source: index.startsWith('g') ? gsi : lsi,
      given: { indexed: [indexedItem] },
      operation: 'Scan',
    },
    { TableName: '«indexed»', IndexName: index },
    { Items: [view], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: `Query on ${index} with ALL_PROJECTED_ATTRIBUTES gives the same`,
      source: alternator,
      given: { indexed: [indexedItem] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: index,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
      Select: 'ALL_PROJECTED_ATTRIBUTES',
    },
    { Items: [view], Count: 1, ScannedCount: 1 },
  ),
])

/** An item is in an index only when it has all of the index's key attributes. */
const keysOf: { [index: string]: readonly string[] } = {
  globalAll: ['g', 'h'],
  globalKeys: ['g'],
  globalInclude: ['h', 'a'],
  localAll: ['a'],
  localKeys: ['b'],
  localInclude: ['bin'],
}

const without = (item: Item, name: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name))

const sparse = Object.entries(keysOf).flatMap(([index, names]) =>
  names.map((name) =>
    answered(
      {
        name: `an item without ${name} is not in ${index}`,
        source: alternator,
        given: { indexed: [without(indexedItem, name)] },
        operation: 'Scan',
      },
      { TableName: '«indexed»', IndexName: index, Select: 'COUNT' },
      { Count: 0, ScannedCount: 0 },
    ),
  ),
)

const key = { TableName: '«indexed»', Key: { pk: S('p'), sk: S('1') } }

const queryG = (value: string): Fields => ({
  TableName: '«indexed»',
  IndexName: 'globalKeys',
  KeyConditionExpression: 'g = :g',
  ExpressionAttributeValues: { ':g': S(value) },
})

const maintenance: readonly ConformanceCase[] = [
  {
    name: 'an index entry moves when its key changes',
    source: gsi,
    given: { indexed: [indexedItem] },
    steps: [
      step(
        'UpdateItem',
        { ...key, UpdateExpression: 'SET g = :g', ExpressionAttributeValues: { ':g': S('new') } },
        {},
      ),
      step('Query', queryG('g'), { Items: [], Count: 0, ScannedCount: 0 }),
      step('Query', queryG('new'), { Items: [{ pk, sk, g: S('new') }], Count: 1, ScannedCount: 1 }),
    ],
  },
  {
    name: 'an index entry is removed with its key attribute, and comes back with it',
    source: gsi,
    given: { indexed: [indexedItem] },
    steps: [
      step('UpdateItem', { ...key, UpdateExpression: 'REMOVE g' }, {}),
      step('Query', queryG('g'), { Items: [], Count: 0, ScannedCount: 0 }),
      step(
        'UpdateItem',
        { ...key, UpdateExpression: 'SET g = :g', ExpressionAttributeValues: { ':g': S('g') } },
        {},
      ),
      step('Query', queryG('g'), { Items: [{ pk, sk, g }], Count: 1, ScannedCount: 1 }),
    ],
  },
  {
    name: 'index entries go when the item is deleted',
    source: gsi,
    given: { indexed: [indexedItem] },
    steps: [
      step('DeleteItem', key, {}),
      ...Object.keys(keysOf).map((index) =>
        step(
          'Scan',
          { TableName: '«indexed»', IndexName: index, Select: 'COUNT' },
          { Count: 0, ScannedCount: 0 },
        ),
      ),
    ],
  },
  {
    name: 'a replaced item shows its new projected attributes',
    source: gsi,
    given: { indexed: [indexedItem] },
    steps: [
      step('PutItem', { TableName: '«indexed»', Item: { ...indexedItem, x: S('changed') } }, {}),
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'globalInclude',
          KeyConditionExpression: 'h = :h',
          ExpressionAttributeValues: { ':h': N(7) },
          ProjectionExpression: 'x',
        },
        { Items: [{ x: S('changed') }], Count: 1, ScannedCount: 1 },
      ),
    ],
  },
  {
    name: 'several items may share an index key',
    source: gsi,
    given: { indexed: ['1', '2', '3'].map((id) => ({ pk: S(`p${id}`), sk: S(id), g: S('same') })) },
    steps: [
      step('Query', queryG('same'), {
        Items: unordered(['1', '2', '3'].map((id) => ({ pk: S(`p${id}`), sk: S(id), g: S('same') }))),
        Count: 3,
        ScannedCount: 3,
      }),
    ],
  },
  {
    name: 'an index orders by its own sort key, in both directions',
    source: gsi,
    given: { indexed: [3, 10, -1, 2].map((n) => ({ pk: S(`p${n}`), sk: S('s'), g: S('g'), h: N(n) })) },
    steps: [true, false].map((forward) => {
      const order = forward ? [-1, 2, 3, 10] : [10, 3, 2, -1]
      return step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'globalAll',
          KeyConditionExpression: 'g = :g',
          ExpressionAttributeValues: { ':g': S('g') },
          ScanIndexForward: forward,
          ProjectionExpression: 'h',
        },
        { Items: order.map((n) => ({ h: N(n) })), Count: 4, ScannedCount: 4 },
      )
    }),
  },
  {
    name: 'a batch and a transaction keep indexes too',
    source: gsi,
    steps: [
      step(
        'BatchWriteItem',
        { RequestItems: { '«indexed»': [{ PutRequest: { Item: indexedItem } }] } },
        { UnprocessedItems: {} },
      ),
      step('Query', queryG('g'), partial({ Count: 1 })),
      step('TransactWriteItems', { TransactItems: [{ Delete: key }] }, {}),
      step('Query', queryG('g'), partial({ Count: 0 })),
    ],
  },
  {
    name: 'an index is paged by its own key and the table key together',
    source: gsi,
    given: { indexed: [1, 2, 3].map((n) => ({ pk: S(`p${n}`), sk: S('s'), g: S('g'), h: N(n) })) },
    steps: [
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'globalAll',
          KeyConditionExpression: 'g = :g',
          ExpressionAttributeValues: { ':g': S('g') },
          Limit: 2,
          ProjectionExpression: 'h',
        },
        {
          Items: [{ h: N(1) }, { h: N(2) }],
          Count: 2,
          ScannedCount: 2,
          LastEvaluatedKey: { pk: S('p2'), sk: S('s'), g: S('g'), h: N(2) },
        },
      ),
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'globalAll',
          KeyConditionExpression: 'g = :g',
          ExpressionAttributeValues: { ':g': S('g') },
          ExclusiveStartKey: { pk: S('p2'), sk: S('s'), g: S('g'), h: N(2) },
          ProjectionExpression: 'h',
        },
        { Items: [{ h: N(3) }], Count: 1, ScannedCount: 1 },
      ),
    ],
  },
  {
    name: 'a local index is paged with its sort key in the LastEvaluatedKey',
    source: lsi,
    given: { indexed: [1, 2].map((n) => ({ pk: S('p'), sk: S(`s${n}`), b: N(-n) })) },
    steps: [
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'localKeys',
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': S('p') },
          Limit: 1,
        },
        {
          Items: [{ pk: S('p'), sk: S('s2'), b: N(-2) }],
          Count: 1,
          ScannedCount: 1,
          LastEvaluatedKey: { pk: S('p'), sk: S('s2'), b: N(-2) },
        },
      ),
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'localKeys',
          KeyConditionExpression: 'pk = :p AND b > :b',
          ExpressionAttributeValues: { ':p': S('p'), ':b': N(-2) },
          ConsistentRead: true,
        },
        { Items: [{ pk: S('p'), sk: S('s1'), b: N(-1) }], Count: 1, ScannedCount: 1 },
      ),
    ],
  },
]

/** The order of entries with equal keys in a global index, as recorded on AWS. */
const ties: ConformanceCase = {
  name: 'entries of a global index with equal keys are ordered by a hash of the table key',
  source: dynalite,
  tables: {
    ties: {
      AttributeDefinitions: ['a', 'b', 'c'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'a', KeyType: 'HASH' },
        { AttributeName: 'b', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: [
        {
          IndexName: 'index3',
          KeySchema: [{ AttributeName: 'c', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    },
  },
  given: {
    ties: ['aa', 'bb', 'cd', 'ce', 'da', 'ea'].map((pair) => ({
      a: S(pair.charAt(0)),
      b: S(pair.charAt(1)),
      c: S('c'),
    })),
  },
  steps: [true, false].map((forward) => {
    const order = ['bb', 'aa', 'ce', 'ea', 'da', 'cd']
    return step(
      'Query',
      {
        TableName: '«ties»',
        IndexName: 'index3',
        KeyConditionExpression: 'c = :c',
        ExpressionAttributeValues: { ':c': S('c') },
        ScanIndexForward: forward,
        ProjectionExpression: 'a, b',
      },
      partial({
        Items: (forward ? order : order.reverse()).map((pair) => ({
          a: S(pair.charAt(0)),
          b: S(pair.charAt(1)),
        })),
      }),
    )
  }),
}

export const secondaryIndexes: readonly ConformanceCase[] = [...viewCases, ...sparse, ...maintenance, ties]
