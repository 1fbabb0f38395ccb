import { refusal, step } from '../build-case.ts'
import type { ConformanceCase } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { alternator, parity, reported } from '../sources.ts'
import { badOperand, badPath, noAttribute, reference, type UpdateRow, updateCase } from '../update-case.ts'
import { L, M, N, S, SS } from '../values.ts'

const set: readonly UpdateRow[] = [
  {
    name: 'SET makes an attribute',
    before: {},
    expression: 'SET a = :v',
    values: { ':v': S('x') },
    after: { a: S('x') },
  },
  {
    name: 'SET replaces an attribute by another type',
    before: { a: S('x') },
    expression: 'SET a = :v',
    values: { ':v': L() },
    after: { a: L() },
  },
  {
    name: 'SET makes the item when there is none',
    expression: 'SET a = :v',
    values: { ':v': S('x') },
    after: { a: S('x') },
  },
  {
    name: 'SET copies another attribute',
    before: { a: S('x') },
    expression: 'SET b = a',
    after: { a: S('x'), b: S('x') },
  },
  {
    name: 'SET copies a nested attribute',
    before: { m: M({ x: L(N(1), N(2)) }) },
    expression: 'SET b = m.x[1]',
    after: { m: M({ x: L(N(1), N(2)) }), b: N(2) },
  },
  {
    name: 'SET reads the item as it was before, as a swap shows',
    source: alternator,
    before: { a: N(1), b: N(2) },
    expression: 'SET a = b, b = a',
    after: { a: N(2), b: N(1) },
  },
  {
    name: 'SET may read a key attribute',
    source: alternator,
    before: {},
    expression: 'SET a = pk',
    after: { a: S('k') },
  },
  {
    name: 'SET of an attribute to itself changes nothing',
    source: alternator,
    before: { a: N(1) },
    expression: 'SET a = a',
    after: { a: N(1) },
  },
  {
    name: 'SET of a map member',
    before: { m: M({ x: N(1), y: N(2) }) },
    expression: 'SET m.x = :v',
    values: { ':v': N(9) },
    after: { m: M({ x: N(9), y: N(2) }) },
  },
  {
    name: 'SET of a new map member',
    before: { m: M({}) },
    expression: 'SET m.x = :v',
    values: { ':v': N(9) },
    after: { m: M({ x: N(9) }) },
  },
  {
    name: 'SET of a list element',
    before: { l: L(N(1), N(2)) },
    expression: 'SET l[0] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(9), N(2)) },
  },
  {
    name: 'SET beyond the end of a list appends',
    source: parity,
    before: { l: L(N(1), N(2), N(3)) },
    expression: 'SET l[5] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(1), N(2), N(3), N(9)) },
  },
  {
    name: 'SET at the greatest possible index appends',
    source: reported,
    before: { l: L(N(1), N(2)) },
    expression: 'SET l[4294967294] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(1), N(2), N(9)) },
  },
  {
    name: 'SET of the first element of an empty list',
    source: parity,
    before: { l: L() },
    expression: 'SET l[0] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(9)) },
  },
  {
    name: 'several SETs beyond the end are appended by index',
    source: alternator,
    before: { l: L(N(0)) },
    expression: 'SET l[84] = :a, l[37] = :b, l[17] = :c, l[50] = :d',
    values: { ':a': N(84), ':b': N(37), ':c': N(17), ':d': N(50) },
    after: { l: L(N(0), N(17), N(37), N(50), N(84)) },
  },
  {
    name: 'SET in a list in a map in a list',
    before: { l: L(M({ x: L(N(1)) })) },
    expression: 'SET l[0].x[0] = :v',
    values: { ':v': N(9) },
    after: { l: L(M({ x: L(N(9)) })) },
  },
  {
    name: 'SET of several members of one map',
    source: alternator,
    before: { a: M({ x: N(1) }), b: M({ y: N(1) }) },
    expression: 'SET a.p = :v, a.q = :v REMOVE a.x, b.y',
    values: { ':v': N(9) },
    after: { a: M({ p: N(9), q: N(9) }), b: M({}) },
  },
  {
    name: 'a name with a dot is one attribute',
    source: alternator,
    before: {},
    expression: 'SET #n = :v',
    names: { '#n': 'a.b' },
    values: { ':v': N(1) },
    after: { 'a.b': N(1) },
  },
  {
    name: 'keywords in any case',
    source: alternator,
    before: { b: N(1) },
    expression: 'sEt a = :v rEmOvE b',
    values: { ':v': N(1) },
    after: { a: N(1) },
  },
  {
    name: 'no white space is needed',
    source: alternator,
    before: {},
    expression: 'set a=:v,b=:v',
    values: { ':v': N(1) },
    after: { a: N(1), b: N(1) },
  },
  {
    name: 'SET of an empty string',
    before: {},
    expression: 'SET a = :v',
    values: { ':v': S('') },
    after: { a: S('') },
  },
  {
    name: 'SET of an empty map inside a list',
    before: {},
    expression: 'SET a = :v',
    values: { ':v': L(M({})) },
    after: { a: L(M({})) },
  },
  {
    name: 'SET through a missing map',
    source: alternator,
    before: {},
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET through a missing item',
    source: alternator,
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of a member of a string',
    source: alternator,
    before: { m: S('x') },
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of a member of a list',
    source: alternator,
    before: { m: L() },
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of an element of a map',
    source: alternator,
    before: { m: M({}) },
    expression: 'SET m[0] = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of an element of a missing list',
    source: alternator,
    before: {},
    expression: 'SET m[0] = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of an element of a set',
    source: alternator,
    before: { m: SS('a') },
    expression: 'SET m[0] = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET from a missing attribute',
    source: alternator,
    before: {},
    expression: 'SET a = b',
    error: noAttribute,
  },
  {
    name: 'SET from an attribute made in the same update',
    source: alternator,
    before: {},
    expression: 'SET a = :v, b = a',
    values: { ':v': N(1) },
    error: noAttribute,
  },
  {
    name: 'SET from a list element beyond the end',
    source: reference,
    before: { l: L() },
    expression: 'SET a = l[0]',
    error: noAttribute,
  },
  {
    name: 'SET of a missing attribute to itself',
    source: alternator,
    before: {},
    expression: 'SET a = a',
    error: noAttribute,
  },
  { name: 'SET from a missing item', source: alternator, expression: 'SET a = b', error: noAttribute },
]

