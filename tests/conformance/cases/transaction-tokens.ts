import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, OperationName, Step } from '../case.ts'
import { cancelled, failedCheck, invalid } from '../errors.ts'
import { partial } from '../matchers.ts'
import { stackd } from '../sources.ts'
import { holds } from '../statement-case.ts'
import { at, check, key, put, remove, transact, update } from '../transact-actions.ts'
import { N, S } from '../values.ts'

const mismatch = {
  name: 'IdempotentParameterMismatchException',
  message:
    'Specified idempotent token was used with different request parameters within the idempotency window',
}

/** Transactions with a token of their own, because cases share tables. */
function under(label: string) {
  const token = { ClientRequestToken: `${label}-«hash»` }
  const send = (request: Fields): [OperationName, Fields] =>
    'TransactItems' in request
      ? ['TransactWriteItems', { ...request, ...token }]
      : ['ExecuteTransaction', { ...request, ...token }]
  return {
    isDone: (request: Fields, answer: unknown = partial({})): Step => step(...send(request), answer),
    isOther: (request: Fields): Step => refusal(...send(request), mismatch),
    isRefused: (request: Fields, error: ExpectedError): Step => refusal(...send(request), error),
  }
}

const add = (number: string, extra: Fields = {}): Fields =>
  transact(
    update('a', 'SET n = if_not_exists(n, :zero) + :n', {
      ExpressionAttributeValues: { ':zero': N(0), ':n': { N: number } },
      ...extra,
    }),
  )

const units = (count: number, kind: 'Read' | 'Write') => ({
  ConsumedCapacity: [partial({ CapacityUnits: count, [`${kind}CapacityUnits`]: count })],
})

/** An item of this many bytes. */
const sized = (pk: string, bytes: number) => ({ pk: S(pk), v: S('x'.repeat(bytes - 3 - pk.length)) })

const statements = (Statement: string, number: string, extra: Fields = {}): Fields => ({
  TransactStatements: [{ Statement, Parameters: [{ N: number }] }],
  ...extra,
})
const set = 'UPDATE "«hash»" SET n = ? WHERE pk = \'a\''
const insert = "INSERT INTO \"«hash»\" VALUE {'pk': 'a', 'n': ?}"
const onlyNew = { ConditionExpression: 'attribute_not_exists(pk)' }

const members = under('members')
const returns = under('returns')
const order = under('order')
const spaces = under('spaces')
const shared = under('shared')
const sizes = under('sizes')
const retry = under('retry')
const retried = under('retried')
const malformed = under('malformed')

const identity: readonly ConformanceCase[] = [
  {
    name: 'a transaction is the same with its members in another order and its numbers in other digits',
    source: stackd,
    steps: [
      members.isDone(add('1')),
      members.isDone({
        TransactItems: [
          {
            Update: {
              ExpressionAttributeValues: { ':n': { N: '1' }, ':zero': N(0) },
              UpdateExpression: 'SET n = if_not_exists(n, :zero) + :n',
              Key: key('a'),
              TableName: '«hash»',
            },
          },
        ],
      }),
      ...['1.0', '1e0', '01', '+1'].map((number) => members.isDone(add(number))),
      members.isOther(add('2')),
      holds('«hash»', key('a'), { pk: S('a'), n: N(1) }),
    ],
  },
  {
    name: 'a transaction is the same with NONE as without it, and different when more is to be returned',
    source: stackd,
    steps: [
      returns.isDone(add('1')),
      returns.isDone({ ...add('1'), ReturnConsumedCapacity: 'NONE', ReturnItemCollectionMetrics: 'NONE' }),
      returns.isDone(add('1', { ReturnValuesOnConditionCheckFailure: 'NONE' })),
      returns.isOther({ ...add('1'), ReturnConsumedCapacity: 'INDEXES' }),
      returns.isOther({ ...add('1'), ReturnItemCollectionMetrics: 'SIZE' }),
      returns.isDone(add('1')),
    ],
  },
  {
    name: 'a transaction with its actions in another order is a different one',
    source: stackd,
    steps: [
      order.isDone(transact(put({ pk: S('x') }), remove('y'))),
      order.isOther(transact(remove('y'), put({ pk: S('x') }))),
    ],
  },
  {
    name: 'a transaction of statements is the same with a space at its end and its numbers in other digits',
    source: stackd,
    given: { hash: [{ pk: S('a') }] },
    steps: [
      spaces.isDone(statements(set, '1')),
      ...['1.0', '1e0', '01', '+1'].map((number) => spaces.isDone(statements(`${set} `, number))),
      spaces.isOther(statements(set, '1', { ReturnConsumedCapacity: 'TOTAL' })),
    ],
  },
  {
    name: 'actions and statements, and all tables, share one space of tokens',
    source: stackd,
    given: { hash: [{ pk: S('a') }] },
    steps: [
      shared.isDone(statements(set, '1')),
      shared.isOther(transact(put({ pk: S('x') }))),
      shared.isOther(transact({ Put: { TableName: '«range»', Item: { pk: S('p'), sk: S('s') } } })),
    ],
  },
]

