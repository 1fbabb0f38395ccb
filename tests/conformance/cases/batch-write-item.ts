import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item } from '../case.ts'
import {
  capacityModes,
  enumSet,
  invalid,
  minLength,
  notFound,
  notNull,
  violation,
  violationText,
} from '../errors.ts'
import { matching, oneOf, unordered } from '../matchers.ts'
import { alternator, auxStorage, documentation, dynalite, local, parity } from '../sources.ts'
import { L, N, S } from '../values.ts'

const writePage = documentation('BatchWriteItem')

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ pk: S(`k${at}`), n: N(at), x: S('x') }))

const put = (...all: Item[]): unknown[] => all.map((Item) => ({ PutRequest: { Item } }))

const remove = (...all: Item[]): unknown[] => all.map((Key) => ({ DeleteRequest: { Key } }))

const write = (requests: unknown, table = '«hash»'): Fields => ({ RequestItems: { [table]: requests } })

const duplicates = invalid('Provided list of item keys contains duplicates')

const mismatch = invalid('The provided key element does not match the schema')

const emptyKey = invalid(
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
)

const required = (operation: string): ExpectedError =>
  invalid(
    oneOf(
      `The requestItems parameter is required for ${operation}`,
      `1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: ${minLength(1)}`,
    ),
    `The requestItems parameter is required for ${operation}`,
  )

const writes: readonly ConformanceCase[] = [
  {
    name: 'BatchWriteItem puts 25 items',
    source: writePage,
    steps: [
      step('BatchWriteItem', write(put(...items(25))), { UnprocessedItems: {} }),
      step('Scan', { TableName: '«hash»', Select: 'COUNT' }, { Count: 25, ScannedCount: 25 }),
    ],
  },
  {
    name: 'BatchWriteItem puts and deletes in several tables',
    source: writePage,
    given: { hash: items(2), range: [{ pk: S('p'), sk: S('1') }] },
    steps: [
      step(
        'BatchWriteItem',
        {
          RequestItems: {
            '«hash»': [...remove({ pk: S('k0') }), ...put({ pk: S('new') })],
            '«range»': remove({ pk: S('p'), sk: S('1') }),
          },
        },
        { UnprocessedItems: {} },
      ),
      step(
        'Scan',
        { TableName: '«hash»' },
        { Items: unordered([items(2)[1], { pk: S('new') }]), Count: 2, ScannedCount: 2 },
      ),
      step('Scan', { TableName: '«range»', Select: 'COUNT' }, { Count: 0, ScannedCount: 0 }),
    ],
  },
  {
    name: 'BatchWriteItem replaces items and ignores deletes of missing ones',
    source: writePage,
    given: { hash: items(1) },
    steps: [
      step('BatchWriteItem', write([...put({ pk: S('k0'), new: S('x') }), ...remove({ pk: S('gone') })]), {
        UnprocessedItems: {},
      }),
      step('GetItem', { TableName: '«hash»', Key: { pk: S('k0') } }, { Item: { pk: S('k0'), new: S('x') } }),
    ],
  },
  {
    name: 'BatchWriteItem takes one key in two tables',
    source: alternator,
    steps: [
      step(
        'BatchWriteItem',
        { RequestItems: { '«hash»': put({ pk: S('a') }), '«hash2»': put({ pk: S('a') }) } },
        { UnprocessedItems: {} },
      ),
    ],
  },
  {
    name: 'BatchWriteItem writes nothing when one item is refused',
    source: alternator,
    steps: [
      refusal('BatchWriteItem', write(put({ pk: S('good') }, { pk: N(1) })), mismatch),
      step('Scan', { TableName: '«hash»', Select: 'COUNT' }, { Count: 0, ScannedCount: 0 }),
    ],
  },
  {
    name: 'BatchWriteItem gives ItemCollectionMetrics of tables with a local index',
    source: writePage,
    steps: [
      step(
        'BatchWriteItem',
        { ...write(put({ pk: S('p'), sk: S('1') }), '«priced»'), ReturnItemCollectionMetrics: 'SIZE' },
        {
          UnprocessedItems: {},
          ItemCollectionMetrics: {
            '«priced»': [{ ItemCollectionKey: { pk: S('p') }, SizeEstimateRangeGB: [0, 1] }],
          },
        },
      ),
    ],
  },
]

const several =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes'

const mapValue =
  'Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]'

