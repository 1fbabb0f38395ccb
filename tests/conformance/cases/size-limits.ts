import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item, OperationName } from '../case.ts'
import { cancelled, faulty, invalid, notFound } from '../errors.ts'
import { matching, partial } from '../matchers.ts'
import { alternator, documentation, dynalite, extendDb, parity } from '../sources.ts'
import { B, S } from '../values.ts'

const page = documentation('Service quotas: item size')
const item = (sizeBytes: number): Item => ({ pk: S('k'), d: S('x'.repeat(sizeBytes - 4)) })
const largest = 409_600
const key = { TableName: '«hash»', Key: { pk: S('k') } }
const tooLarge = 'Item size has exceeded the maximum allowed size'
const tooLargeToUpdate = 'Item size to update has exceeded the maximum allowed size'
const set = (value: Fields): Fields => ({
  ...key,
  UpdateExpression: 'SET d = :d',
  ExpressionAttributeValues: { ':d': value },
})

const accepted: readonly [string, OperationName, Fields][] = [
  ['PutItem', 'PutItem', { TableName: '«hash»', Item: item(largest) }],
  [
    'BatchWriteItem',
    'BatchWriteItem',
    { RequestItems: { '«hash»': [{ PutRequest: { Item: item(largest) } }] } },
  ],
  [
    'TransactWriteItems',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«hash»', Item: item(largest) } }] },
  ],
]
const acceptedCases = accepted.map(
  ([name, operation, input]): ConformanceCase => ({
    name: `${name} accepts an item of 409,600 bytes`,
    source: page,
    steps: [
      step(operation, input),
      step(
        'GetItem',
        { ...key, ReturnConsumedCapacity: 'TOTAL', ConsistentRead: true },
        partial({ ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 100 } }),
      ),
    ],
  }),
)

const refusals: readonly [string, OperationName, Fields, ExpectedError, string?][] = [
  [
    'PutItem refuses an item of 409,601 bytes',
    'PutItem',
    { TableName: '«hash»', Item: item(largest + 1) },
    invalid(tooLarge),
  ],
  [
    'PutItem refuses a large item before an unknown table',
    'PutItem',
    { TableName: '«absent»', Item: item(largest + 1) },
    invalid(tooLarge),
    dynalite,
  ],
  [
    'PutItem counts two-byte characters twice',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k'), d: S('é'.repeat(204_799)) } },
    invalid(tooLarge),
  ],
  [
    'PutItem counts attribute names',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k'), ['d'.repeat(100)]: S('x'.repeat(409_500)) } },
    invalid(tooLarge),
  ],
  [
    'PutItem counts the overhead of lists',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k'), d: { L: Array.from({ length: 150_000 }, () => S('aa')) } } },
    invalid(tooLarge),
    extendDb,
  ],
  [
    'BatchWriteItem refuses an item of 409,601 bytes',
    'BatchWriteItem',
    { RequestItems: { '«hash»': [{ PutRequest: { Item: item(largest + 1) } }] } },
    invalid(tooLarge),
  ],
  [
    'TransactWriteItems refuses to put an item of 409,601 bytes',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«hash»', Item: item(largest + 1) } }] },
    invalid(tooLarge),
  ],
  [
    'UpdateItem refuses an item of 409,601 bytes',
    'UpdateItem',
    set(S('x'.repeat(largest - 3))),
    invalid(tooLargeToUpdate),
  ],
  [
    'TransactWriteItems refuses to update to 409,601 bytes',
    'TransactWriteItems',
    { TransactItems: [{ Update: set(S('x'.repeat(largest - 3))) }] },
    cancelled(faulty(tooLargeToUpdate)),
  ],
  [
    'UpdateItem refuses AttributeUpdates to 409,601 bytes',
    'UpdateItem',
    { ...key, AttributeUpdates: { d: { Value: S('x'.repeat(largest - 3)) } } },
    invalid(tooLargeToUpdate),
  ],
]
const refusalCases = refusals.map(([name, operation, input, error, source]) =>
  refused({ name, source: source ?? parity, operation }, input, error),
)

const others: readonly ConformanceCase[] = [
  {
    name: 'UpdateItem with AttributeUpdates accepts an item of 409,600 bytes',
    source: parity,
    steps: [
      step('UpdateItem', { ...key, AttributeUpdates: { d: { Value: S('x'.repeat(largest - 4)) } } }, {}),
    ],
  },
  {
    name: 'a binary is counted in its own bytes, not in base64',
    source: alternator,
    steps: [
      step(
        'PutItem',
        { TableName: '«hash»', Item: { pk: S('k'), d: B(Buffer.alloc(409_500).toString('base64')) } },
        {},
      ),
    ],
  },
  {
    name: 'a list of 130,000 short strings is accepted',
    source: extendDb,
    steps: [
      step(
        'PutItem',
        {
          TableName: '«hash»',
          Item: { pk: S('k'), d: { L: Array.from({ length: 130_000 }, () => S('aa')) } },
        },
        {},
      ),
    ],
  },
  {
    name: 'a transaction may put 3.5 MB and not 4.2 MB',
    source: parity,
    steps: [
      step(
        'TransactWriteItems',
        {
          TransactItems: Array.from({ length: 10 }, (_, at) => ({
            Put: { TableName: '«hash»', Item: { pk: S(`k${at}`), d: S('x'.repeat(350_000)) } },
          })),
        },
        {},
      ),
      refusal(
        'TransactWriteItems',
        {
          TransactItems: Array.from({ length: 12 }, (_, at) => ({
            Put: { TableName: '«hash»', Item: { pk: S(`k${at}`), d: S('x'.repeat(360_000)) } },
          })),
        },
        invalid(matching(/Transaction payload size cannot exceed 4MB\. Payload Size: \d+$/)),
      ),
      step(
        'TransactWriteItems',
        {
          TransactItems: Array.from({ length: 10 }, (_, at) => ({
            Delete: { TableName: '«hash»', Key: { pk: S(`k${at}`) } },
          })),
        },
        {},
      ),
    ],
  },
  refused(
    { name: 'an item within limits for an unknown table is told so', source: parity, operation: 'PutItem' },
    { TableName: '«absent»', Item: item(largest) },
    notFound,
  ),
]

export const sizeLimits: readonly ConformanceCase[] = [...acceptedCases, ...refusalCases, ...others]
