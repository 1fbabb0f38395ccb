import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import { invalid, maxValue, minLength, minValue, namePattern, violation } from '../errors.ts'
import { tableOf } from '../fixtures.ts'
import { any, matching, numberWhere, oneOf, partial, unordered } from '../matchers.ts'
import { alternator, captured, documentation, dynalite, extendDb, parity } from '../sources.ts'

const definition = tableOf({ attributes: { pk: 'S' }, hash: 'pk' })
const tables = { list1: definition, list2: definition, list3: definition }

const listing: readonly ConformanceCase[] = [
  {
    name: 'ListTables gives names in order, page by page',
    source: documentation('ListTables'),
    tables,
    steps: [
      step(
        'ListTables',
        { ExclusiveStartTableName: '«list0»', Limit: 2 },
        { TableNames: ['«list1»', '«list2»'], LastEvaluatedTableName: '«list2»' },
      ),
      step(
        'ListTables',
        { ExclusiveStartTableName: '«list2»', Limit: 1 },
        partial({ TableNames: ['«list3»'] }),
      ),
    ],
  },
  {
    name: 'ListTables can begin after a name that is not a table',
    source: dynalite,
    tables,
    steps: [
      step(
        'ListTables',
        { ExclusiveStartTableName: '«list11»', Limit: 1 },
        partial({ TableNames: ['«list2»'] }),
      ),
    ],
  },
  {
    name: 'ListTables takes an empty input',
    source: dynalite,
    tables: { list1: definition },
    steps: [step('ListTables', {}, partial({ TableNames: any }))],
  },
  ...[
    [0, minValue(1)],
    [-1, minValue(1)],
    [101, maxValue(100)],
  ].map(([limit, constraint]) =>
    refused(
      { name: `ListTables refuses a limit of ${limit}`, source: dynalite, operation: 'ListTables' },
      { Limit: limit },
      violation(String(limit), 'limit', String(constraint)),
    ),
  ),
  refused(
    {
      name: 'ListTables refuses a starting name with bad characters',
      source: dynalite,
      operation: 'ListTables',
    },
    { ExclusiveStartTableName: 'abc;' },
    violation('abc;', 'exclusiveStartTableName', namePattern),
  ),
  refused(
    {
      name: 'ListTables refuses a starting name of two characters',
      source: dynalite,
      operation: 'ListTables',
    },
    { ExclusiveStartTableName: 'ab' },
    violation('ab', 'exclusiveStartTableName', minLength(3)),
  ),
]

const positive = numberWhere('a positive number', (value) => value > 0)
const account: readonly ConformanceCase[] = [
  answered(
    {
      name: 'DescribeLimits gives the four maxima',
      source: documentation('DescribeLimits'),
      operation: 'DescribeLimits',
    },
    {},
    {
      AccountMaxReadCapacityUnits: positive,
      AccountMaxWriteCapacityUnits: positive,
      TableMaxReadCapacityUnits: positive,
      TableMaxWriteCapacityUnits: positive,
    },
  ),
  answered(
    {
      name: 'DescribeEndpoints gives one address without a scheme',
      source: alternator,
      operation: 'DescribeEndpoints',
    },
    {},
    { Endpoints: [{ Address: matching(/^[^/]+$/), CachePeriodInMinutes: positive }] },
  ),
]

const arn = { ResourceArn: '«tagged:arn»' }
const tagged = { tagged: definition }
const tag = (key: string, value: string): Fields => ({ Key: key, Value: value })
const list = (...tags: Fields[]): ReturnType<typeof step> =>
  step('ListTagsOfResource', arn, { Tags: unordered(tags) })
const numbered = (from: number, to: number): Fields[] =>
  Array.from({ length: to - from }, (_, at) => tag(`k${from + at}`, 'v'))

const wide = ({ Key }: Fields): Fields => ({ Key, Value: 'v'.repeat(256) })