const large = {
  ...transact(
    put(sized('p', 4095)),
    update('u', 'SET v = :v', { ExpressionAttributeValues: { ':v': S('x') } }),
    remove('d'),
    check('c', 'attribute_exists(pk)'),
  ),
  ReturnConsumedCapacity: 'TOTAL',
}
const keys = ['p', 'u', 'd', 'c']

const repetition: readonly ConformanceCase[] = [
  {
    name: 'a repetition is charged as a read of the items at their largest size, whatever they are now',
    source: stackd,
    given: { hash: [sized('p', 8193), sized('u', 4097), sized('d', 8193), sized('c', 4097)] },
    steps: [
      sizes.isDone(large, units(56, 'Write')),
      ...keys.map((pk) => step('PutItem', { TableName: '«hash»', Item: sized(pk, 16_385) }, {})),
      sizes.isDone(large, units(20, 'Read')),
      ...keys.map((pk) => step('DeleteItem', at(pk), {})),
      sizes.isDone(large, units(20, 'Read')),
      ...keys.map((pk) => holds('«hash»', key(pk), undefined)),
    ],
  },
  {
    name: 'a token of a cancelled transaction is valid only for the same transaction, which may be retried',
    source: stackd,
    given: { hash: [{ pk: S('a') }] },
    steps: [
      retry.isRefused(transact(put({ pk: S('a'), n: N(1) }, onlyNew)), cancelled(failedCheck)),
      retry.isOther(transact(put({ pk: S('a'), n: N(2) }, onlyNew))),
      step('DeleteItem', at('a'), {}),
      retry.isDone(transact(put({ pk: S('a'), n: N(1) }, onlyNew))),
      step('DeleteItem', at('a'), {}),
      retry.isDone(transact(put({ pk: S('a'), n: N(1) }, onlyNew))),
      holds('«hash»', key('a'), undefined),
    ],
  },
  {
    name: 'a token of cancelled statements is valid only for the same statements',
    source: stackd,
    given: { hash: [{ pk: S('a') }] },
    steps: [
      retried.isRefused(
        statements(insert, '1'),
        cancelled({ Code: 'DuplicateItem', Message: 'Duplicate primary key exists in table' }),
      ),
      retried.isOther(statements(insert, '2')),
      step('DeleteItem', at('a'), {}),
      retried.isDone(statements(insert, '1')),
    ],
  },
  {
    name: 'a token of a malformed transaction can be used again',
    source: stackd,
    steps: [
      malformed.isRefused(
        transact(update('a', 'SET')),
        invalid('Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "SET"'),
      ),
      malformed.isDone(add('1')),
    ],
  },
]

export const transactionTokens: readonly ConformanceCase[] = [...identity, ...repetition]
