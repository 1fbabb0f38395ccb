import { randomUUID } from 'node:crypto'
import { refusal, step } from '../build-case.ts'
import type { ConformanceCase } from '../case.ts'
import { cancelled, failedCheck, faulty } from '../errors.ts'
import { matching } from '../matchers.ts'
import { alternator, documentation, extendDb, parity } from '../sources.ts'
import { at, check, given, n, put, remove, transact, update } from '../transact-actions.ts'
import { N, S } from '../values.ts'

const writePage = documentation('TransactWriteItems')

const missingOperand = faulty(
  'The provided expression refers to an attribute that does not exist in the item',
)

const unchanged = [
  step('GetItem', at('a'), { Item: { pk: S('a'), n: N(1) } }),
  step('GetItem', at('b'), { Item: { pk: S('b'), n: N(2) } }),
]

const behaviour: readonly ConformanceCase[] = [
  {
    name: 'a transaction does all four kinds of action',
    source: writePage,
    given,
    steps: [
      step(
        'TransactWriteItems',
        transact(
          put({ pk: S('new') }),
          remove('a'),
          update('b', 'SET n = n + :n', n(5)),
          check('gone', 'attribute_not_exists(pk)'),
        ),
        {},
      ),
      step('GetItem', at('new'), { Item: { pk: S('new') } }),
      step('GetItem', at('a'), {}),
      step('GetItem', at('b'), { Item: { pk: S('b'), n: N(7) } }),
    ],
  },
  {
    name: 'a transaction takes names and values without an expression',
    source: extendDb,
    given,
    steps: [
      step(
        'TransactWriteItems',
        transact(
          put({ pk: S('new') }, { ExpressionAttributeNames: { '#n': 'n' }, ...n(1) }),
          remove('a', { ExpressionAttributeNames: { '#n': 'n' }, ...n(1) }),
        ),
        {},
      ),
      step('GetItem', at('new'), { Item: { pk: S('new') } }),
      step('GetItem', at('a'), {}),
    ],
  },
  {
    name: 'a transaction may span tables',
    source: writePage,
    steps: [
      step(
        'TransactWriteItems',
        transact(put({ pk: S('x') }), { Put: { TableName: '«range»', Item: { pk: S('p'), sk: S('s') } } }),
        {},
      ),
      step('Scan', { TableName: '«range»', Select: 'COUNT' }, { Count: 1, ScannedCount: 1 }),
    ],
  },
  {
    name: 'a failed condition cancels everything',
    source: writePage,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(update('a', 'SET n = :n', n(9)), check('b', 'n = :n', n(9))),
        cancelled(undefined, failedCheck),
      ),
      ...unchanged,
    ],
  },
  {
    name: 'every failed condition is reported',
    source: alternator,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(
          check('a', 'n = :n', n(9)),
          put({ pk: S('new') }),
          remove('b', { ConditionExpression: 'n = :n', ...n(9) }),
        ),
        cancelled(failedCheck, undefined, failedCheck),
      ),
    ],
  },
  ...['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind): ConformanceCase => {
    const condition = {
      ConditionExpression: 'n = :n',
      ...n(9),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }
    const actions: { [kind: string]: unknown } = {
      Put: put({ pk: S('a') }, condition),
      Update: { Update: { ...at('a'), UpdateExpression: 'SET m = :n', ...condition } },
      Delete: remove('a', condition),
      ConditionCheck: check('a', 'n = :n', condition),
    }
    return {
      name: `a failed condition of a ${kind} gives the item when asked`,
      source: writePage,
      given,
      steps: [
        refusal(
          'TransactWriteItems',
          transact(actions[kind]),
          cancelled({ ...failedCheck, Item: { pk: S('a'), n: N(1) } }),
        ),
      ],
    }
  }),
  {
    name: 'a failed condition on a missing item gives no item',
    source: writePage,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(check('a', 'attribute_exists(pk)', { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
        cancelled(failedCheck),
      ),
    ],
  },
  {
    name: 'conditions see the state before the transaction',
    source: writePage,
    given,
    steps: [
      step(
        'TransactWriteItems',
        transact(remove('a'), put({ pk: S('b') }, { ConditionExpression: 'n = :n', ...n(2) })),
        {},
      ),
    ],
  },
  {
    name: 'an update that fails on the item cancels with a validation error',
    source: parity,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(put({ pk: S('new') }), update('a', 'SET x = gone')),
        cancelled(undefined, missingOperand),
      ),
      step('GetItem', at('new'), {}),
    ],
  },
  {
    name: 'all actions that fail on their item are reported together',
    source: writePage,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(
          update('a', 'SET x = gone'),
          put({ pk: S('new') }),
          check('b', 'n = :n', n(9)),
          update('c', 'SET x = gone'),
        ),
        cancelled(missingOperand, undefined, failedCheck, missingOperand),
      ),
    ],
  },
  {
    name: 'a hundred actions are accepted',
    source: writePage,
    steps: [
      step(
        'TransactWriteItems',
        transact(...Array.from({ length: 100 }, (_, index) => put({ pk: S(`k${index}`) }))),
        {},
      ),
      step('Scan', { TableName: '«hash»', Select: 'COUNT' }, { Count: 100, ScannedCount: 100 }),
    ],
  },
  {
    name: 'a request with the same token is not applied twice',
    source: writePage,
    given,
    steps: [
      step(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(1))), ClientRequestToken: 'first-«hash»' },
        {},
      ),
      step(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(1))), ClientRequestToken: 'first-«hash»' },
        {},
      ),
      step('GetItem', at('a'), { Item: { pk: S('a'), n: N(2) } }),
      refusal(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(2))), ClientRequestToken: 'first-«hash»' },
        { name: 'IdempotentParameterMismatchException', message: matching(/./) },
      ),
      step(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(1))), ClientRequestToken: 'second-«hash»' },
        {},
      ),
      step('GetItem', at('a'), { Item: { pk: S('a'), n: N(3) } }),
    ],
  },
  {
    // As long as a UUID, and new each time, since an endpoint may still know the token of the last run.
    name: 'a token of 36 characters is accepted',
    source: alternator,
    steps: [
      step('TransactWriteItems', { ...transact(put({ pk: S('x') })), ClientRequestToken: randomUUID() }, {}),
    ],
  },
  {
    name: 'a transaction gives ItemCollectionMetrics of tables with a local index',
    source: writePage,
    steps: [
      step(
        'TransactWriteItems',
        {
          ...transact(
            { Put: { TableName: '«priced»', Item: { pk: S('p'), sk: S('1') } } },
            // Nothing is returned for items that are only checked.
            {
              ConditionCheck: {
                TableName: '«priced»',
                Key: { pk: S('q'), sk: S('1') },
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            },
          ),
          ReturnItemCollectionMetrics: 'SIZE',
        },
        {
          ItemCollectionMetrics: {
            '«priced»': [{ ItemCollectionKey: { pk: S('p') }, SizeEstimateRangeGB: [0, 1] }],
          },
        },
      ),
    ],
  },
]

export const transactWriteItems: readonly ConformanceCase[] = [...behaviour]