const tagging: readonly ConformanceCase[] = [
  {
    name: 'tags are added, replaced, listed and removed',
    source: documentation('TagResource'),
    tables: tagged,
    steps: [
      list(),
      step('TagResource', { ...arn, Tags: [tag('a', '1'), tag('b', '')] }, ''),
      list(tag('a', '1'), tag('b', '')),
      step('TagResource', { ...arn, Tags: [tag('a', '2'), tag('c', ' ')] }, ''),
      list(tag('a', '2'), tag('b', ''), tag('c', ' ')),
      step('UntagResource', { ...arn, TagKeys: ['b', 'nothing'] }, ''),
      list(tag('a', '2'), tag('c', ' ')),
    ],
  },
  {
    name: 'tags may be unicode and up to 128 and 256 characters long',
    source: alternator,
    tables: tagged,
    steps: [
      step('TagResource', { ...arn, Tags: [tag('é'.repeat(128), '漢'.repeat(256))] }, ''),
      list(tag('é'.repeat(128), '漢'.repeat(256))),
    ],
  },
  {
    name: 'a table has at most fifty tags, counting what it had',
    source: alternator,
    tables: tagged,
    steps: [
      step('TagResource', { ...arn, Tags: numbered(0, 30) }, ''),
      step('TagResource', { ...arn, Tags: numbered(20, 40) }, ''),
      refusal(
        'TagResource',
        { ...arn, Tags: numbered(40, 60) },
        invalid(matching(/Number of Tags exceed the current limit for the provided ResourceArn/)),
      ),
      step('TagResource', { ...arn, Tags: numbered(40, 50) }, ''),
    ],
  },
  {
    name: 'an invented page token for tags is ignored',
    source: captured,
    tables: tagged,
    steps: [step('ListTagsOfResource', { ...arn, NextToken: 'bogus' }, { Tags: [] })],
  },
  {
    name: 'the tags of a table are at most ten kilobytes, counting what it had',
    source: captured,
    tables: tagged,
    steps: [
      step('TagResource', { ...arn, Tags: numbered(0, 30).map(wide) }, ''),
      refusal(
        'TagResource',
        { ...arn, Tags: numbered(30, 50).map(wide) },
        invalid(matching(/^Tag set size \d+ bytes is above max size limit of 10240 bytes$/)),
      ),
    ],
  },
  {
    name: 'tags are deleted with their table',
    source: documentation('Tagging'),
    tables: tagged,
    steps: [
      step('TagResource', { ...arn, Tags: [tag('a', '1')] }, ''),
      step('DeleteTable', { TableName: '«tagged»' }),
      step('CreateTable', { TableName: '«tagged»', ...definition }),
      list(),
    ],
  },
]

