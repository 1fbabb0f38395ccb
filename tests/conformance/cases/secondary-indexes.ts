import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item } from '../case.ts'
import { cancelled, faulty, invalid, parameter } from '../errors.ts'
import { matching, partial, unordered } from '../matchers.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { B, base64, L, M, N, S } from '../values.ts'

const gsi = documentation('Global secondary indexes')
const lsi = documentation('Local secondary indexes')

const full: Item = {
  pk: S('p'),
  sk: S('1'),
  a: S('a1'),
  b: N(5),
  bin: B('AQ=='),
  g: S('g'),
  h: N(7),
  x: S('x'),
  y: S('y'),
  z: S('z'),
}
const { pk, sk, a, b, bin, g, h, x, y } = full as { [name: string]: { [type: string]: string } }

/** What each index gives of the full item. */
const views: readonly [string, string, Fields, Item][] = [
  ['globalAll', 'g = :k', { ':k': S('g') }, full],
  ['globalKeys', 'g = :k', { ':k': S('g') }, { pk, sk, g } as Item],
  ['globalInclude', 'h = :k', { ':k': N(7) }, { pk, sk, h, a, x, y } as Item],
  ['localAll', 'pk = :k', { ':k': S('p') }, full],
  ['localKeys', 'pk = :k', { ':k': S('p') }, { pk, sk, b } as Item],
  ['localInclude', 'pk = :k', { ':k': S('p') }, { pk, sk, bin, x } as Item],
]

