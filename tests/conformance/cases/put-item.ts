import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item } from '../case.ts'
import { conditionFailed, invalid, parameter } from '../errors.ts'
import { documentation, dynalite, parity } from '../sources.ts'
import { B, base64, L, M, N, NULL, S, SS } from '../values.ts'

const page = documentation('PutItem')

const item = { pk: S('k'), v: S('new') }

const old = { pk: S('k'), v: S('old'), w: N(1) }

const hash = { TableName: '«hash»' }

const read = step('GetItem', { ...hash, Key: { pk: S('k') } }, { Item: item })

const behaviour: readonly ConformanceCase[] = [
  {
    name: 'PutItem answers an empty object and stores the item',
    source: page,
    steps: [step('PutItem', { ...hash, Item: item }, {}), read],
  },
  {
    name: 'PutItem replaces the whole item',
    source: page,
    given: { hash: [old] },
    steps: [step('PutItem', { ...hash, Item: item }, {}), read],
  },
  {
    name: 'PutItem with ALL_OLD gives the item that was replaced',
    source: page,
    given: { hash: [old] },
    steps: [step('PutItem', { ...hash, Item: item, ReturnValues: 'ALL_OLD' }, { Attributes: old }), read],
  },
  {
    name: 'PutItem with ALL_OLD gives nothing for a new item',
    source: page,
    steps: [step('PutItem', { ...hash, Item: item, ReturnValues: 'ALL_OLD' }, {})],
  },
  {
    name: 'PutItem with NONE gives nothing',
    source: page,
    given: { hash: [old] },
    steps: [step('PutItem', { ...hash, Item: item, ReturnValues: 'NONE' }, {})],
  },
  {
    name: 'items with one partition key and different sort keys are different items',
    source: page,
    steps: [
      step('PutItem', { TableName: '«range»', Item: { pk: S('p'), sk: S('1') } }, {}),
      step('PutItem', { TableName: '«range»', Item: { pk: S('p'), sk: S('2') } }, {}),
      step('Scan', { TableName: '«range»', Select: 'COUNT' }, { Count: 2, ScannedCount: 2 }),
    ],
  },
  {
    name: 'a table may be named by its ARN',
    source: page,
    steps: [
      step('PutItem', { TableName: '«hash:arn»', Item: item }, {}),
      step('GetItem', { TableName: '«hash:arn»', Key: { pk: S('k') } }, { Item: item }),
      read,
    ],
  },
  {
    name: 'a condition that holds allows the put',
    source: page,
    steps: [
      step('PutItem', { ...hash, Item: item, ConditionExpression: 'attribute_not_exists(pk)' }, {}),
      read,
    ],
  },
  {
    name: 'a condition that fails leaves the item as it was',
    source: page,
    given: { hash: [old] },
    steps: [
      refusal(
        'PutItem',
        { ...hash, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
        conditionFailed,
      ),
      step('GetItem', { ...hash, Key: { pk: S('k') } }, { Item: old }),
    ],
  },
  {
    name: 'a failed condition gives the item when asked',
    source: page,
    given: { hash: [old] },
    steps: [
      refusal(
        'PutItem',
        {
          ...hash,
          Item: item,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        { ...conditionFailed, fields: { Item: old } },
      ),
    ],
  },
  {
    name: 'a failed condition gives no item when there is none',
    source: page,
    steps: [
      refusal(
        'PutItem',
        {
          ...hash,
          Item: item,
          ConditionExpression: 'attribute_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        conditionFailed,
      ),
    ],
  },
  {
    name: 'ReturnValuesOnConditionCheckFailure changes nothing on success',
    source: page,
    steps: [
      step(
        'PutItem',
        {
          ...hash,
          Item: item,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        {},
      ),
    ],
  },
  {
    name: 'ItemCollectionMetrics are given for a table with a local index',
    source: parity,
    steps: [
      step(
        'PutItem',
        { TableName: '«indexed»', Item: { pk: S('p'), sk: S('1') }, ReturnItemCollectionMetrics: 'SIZE' },
        { ItemCollectionMetrics: { ItemCollectionKey: { pk: S('p') }, SizeEstimateRangeGB: [0, 1] } },
      ),
    ],
  },
  {
    name: 'ItemCollectionMetrics are not given for a table without local indexes',
    source: page,
    steps: [step('PutItem', { ...hash, Item: item, ReturnItemCollectionMetrics: 'SIZE' }, {})],
  },
]

const missing = (name: string): ExpectedError => invalid(parameter(`Missing the key ${name} in the item`))

const mismatch = (actual: string): ExpectedError =>
  invalid(parameter(`Type mismatch for key pk expected: S actual: ${actual}`))

const emptyKey = (kind: string, name: string): ExpectedError =>
  invalid(
    `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: ${name}`,
  )

const hashTooLong = invalid(parameter('Size of hashkey has exceeded the maximum size limit of2048 bytes'))

const rangeTooLong = invalid(
  parameter('Aggregated size of all range keys has exceeded the size limit of 1024 bytes'),
)

const keys: readonly [string, string, Item, ExpectedError][] = [
  ['no partition key', '«hash»', { v: S('x') }, missing('pk')],
  ['no sort key', '«range»', { pk: S('p') }, missing('sk')],
  ['no key at all', '«range»', { v: S('x') }, missing('pk')],
  ['no attributes', '«hash»', {}, missing('pk')],
  ['a number for a string key', '«hash»', { pk: N(1) }, mismatch('N')],
  ['a binary for a string key', '«hash»', { pk: B('AA==') }, mismatch('B')],
  ['a list for a key', '«hash»', { pk: L() }, mismatch('L')],
  ['a map for a key', '«hash»', { pk: M({}) }, mismatch('M')],
  ['a set for a key', '«hash»', { pk: SS('a') }, mismatch('SS')],
  ['null for a key', '«hash»', { pk: NULL }, mismatch('NULL')],
  ['true for a key', '«hash»', { pk: { BOOL: true } }, mismatch('BOOL')],
  [
    'a string for a number sort key',
    '«rangeN»',
    { pk: S('p'), sk: S('1') },
    invalid(parameter('Type mismatch for key sk expected: N actual: S')),
  ],
  ['an empty string key', '«hash»', { pk: S('') }, emptyKey('string', 'pk')],
  ['an empty string sort key', '«range»', { pk: S('p'), sk: S('') }, emptyKey('string', 'sk')],
  ['an empty binary key', '«hashB»', { pk: B('') }, emptyKey('binary', 'pk')],
  ['an empty binary sort key', '«rangeB»', { pk: S('p'), sk: B('') }, emptyKey('binary', 'sk')],
  ['a partition key of 2,049 bytes', '«hash»', { pk: S('x'.repeat(2049)) }, hashTooLong],
  [
    'a partition key of 2,049 bytes in fewer characters',
    '«hash»',
    { pk: S(`${'é'.repeat(1024)}x`) },
    hashTooLong,
  ],
  ['a sort key of 1,025 bytes', '«range»', { pk: S('p'), sk: S('x'.repeat(1025)) }, rangeTooLong],
  [
    'a binary sort key of 1,025 bytes',
    '«rangeB»',
    { pk: S('p'), sk: B(base64('x'.repeat(1025))) },
    rangeTooLong,
  ],
  ['a missing partition key is told before a bad sort key', '«range»', { sk: N(1) }, missing('pk')],
]

const keyCases = keys.map(([name, table, bad, error]) =>
  refused(
    {
      name: `PutItem refuses ${name}`,
      source: name.includes('bytes') ? dynalite : parity,
      operation: 'PutItem',
    },
    { TableName: table, Item: bad },
    error,
  ),
)

const edges: readonly ConformanceCase[] = [
  ['a partition key of 2,048 bytes', '«hash»', { pk: S('x'.repeat(2048)) }],
  ['a partition key of 2,048 bytes in 1,024 characters', '«hash»', { pk: S('é'.repeat(1024)) }],
  ['a sort key of 1,024 bytes', '«range»', { pk: S('p'), sk: S('x'.repeat(1024)) }],
  ['a binary sort key of 1,024 bytes', '«rangeB»', { pk: S('p'), sk: B(base64('x'.repeat(1024))) }],
].map(([name, table, key]) => ({
  name: `PutItem accepts ${name}`,
  source: documentation('Service quotas: partition and sort keys'),
  steps: [
    step('PutItem', { TableName: table, Item: key }, {}),
    step('GetItem', { TableName: table, Key: key }, { Item: key }),
  ],
})) as readonly ConformanceCase[]

export const putItem: readonly ConformanceCase[] = [...behaviour, ...keyCases, ...edges]
