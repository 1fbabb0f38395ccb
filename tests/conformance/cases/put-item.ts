import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item } from '../case.ts'
import {
  capacityModes,
  conditionFailed,
  enumSet,
  enveloped,
  invalid,
  maxLength,
  minLength,
  namePattern,
  notFound,
  notNull,
  parameter,
  violation,
  violationText,
} from '../errors.ts'
import { matching } from '../matchers.ts'
import { documentation, dynalite, extendDb, parity } from '../sources.ts'
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
    name: 'a condition that holds lets the item through',
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

const badReturn = enumSet('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')
const currentReturn =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]'
const metricsModes = enumSet('SIZE', 'NONE')
const expressionsOnly = 'can only be specified when using expressions'

/** [what, the input beside TableName and Item, the error] */
const parameters: readonly [string, { [name: string]: unknown }, ExpectedError][] = [
  ['ALL_NEW', { ReturnValues: 'ALL_NEW' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  ['UPDATED_OLD', { ReturnValues: 'UPDATED_OLD' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  ['UPDATED_NEW', { ReturnValues: 'UPDATED_NEW' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  [
    'an unknown ReturnConsumedCapacity',
    { ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'ReturnConsumedCapacity in lower case',
    { ReturnConsumedCapacity: 'total' },
    violation('total', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'an unknown ReturnItemCollectionMetrics',
    { ReturnItemCollectionMetrics: 'INVALID' },
    violation('INVALID', 'returnItemCollectionMetrics', metricsModes),
  ],
  [
    'an unknown ReturnValuesOnConditionCheckFailure',
    { ReturnValuesOnConditionCheckFailure: 'BOGUS' },
    violation('BOGUS', 'returnValuesOnConditionCheckFailure', enumSet('ALL_OLD', 'NONE')),
  ],
  [
    'an unknown ReturnValues',
    { ReturnValues: 'INVALID' },
    invalid(
      `1 validation error detected: ${currentReturn}`,
      `1 validation error detected: ${violationText('INVALID', 'returnValues', badReturn)}`,
    ),
  ],
  [
    'three unknown modes at once',
    { ReturnValues: 'INVALID', ReturnConsumedCapacity: 'INVALID', ReturnItemCollectionMetrics: 'INVALID' },
    invalid(
      `3 validation errors detected: ${violationText('INVALID', 'returnConsumedCapacity', capacityModes)}; ${currentReturn}; ${violationText('INVALID', 'returnItemCollectionMetrics', metricsModes)}`,
      matching(
        /^3 validation errors detected: .*'returnValues'.*'returnItemCollectionMetrics'|^3 validation errors detected: .*'returnConsumedCapacity'/,
      ),
    ),
  ],
  [
    'values without an expression',
    { ExpressionAttributeValues: { ':v': S('x') } },
    enveloped(
      `ExpressionAttributeValues ${expressionsOnly}`,
      `ExpressionAttributeValues ${expressionsOnly}: ConditionExpression is null`,
    ),
  ],
  [
    'names without an expression',
    { ExpressionAttributeNames: { '#n': 'x' } },
    enveloped(`ExpressionAttributeNames ${expressionsOnly}`),
  ],
  [
    'empty values',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: {} },
    enveloped('ExpressionAttributeValues must not be empty'),
  ],
  [
    'empty names',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: {} },
    enveloped('ExpressionAttributeNames must not be empty'),
  ],
  [
    'an unused name',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#unused': 'x' } },
    enveloped('Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}'),
  ],
  [
    'an unused value',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':unused': S('x') } },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}'),
  ],
  [
    'two unused values',
    {
      ConditionExpression: 'a = :b',
      ExpressionAttributeValues: { ':a': S('x'), ':b': S('x'), ':c': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :c}'),
  ],
  [
    'an unused name before an unused value',
    {
      ConditionExpression: 'attribute_exists(a)',
      ExpressionAttributeNames: { '#u': 'x' },
      ExpressionAttributeValues: { ':u': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeNames unused in expressions: keys: {#u}'),
  ],
  [
    'a value that is used only where evaluation does not come',
    {
      ConditionExpression: 'attribute_exists(a) OR b = :b',
      ExpressionAttributeValues: { ':b': S('x'), ':u': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}'),
  ],
  [
    'a value placeholder without a colon',
    { ConditionExpression: 'a = :v', ExpressionAttributeValues: { v: S('x') } },
    enveloped('ExpressionAttributeValues contains invalid key: Syntax error; key: "v"'),
  ],
  [
    'a name placeholder without #',
    { ConditionExpression: 'attribute_exists(#n)', ExpressionAttributeNames: { n: 'x' } },
    enveloped('ExpressionAttributeNames contains invalid key: Syntax error; key: "n"'),
  ],
  [
    'a name placeholder that is only #',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#': 'x' } },
    enveloped('ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'),
  ],
  [
    'a name placeholder with a hyphen',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#a-b': 'x' } },
    enveloped('ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b"'),
  ],
  [
    'a value placeholder that is only a colon',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':': S('x') } },
    enveloped('ExpressionAttributeValues contains invalid key: Syntax error; key: ":"'),
  ],
  [
    'a name placeholder of 256 bytes',
    {
      ConditionExpression: 'attribute_exists(a)',
      ExpressionAttributeNames: { [`#${'n'.repeat(255)}`]: 'x' },
    },
    enveloped(
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256',
    ),
  ],
  [
    'a name placeholder for an empty name',
    { ConditionExpression: 'attribute_exists(#n)', ExpressionAttributeNames: { '#n': '' } },
    enveloped('ExpressionAttributeNames contains invalid value: Empty attribute name for key #n'),
  ],
  [
    'Expected beside a condition',
    { ConditionExpression: 'attribute_exists(a)', Expected: {} },
    enveloped(
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
    ),
  ],
  [
    'Expected beside an empty condition',
    { ConditionExpression: '', Expected: { a: { Exists: false } } },
    enveloped(
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
    ),
  ],
]

const parameterCases = parameters.map(([name, extra, error]) =>
  refused(
    {
      name: `PutItem refuses ${name}`,
      source: name.includes('placeholder') ? extendDb : parity,
      operation: 'PutItem',
    },
    { ...hash, Item: item, ...extra },
    error,
  ),
)

const tableNames: readonly [string, { [name: string]: unknown }, ExpectedError][] = [
  ['no table name', { Item: item }, violation(null, 'tableName', notNull)],
  ['no item', { TableName: '«hash»' }, violation(null, 'item', notNull)],
  [
    'an empty table name',
    { TableName: '', Item: item },
    invalid(
      `1 validation error detected: Value at 'TableName' failed to satisfy constraint: ${minLength(1)}`,
      `1 validation error detected: ${violationText('', 'tableName', minLength(1))}`,
    ),
  ],
  [
    'a table name of 256 characters',
    { TableName: 'a'.repeat(256), Item: item },
    violation('a'.repeat(256), 'tableName', maxLength(255)),
  ],
  [
    'a table name with bad characters',
    { TableName: 'bad table!@#', Item: item },
    violation('bad table!@#', 'tableName', namePattern),
  ],
  ['a table that is not there', { TableName: '«absent»', Item: item }, notFound],
  [
    'a malformed condition before an unknown table',
    { TableName: '«absent»', Item: item, ConditionExpression: 'a =' },
    enveloped('Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "="'),
  ],
  [
    'a bad value before an unknown table',
    { TableName: '«absent»', Item: { pk: S('k'), v: N('abc') } },
    enveloped('The parameter cannot be converted to a numeric value: abc'),
  ],
  ['an unknown table before a missing key', { TableName: '«absent»', Item: { v: S('x') } }, notFound],
  [
    'an unused value before an unknown table',
    {
      TableName: '«absent»',
      Item: item,
      ConditionExpression: 'attribute_exists(a)',
      ExpressionAttributeValues: { ':u': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}'),
  ],
  [
    'a bad key before a failing condition',
    { ...hash, Item: { pk: N(1) }, ConditionExpression: 'attribute_exists(a)' },
    mismatch('N'),
  ],
]

const tableNameCases = tableNames.map(([name, input, error]) =>
  refused({ name: `PutItem tells of ${name}`, source: parity, operation: 'PutItem' }, input, error),
)

export const putItem: readonly ConformanceCase[] = [
  ...behaviour,
  ...keyCases,
  ...edges,
  ...parameterCases,
  ...tableNameCases,
]