const arithmetic: readonly UpdateRow[] = [
  {
    name: 'SET adds',
    before: { n: N(1) },
    expression: 'SET n = n + :v',
    values: { ':v': N(2) },
    after: { n: N(3) },
  },
  {
    name: 'SET subtracts',
    before: { n: N(1) },
    expression: 'SET n = n - :v',
    values: { ':v': N(2) },
    after: { n: N(-1) },
  },
  {
    name: 'SET subtracts from a literal',
    before: { n: N(1) },
    expression: 'SET n = :v - n',
    values: { ':v': N(2) },
    after: { n: N(1) },
  },
  {
    name: 'SET adds two literals',
    before: {},
    expression: 'SET n = :v + :v',
    values: { ':v': N(2) },
    after: { n: N(4) },
  },
  {
    name: 'SET adds two attributes',
    before: { a: N('0.1'), b: N('0.2') },
    expression: 'SET n = a + b',
    after: { a: N('0.1'), b: N('0.2'), n: N('0.3') },
  },
  {
    name: 'SET in parentheses',
    source: parity,
    before: { n: N(5) },
    expression: 'SET n = (n - :v)',
    values: { ':v': N(2) },
    after: { n: N(3) },
  },
  {
    name: 'SET adds to a default',
    source: alternator,
    before: {},
    expression: 'SET n = if_not_exists(n, :z) + :v',
    values: { ':z': N(10), ':v': N(2) },
    after: { n: N(12) },
  },
  {
    name: 'SET subtracts from a default',
    source: parity,
    before: { n: N(1) },
    expression: 'SET n = if_not_exists(n, :z) - :v',
    values: { ':z': N(10), ':v': N(2) },
    after: { n: N(-1) },
  },
  {
    name: 'SET adds two defaults',
    source: alternator,
    before: { a: N(1) },
    expression: 'SET n = if_not_exists(a, :v) + if_not_exists(b, :v)',
    values: { ':v': N(10) },
    after: { a: N(1), n: N(11) },
  },
  {
    name: '+ with a stored string',
    before: { n: S('1') },
    expression: 'SET n = n + :v',
    values: { ':v': N(1) },
    error: badOperand,
  },
  {
    name: '- with a stored list',
    before: { n: L(N(1)) },
    expression: 'SET n = n - :v',
    values: { ':v': N(1) },
    error: badOperand,
  },
  {
    name: '+ with a missing attribute',
    before: {},
    expression: 'SET n = n + :v',
    values: { ':v': N(1) },
    error: noAttribute,
  },
]

const keys: readonly ConformanceCase[] = ['SET sk = :v', 'REMOVE sk', 'ADD sk :v', 'SET a = :v, pk = :v'].map(
  (expression): ConformanceCase => ({
    name: `${expression} is refused, since it names a key attribute`,
    source: parity,
    steps: [
      refusal(
        'UpdateItem',
        {
          TableName: '«rangeN»',
          Key: { pk: S('k'), sk: N(1) },
          UpdateExpression: expression,
          ...(expression.includes(':v') ? { ExpressionAttributeValues: { ':v': N(1) } } : {}),
        },
        invalid(
          `One or more parameter values were invalid: Cannot update attribute ${expression.includes('pk') ? 'pk' : 'sk'}. This attribute is part of the key`,
        ),
      ),
    ],
  }),
)

const nothingIsWritten: ConformanceCase = {
  name: 'an update that fails half-way writes nothing',
  source: reference,
  given: { hash: [{ pk: S('k'), a: N(1) }] },
  steps: [
    refusal(
      'UpdateItem',
      {
        TableName: '«hash»',
        Key: { pk: S('k') },
        UpdateExpression: 'SET a = :v, b.c = :v',
        ExpressionAttributeValues: { ':v': N(2) },
      },
      badPath,
    ),
    step('GetItem', { TableName: '«hash»', Key: { pk: S('k') } }, { Item: { pk: S('k'), a: N(1) } }),
  ],
}

const emptySets = (['SS', 'NS', 'BS'] as const).map((type): ConformanceCase => {
  const text =
    type === 'BS'
      ? 'Binary sets should not be empty'
      : `An ${type === 'SS' ? 'string' : 'number'} set  may not be empty`
  const message = `One or more parameter values were invalid: ${text}`
  return {
    name: `SET to an empty ${type} is refused`,
    source: parity,
    steps: [
      refusal(
        'UpdateItem',
        {
          TableName: '«hash»',
          Key: { pk: S('k') },
          UpdateExpression: 'SET a = :v',
          ExpressionAttributeValues: { ':v': { [type]: [] } },
        },
        enveloped(message, `ExpressionAttributeValues contains invalid value: ${message} for key :v`),
      ),
    ],
  }
})

export const updateSet: readonly ConformanceCase[] = [
  ...[...set, ...arithmetic].map(updateCase),
  nothingIsWritten,
  ...keys,
  ...emptySets,
]