const invalidArn = 'One or more parameter values were invalid: '
const notAllowed = (text: string): ExpectedError => invalid(text)
const tagRefusals: readonly [
  string,
  'TagResource' | 'UntagResource' | 'ListTagsOfResource',
  Fields,
  ExpectedError,
  string?,
][] = [
  [
    'no tags',
    'TagResource',
    { ...arn, Tags: [] },
    notAllowed('Atleast one Tag needs to be provided as Input.'),
  ],
  [
    'no tag keys',
    'UntagResource',
    { ...arn, TagKeys: [] },
    notAllowed('Atleast one Tag Key needs to be provided as Input.'),
  ],
  ['missing tags', 'TagResource', arn, violation(null, 'tags', 'Member must not be null'), dynalite],
  ['missing tag keys', 'UntagResource', arn, violation(null, 'tagKeys', 'Member must not be null'), dynalite],
  [
    'more keys than a table can have',
    'UntagResource',
    { ...arn, TagKeys: Array.from({ length: 51 }, (_, at) => `key${at}`) },
    invalid('Number of Tags exceed the current limit for the provided ResourceArn'),
    captured,
  ],
  [
    'a key that begins with aws:',
    'TagResource',
    { ...arn, Tags: [tag('aws:x', 'v')] },
    notAllowed('Tag Key cannot be prefixed with aws:, Key: aws:x'),
  ],
  [
    'a key twice',
    'TagResource',
    { ...arn, Tags: [tag('a', '1'), tag('a', '2')] },
    notAllowed('Duplicate Tag Keys provided as input: Duplicate Tag Key found a'),
  ],
  [
    'a key with bad characters',
    'TagResource',
    { ...arn, Tags: [tag('#!%', 'v')] },
    notAllowed('The Tag Key provided is invalid, Key: #!%'),
  ],
  [
    'a value with bad characters',
    'TagResource',
    { ...arn, Tags: [tag('a', '!%')] },
    notAllowed('The Tag Value provided is invalid, Value: !%'),
  ],
  ['an empty key', 'TagResource', { ...arn, Tags: [tag('', 'v')] }, invalid(matching(/./)), alternator],
  ['a missing value', 'TagResource', { ...arn, Tags: [{ Key: 'a' }] }, invalid(matching(/./)), alternator],
  [
    'a key of 129 characters',
    'TagResource',
    { ...arn, Tags: [tag('k'.repeat(129), 'v')] },
    invalid(matching(/./)),
    alternator,
  ],
  [
    'a value of 257 characters',
    'TagResource',
    { ...arn, Tags: [tag('k', 'v'.repeat(257))] },
    invalid(matching(/./)),
    alternator,
  ],
  [
    '51 tags',
    'TagResource',
    { ...arn, Tags: numbered(0, 51) },
    invalid(matching(/Number of Tags exceed the current limit for the provided ResourceArn/)),
  ],
  [
    'an index ARN',
    'TagResource',
    { ResourceArn: '«tagged:arn»/index/x', Tags: [tag('a', '1')] },
    invalid(
      oneOf(
        `${invalidArn}Invalid resource arn provided, only table or stream is accepted. Provided resource arn: «tagged:arn»/index/x`,
        'Invalid TableArn: Invalid ResourceArn provided as input «tagged:arn»/index/x',
      ),
    ),
    alternator,
  ],
  [
    'an ARN of a backup',
    'TagResource',
    { ResourceArn: '«tagged:arn»/backup/01700000000000-00000000', Tags: [tag('a', '1')] },
    invalid(
      `${invalidArn}Provided Arn is not a DynamoDB resource arn: «tagged:arn»/backup/01700000000000-00000000`,
    ),
    captured,
  ],
  [
    'an ARN of another service',
    'TagResource',
    { ResourceArn: 'arn:aws:s3:::bucket', Tags: [tag('a', '1')] },
    { name: 'AccessDeniedException', message: matching(/./) },
    extendDb,
  ],
  [
    'an unknown table',
    'TagResource',
    { ResourceArn: '«absent:arn»', Tags: [tag('a', '1')] },
    {
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: ResourceArn: «absent:arn» not found',
    },
    captured,
  ],
  [
    'an unknown table',
    'ListTagsOfResource',
    { ResourceArn: '«absent:arn»' },
    {
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: ResourceArn: «absent:arn» not found',
    },
    captured,
  ],
  [
    'an unknown table',
    'UntagResource',
    { ResourceArn: '«absent:arn»', TagKeys: ['a'] },
    {
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: ResourceArn: «absent:arn» not found',
    },
    captured,
  ],
  [
    'no ARN',
    'ListTagsOfResource',
    {},
    invalid(
      oneOf(
        'Invalid TableArn',
        "1 validation error detected: Value null at 'resourceArn' failed to satisfy constraint: Member must not be null",
      ),
    ),
    dynalite,
  ],
]

const tagRefusalCases = tagRefusals.map(([name, operation, input, error, source]) =>
  refused(
    { name: `${operation} refuses ${name}`, source: source ?? parity, tables: tagged, operation },
    input,
    error,
  ),
)

const tooManyAtCreation: ConformanceCase = {
  name: 'a table with 51 tags is not created',
  source: alternator,
  steps: [
    refusal(
      'CreateTable',
      { TableName: '«made»', ...definition, Tags: numbered(0, 51) },
      invalid(matching(/./)),
    ),
    refusal(
      'DescribeTable',
      { TableName: '«made»' },
      { name: 'ResourceNotFoundException', message: 'Requested resource not found: Table: «made» not found' },
    ),
  ],
}

export const accountOperations: readonly ConformanceCase[] = [
  ...listing,
  ...account,
  ...tagging,
  ...tagRefusalCases,
  tooManyAtCreation,
]