const writeErrors: readonly [string, Fields, ExpectedError, string?][] = [
  ['no RequestItems', {}, violation(null, 'requestItems', notNull), dynalite],
  ['empty RequestItems', { RequestItems: {} }, required('BatchWriteItem')],
  ['no requests for a table', write([]), violation('{«hash»=[]}', 'requestItems', mapValue)],
  [
    '26 requests',
    write(put(...items(26))),
    invalid(
      oneOf(
        `1 validation error detected: Value at 'RequestItems.«hash».member' failed to satisfy constraint: Member must have length less than or equal to 25`,
        matching(
          /^1 validation error detected: Value '\{«hash»=\[.+\]\}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: /,
        ),
      ),
      matching(/at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: /),
    ),
  ],
  [
    '26 requests over two tables',
    { RequestItems: { '«hash»': put(...items(13)), '«hash2»': put(...items(13)) } },
    invalid('Too many items requested for the BatchWriteItem call'),
    documentation('BatchWriteItem'),
  ],
  ['one key put twice', write(put({ pk: S('a') }, { pk: S('a'), x: S('x') })), duplicates],
  ['one key put and deleted', write([...put({ pk: S('a') }), ...remove({ pk: S('a') })]), duplicates],
  [
    'one key under the name and under the ARN of its table',
    { RequestItems: { '«hash»': put({ pk: S('a') }), '«hash:arn»': remove({ pk: S('a') }) } },
    duplicates,
    // "You cannot put and delete the same item in the same request"; DynamoDB Local loses the writes under the name.
    documentation('BatchWriteItem'),
  ],
  ['one key deleted twice', write(remove({ pk: S('a') }, { pk: S('a') })), duplicates],
  [
    'one key put twice before a key that is too long',
    write(put({ pk: S('a') }, { pk: S('a') }, { pk: S('p'.repeat(2049)) })),
    duplicates,
    auxStorage,
  ],
  [
    'one key deleted twice before a key of the wrong type',
    write(remove({ pk: S('a') }, { pk: S('a') }, { pk: N(1) })),
    duplicates,
    local,
  ],
  [
    'a key of the wrong type before one that is put twice',
    write(put({ pk: N(1) }, { pk: S('a') }, { pk: S('a') })),
    mismatch,
    dynalite,
  ],
  ['an item without its key', write(put({ x: S('x') })), mismatch],
  ['an item with a key of the wrong type', write(put({ pk: N(1) })), mismatch],
  ['an item with a list for a key', write(put({ pk: L() })), mismatch],
  ['a key with an attribute too many', write(remove({ pk: S('a'), x: S('x') })), mismatch],
  ['an empty key in a put', write(put({ pk: S('') })), emptyKey],
  ['an empty key in a delete', write(remove({ pk: S('') })), emptyKey],
  ['an empty request', write([{}]), invalid(several), dynalite],
  [
    'a put without an item',
    write([{ PutRequest: {} }]),
    violation(null, 'requestItems.«hash».member.1.member.putRequest.item', notNull),
    dynalite,
  ],
  [
    'a delete without a key',
    write([{ DeleteRequest: {} }]),
    violation(null, 'requestItems.«hash».member.1.member.deleteRequest.key', notNull),
    dynalite,
  ],
  ['an unknown table', write(put({ pk: S('a') }), '«absent»'), notFound],
  [
    'an unknown ReturnConsumedCapacity',
    { ...write(put({ pk: S('a') })), ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'an unknown ReturnItemCollectionMetrics',
    { ...write(put({ pk: S('a') })), ReturnItemCollectionMetrics: 'BOGUS' },
    violation('BOGUS', 'returnItemCollectionMetrics', enumSet('SIZE', 'NONE')),
  ],
  [
    'both modes unknown',
    { ...write(put({ pk: S('a') })), ReturnConsumedCapacity: 'BOGUS', ReturnItemCollectionMetrics: 'BOGUS2' },
    invalid(
      `2 validation errors detected: ${violationText('BOGUS', 'returnConsumedCapacity', capacityModes)}; ${violationText('BOGUS2', 'returnItemCollectionMetrics', enumSet('SIZE', 'NONE'))}`,
    ),
  ],
  [
    'a bad table name',
    write(put({ pk: S('a') }), 'bad!name'),
    invalid(
      matching(
        /^1 validation error detected: Value '\{bad!name=\[.+\]\}' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: \[Member must have length less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular expression pattern: \[a-zA-Z0-9_.-\]\+\]$/,
      ),
      matching(/at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint/),
    ),
  ],
  [
    'a bad value before an unknown table',
    write(put({ pk: S('a'), n: N('abc') }), '«absent»'),
    invalid('The parameter cannot be converted to a numeric value: abc'),
  ],
]

const writeErrorCases = writeErrors.map(([name, input, error, source]) =>
  refused(
    { name: `BatchWriteItem refuses ${name}`, source: source ?? parity, operation: 'BatchWriteItem' },
    input,
    error,
  ),
)

export const batchWriteItem: readonly ConformanceCase[] = [...writes, ...writeErrorCases]
