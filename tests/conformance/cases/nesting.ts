import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, OperationName, Value } from '../case.ts'
import { cancelled, enumSet, enveloped, failedCheck, faulty, invalid, violation } from '../errors.ts'
import { parity } from '../sources.ts'
import { check, put, transact, update } from '../transact-actions.ts'
import { L, nested, S } from '../values.ts'

const tooDeep =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'
const tooDeepFor = (placeholder: string) =>
  `ExpressionAttributeValues contains invalid value: ${tooDeep} for key ${placeholder}`

const lists = (levels: number): Value =>
  Array.from({ length: levels }).reduce<Value>((inner) => L(inner), S('leaf'))

const compared = (value: Value): Fields => ({
  ConditionExpression: 'v = :v',
  ExpressionAttributeValues: { ':v': value },
})
const at = { TableName: '«hash»', Key: { pk: S('k') } }
const updated = { ...at, UpdateExpression: 'REMOVE x' }
const item = (levels: number): Fields => ({ TableName: '«hash»', Item: { pk: S('k'), v: nested(levels) } })

/** [name, operation, input, error]: beyond 62 levels the older layer handles writes of single items. */
const beyond: readonly [string, OperationName, Fields, ExpectedError][] = [
  ['an item of 61 levels', 'PutItem', item(61), enveloped(tooDeep)],
  ['an item of 63 levels', 'PutItem', item(63), invalid(tooDeep)],
  [
    'a value of 61 levels in an update',
    'UpdateItem',
    { ...updated, ...compared(nested(61)) },
    enveloped(tooDeep, tooDeepFor(':v')),
  ],
  [
    'a value of 63 levels in an update',
    'UpdateItem',
    { ...updated, ...compared(nested(63)) },
    invalid(tooDeepFor(':v')),
  ],
  [
    'ReturnValues that DeleteItem does not know, before a value of 40 levels',
    'DeleteItem',
    { ...at, ...compared(nested(40)), ReturnValues: 'UPDATED_NEW' },
    enveloped('ReturnValues can only be ALL_OLD or NONE'),
  ],
  [
    'ReturnValues that DeleteItem does not know, before a value of 100 levels',
    'DeleteItem',
    { ...at, ...compared(nested(100)), ReturnValues: 'UPDATED_NEW' },
    invalid('ReturnValues can only be ALL_OLD or NONE'),
  ],
  [
    'unknown ReturnValues before a value of 63 levels',
    'DeleteItem',
    { ...at, ...compared(nested(63)), ReturnValues: 'BOGUS' },
    violation('BOGUS', 'returnValues', enumSet('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')),
  ],
]

/** In a transaction, a value outside of items may have one more level. */
const inTransactions: readonly [string, Fields, ExpectedError][] = [
  ['an item of 32 levels', transact(put({ pk: S('k'), v: nested(32) })), invalid(tooDeep)],
  [
    'an update that stores a value of 32 levels',
    transact(update('k', 'SET v = :v', { ExpressionAttributeValues: { ':v': nested(32) } })),
    cancelled(faulty('Nesting Levels have exceeded supported limits')),
  ],
  [
    'an update on condition of a value of 32 levels',
    transact(update('k', 'REMOVE x', compared(nested(32)))),
    cancelled(failedCheck),
  ],
  [
    'a check of a value of 32 levels',
    transact(check('k', 'v = :v', { ExpressionAttributeValues: { ':v': nested(32) } })),
    cancelled(failedCheck),
  ],
  [
    'an update that stores a value of 33 levels',
    transact(update('k', 'SET v = :v', { ExpressionAttributeValues: { ':v': nested(33) } })),
    invalid(tooDeepFor(':v')),
  ],
  [
    'a put on condition of a value of 33 levels',
    transact(put({ pk: S('k') }, compared(nested(33)))),
    invalid(tooDeepFor(':v')),
  ],
  [
    'a check of 61 lists',
    transact(check('k', 'v = :v', { ExpressionAttributeValues: { ':v': lists(61) } })),
    invalid(tooDeepFor(':v')),
  ],
]

const stored: ConformanceCase = {
  name: 'a value of 32 levels can be compared with in a transaction',
  source: parity,
  given: { hash: [{ pk: S('k'), v: nested(31) }] },
  steps: [
    step(
      'TransactWriteItems',
      transact(
        update('k', 'SET x = :x', {
          ConditionExpression: 'v <> :v',
          ExpressionAttributeValues: { ':v': nested(32), ':x': S('x') },
        }),
      ),
      {},
    ),
    refusal(
      'PutItem',
      { TableName: '«hash»', Item: { pk: S('k') }, ...compared(nested(32)) },
      enveloped(tooDeep, tooDeepFor(':v')),
    ),
  ],
}

export const nesting: readonly ConformanceCase[] = [
  ...beyond.map(([name, operation, input, error]) =>
    refused({ name: `${operation} refuses ${name}`, source: parity, operation }, input, error),
  ),
  ...inTransactions.map(([name, input, error]) =>
    refused(
      { name: `TransactWriteItems refuses ${name}`, source: parity, operation: 'TransactWriteItems' },
      input,
      error,
    ),
  ),
  stored,
]
