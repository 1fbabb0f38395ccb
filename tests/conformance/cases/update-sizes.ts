import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, Item, Step } from '../case.ts'
import { cancelled, faulty, invalid } from '../errors.ts'
import { parity } from '../sources.ts'
import { L, M, N, S, SS } from '../values.ts'

const largest = 409_600
const key = { TableName: '«hash»', Key: { pk: S('k') } }
const tooLarge = invalid('Item size to update has exceeded the maximum allowed size')
const ten = S('y'.repeat(10))

/** The size of the update besides the filling text: 3, 19 for `SET`, 1 for `b`. */
const filling = 3 + 19 + 1

/** An update that sets `b` to this many bytes and does something else, too. */
function fill(clause: string, values: Item, bytes: number): Step {
  const expression = clause.startsWith('SET ') ? `SET b = :b, ${clause.slice(4)}` : `SET b = :b ${clause}`
  const input = {
    ...key,
    UpdateExpression: expression.trim(),
    ExpressionAttributeValues: { ...values, ':b': S('x'.repeat(bytes)) },
  }
  return step('UpdateItem', input, {})
}

/** [the clause, its size, values, existing attributes] */
const clauses: readonly [string, number, Item?, Item?][] = [
  ['', 0],
  ['SET c = :c', 19 + 1 + 500, { ':c': S('y'.repeat(500)) }],
  ['SET m.leaf = :c', 19 + 1 + 4 + 4 + 10, { ':c': ten }, { m: M({}) }],
  ['SET l[0] = :c', 19 + 1 + 4 + 1 + 10, { ':c': ten }, { l: L(S('a')) }],
  ['SET c = abcdefghij', 19 + 1 + 15 + 10, {}, { abcdefghij: ten }],
  ['SET c = m.z', 19 + 1 + 1 + 15 + 15, {}, { m: M({ z: ten }) }],
  ['SET n = n + :n', 19 + 1 + 34 + 16 + 2, { ':n': N(1) }, { n: N('12345678901234567890') }],
  ['SET n = n - :n', 19 + 1 + 37 + 16 + 2, { ':n': N(1) }, { n: N(1) }],
  ['SET c = if_not_exists(c, :m)', 19 + 1 + 39 + 16 + 15, { ':m': M({ a: ten }) }, { c: S('c') }],
  ['SET l = list_append(l, :l)', 19 + 1 + 37 + 16 + 14, { ':l': L(ten) }, { l: L(S('a')) }],
  ['ADD s :s', 19 + 1 + 500, { ':s': SS('y'.repeat(500)) }, { s: SS('p') }],
  ['REMOVE abcdefghij', 1 + 10, {}, { abcdefghij: ten }],
  ['REMOVE l[10]', 1 + 1 + 4 + 2, {}, { l: L(...Array.from({ length: 11 }, () => S('a'))) }],
  ['DELETE s :s', 1 + 1, { ':s': SS('q'.repeat(20)) }, { s: SS('p', 'q'.repeat(20)) }],
]

const clauseCases = clauses.map(([clause, bytes, values = {}, before = {}]): ConformanceCase => {
  const room = largest - filling - bytes
  const over = fill(clause, values, room + 1)
  return {
    name: `an update may take 409,600 bytes and not one more: SET b = :b ${clause}`,
    source: parity,
    given: { hash: [{ pk: S('k'), ...before }] },
    steps: [refusal('UpdateItem', over.input, tooLarge), fill(clause, values, room)],
  }
})

const huge = { ':h': S('h'.repeat(409_700)) }
const unused = { ...key, UpdateExpression: 'SET c = if_not_exists(c, :h)', ExpressionAttributeValues: huge }
const given = { hash: [{ pk: S('k'), c: S('x') }] }

const others: readonly ConformanceCase[] = [
  refused(
    { name: 'an update counts values that it does not use', source: parity, given, operation: 'UpdateItem' },
    unused,
    tooLarge,
  ),
  refused(
    {
      name: 'an update that is too large is refused before its condition',
      source: parity,
      given,
      operation: 'UpdateItem',
    },
    { ...unused, ConditionExpression: 'attribute_exists(nope)' },
    tooLarge,
  ),
  {
    name: 'an update with a long key is held to the size of the item',
    source: parity,
    steps: [100, 101].map((bytes): Step => {
      const input = {
        TableName: '«hash»',
        Key: { pk: S('k'.repeat(bytes)) },
        UpdateExpression: 'SET b = :b',
        ExpressionAttributeValues: { ':b': S('x'.repeat(largest - 103)) },
      }
      return bytes === 100 ? step('UpdateItem', input, {}) : refusal('UpdateItem', input, tooLarge)
    }),
  },
  {
    name: 'an update in a transaction is held to the size of the item alone',
    source: 'observed on AWS in most regions, recorded by the paritysuite conformance suite',
    steps: [
      step('TransactWriteItems', transactedUpdate(largest - 4), {}),
      refusal(
        'TransactWriteItems',
        transactedUpdate(largest - 3),
        cancelled(faulty('Item size to update has exceeded the maximum allowed size')),
      ),
    ],
  },
]

function transactedUpdate(bytes: number) {
  const values = { ':b': S('x'.repeat(bytes)) }
  const update = { ...key, UpdateExpression: 'SET b = :b', ExpressionAttributeValues: values }
  return { TransactItems: [{ Update: update }] }
}

export const updateSizes: readonly ConformanceCase[] = [...clauseCases, ...others]