const viewCases = views.flatMap(([index, condition, values, view]): ConformanceCase[] => [
  answered(
    {
      name: `Query on ${index} gives what is projected`,
      source: index.startsWith('g') ? gsi : lsi,
      given: { indexed: [full] },
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
      given: { indexed: [full] },
      operation: 'Scan',
    },
    { TableName: '«indexed»', IndexName: index },
    { Items: [view], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: `Query on ${index} with ALL_PROJECTED_ATTRIBUTES gives the same`,
      source: alternator,
      given: { indexed: [full] },
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
        given: { indexed: [without(full, name)] },
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
    given: { indexed: [full] },
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
    name: 'an index entry goes when its key attribute is removed, and comes back',
    source: gsi,
    given: { indexed: [full] },
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
    given: { indexed: [full] },
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
    given: { indexed: [full] },
    steps: [
      step('PutItem', { TableName: '«indexed»', Item: { ...full, x: S('changed') } }, {}),
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
        { RequestItems: { '«indexed»': [{ PutRequest: { Item: full } }] } },
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

/** Local indexes reach back to the table; global ones cannot. */
const reach: readonly ConformanceCase[] = [
  answered(
    {
      name: 'a local index gives all attributes when asked',
      source: lsi,
      given: { indexed: [full] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: 'localKeys',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': S('p') },
      Select: 'ALL_ATTRIBUTES',
    },
    { Items: [full], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: 'a local index gives attributes that are not projected',
      source: lsi,
      given: { indexed: [full] },
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
      given: { indexed: [full] },
      operation: 'Query',
    },
    {
      TableName: '«indexed»',
      IndexName: 'globalAll',
      KeyConditionExpression: 'g = :g',
      ExpressionAttributeValues: { ':g': S('g') },
      Select: 'ALL_ATTRIBUTES',
    },
    { Items: [full], Count: 1, ScannedCount: 1 },
  ),
  answered(
    {
      name: 'a filter on a global index may use table keys that are not index keys',
      source: gsi,
      given: { indexed: [full] },
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
      given: { indexed: [full] },
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
      given: { indexed: [full] },
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
]

const wrong = (name: string, expected: string, actual: string, index: string): string =>
  parameter(`Type mismatch for Index Key ${name} Expected: ${expected} Actual: ${actual} IndexName: ${index}`)
const emptyPut = (kind: string, index: string, name: string): string =>
  `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value. IndexName: ${index}, IndexKey: ${name}`
const emptyUpdate = (kind: string): string =>
  `One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value.`

const badValues: readonly [string, Item, string][] = [
  ['a number for a string index key', { g: N(1) }, wrong('g', 'S', 'N', 'globalAll')],
  ['a list for an index key', { g: L() }, wrong('g', 'S', 'L', 'globalAll')],
  ['a map for an index key', { h: M({}) }, wrong('h', 'N', 'M', 'globalAll')],
  ['a string for a number key of a local index', { b: S('1') }, wrong('b', 'N', 'S', 'localKeys')],
  ['a string for a binary key of a local index', { bin: S('1') }, wrong('bin', 'B', 'S', 'localInclude')],
  ['an empty string for an index key', { g: S('') }, emptyPut('string', 'globalAll', 'g')],
  ['an empty binary for an index key', { bin: B('') }, emptyPut('binary', 'localInclude', 'bin')],
]

const badCases = badValues.flatMap(([name, bad, message]): ConformanceCase[] => {
  const item = { pk: S('p'), sk: S('1'), ...bad }
  const [attribute, value] = Object.entries(bad)[0] ?? ['', {}]
  const isEmpty = message.includes('cannot contain an empty')
  const update = {
    ...key,
    UpdateExpression: `SET ${attribute} = :v`,
    ExpressionAttributeValues: { ':v': value },
  }
  const updateMessage = isEmpty ? emptyUpdate(message.includes('binary') ? 'binary' : 'string') : message
  return [
    refused(
      { name: `PutItem refuses ${name}`, source: parity, operation: 'PutItem' },
      { TableName: '«indexed»', Item: item },
      invalid(message),
    ),
    refused(
      { name: `BatchWriteItem refuses ${name}`, source: parity, operation: 'BatchWriteItem' },
      { RequestItems: { '«indexed»': [{ PutRequest: { Item: item } }] } },
      invalid(message),
    ),
    refused(
      { name: `UpdateItem refuses ${name}`, source: parity, operation: 'UpdateItem' },
      update,
      invalid(updateMessage),
    ),
    refused(
      { name: `a transaction refuses to put ${name}`, source: parity, operation: 'TransactWriteItems' },
      { TransactItems: [{ Put: { TableName: '«indexed»', Item: item } }] },
      isEmpty ? invalid(message) : cancelled(faulty(message)),
    ),
    refused(
      { name: `a transaction refuses to set ${name}`, source: parity, operation: 'TransactWriteItems' },
      { TransactItems: [{ Update: update }] },
      isEmpty ? invalid(updateMessage) : cancelled(faulty(message)),
    ),
  ]
})

const limits: readonly [string, Item, ExpectedError][] = [
  ['a global index partition key of 2,049 bytes', { g: S('x'.repeat(2049)) }, invalid(matching(/2048/))],
  ['a global index sort key of 1,025 bytes', { h: N(1), a: S('x'.repeat(1025)) }, invalid(matching(/1024/))],
  ['a local index sort key of 1,025 bytes', { bin: B(base64('x'.repeat(1025))) }, invalid(matching(/1024/))],
]
const limitCases = limits.map(([name, extra, error]) =>
  refused(
    { name: `PutItem refuses ${name}`, source: alternator, operation: 'PutItem' },
    { TableName: '«indexed»', Item: { pk: S('p'), sk: S('1'), ...extra } },
    error,
  ),
)

const others: readonly ConformanceCase[] = [
  {
    name: 'sort keys of table and index may each have 1,024 bytes',
    source: alternator,
    steps: [
      step(
        'PutItem',
        { TableName: '«indexed»', Item: { pk: S('p'), sk: S('x'.repeat(1024)), a: S('y'.repeat(1024)) } },
        {},
      ),
    ],
  },
  refused(
    {
      name: 'an update through an index key attribute is refused',
      source: alternator,
      operation: 'UpdateItem',
    },
    { ...key, UpdateExpression: 'SET g.x = :v', ExpressionAttributeValues: { ':v': S('v') } },
    invalid(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: g",
    ),
  ),
  {
    name: 'a computed value of the wrong type for an index key is refused',
    source: dynalite,
    given: { indexed: [{ pk: S('p'), sk: S('1'), n: N(1) }] },
    steps: [
      refusal(
        'UpdateItem',
        { ...key, UpdateExpression: 'SET g = n' },
        invalid('The update expression attempted to update the secondary index key to unsupported type'),
      ),
    ],
  },
  {
    name: 'ADD to a number index key moves the entry',
    source: gsi,
    given: { indexed: [full] },
    steps: [
      step(
        'UpdateItem',
        { ...key, UpdateExpression: 'ADD h :v', ExpressionAttributeValues: { ':v': N(1) } },
        {},
      ),
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'globalInclude',
          KeyConditionExpression: 'h = :h',
          ExpressionAttributeValues: { ':h': N(8) },
          Select: 'COUNT',
        },
        { Count: 1, ScannedCount: 1 },
      ),
    ],
  },
]

export const secondaryIndexes: readonly ConformanceCase[] = [
  ...viewCases,
  ...sparse,
  ...maintenance,
  ties,
  ...reach,
  ...badCases,
  ...limitCases,
  ...others,
]
