import { refused } from '../build-case.ts'
import type { ConformanceCase, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { asCondition, asFilter } from '../evaluate.ts'
import { alternator, documentation, extendDb } from '../sources.ts'
import { B, bytes, L, M, N, NS, S, SS, sample, samples } from '../values.ts'

const reference = documentation('Comparison operator and function reference')

const operators: readonly { symbol: string; holds: (sign: number) => boolean }[] = [
  { symbol: '<', holds: (sign) => sign < 0 },
  { symbol: '<=', holds: (sign) => sign <= 0 },
  { symbol: '>', holds: (sign) => sign > 0 },
  { symbol: '>=', holds: (sign) => sign >= 0 },
]

/** [name, stored, operand, sign of the comparison] */
const pairs: readonly [string, Value, Value, number][] = [
  ['S, less', S('abc'), S('abd'), -1],
  ['S, equal', S('abc'), S('abc'), 0],
  ['S, greater', S('b'), S('abc'), 1],
  ['N, less', N('9'), N('10'), -1],
  ['N, equal in another form', N('10'), N('1e1'), 0],
  ['N, greater', N('-9'), N('-10'), 1],
  ['B, less', B(bytes(1)), B(bytes(2)), -1],
  ['B, equal', B(bytes(1, 2)), B(bytes(1, 2)), 0],
  ['B, greater since bytes are unsigned', B(bytes(0x80)), B(bytes(0x7f)), 1],
]

const matrix = pairs.flatMap(([what, stored, operand, sign]) =>
  operators.map(({ symbol, holds }) =>
    asFilter({
      name: `${symbol} : ${what}`,
      source: reference,
      item: { v: stored },
      expression: `v ${symbol} :v`,
      values: { ':v': operand },
      holds: holds(sign),
    }),
  ),
)

const subtle: readonly [string, Value, Value][] = [
  ['a prefix comes before the longer string', S('ab'), S('abc')],
  ['upper case comes before lower case', S('Z'), S('a')],
  ['an empty string comes first', S(''), S('\u0000')],
  ['U+FFFF comes before an emoji, as in UTF-8 and unlike UTF-16', S('\uffff'), S('😀')],
  ['a private-use character comes before an emoji', S('\ue000'), S('𝒳')],
  ['ASCII comes before accented letters', S('z'), S('é')],
  ['negative numbers by magnitude', N('-100'), N('-99.9')],
  ['fractions', N('0.1'), N('0.11')],
  ['numbers that differ in the 38th digit', N(`${'9'.repeat(37)}8`), N('9'.repeat(38))],
  ['the smallest and zero', N('0'), N('1e-130')],
  ['the largest negative and the smallest positive', N('-1e125'), N('1e-130')],
  ['a binary prefix comes first', B(bytes(1)), B(bytes(1, 0))],
]

const subtleCases = subtle.flatMap(([name, lower, upper]) => [
  asCondition({
    name: `< : ${name}`,
    source: reference,
    item: { v: lower },
    expression: 'v < :v',
    values: { ':v': upper },
    holds: true,
  }),
  asCondition({
    name: `>= : not when ${name}`,
    source: reference,
    item: { v: lower },
    expression: 'v >= :v',
    values: { ':v': upper },
    holds: false,
  }),
])

/** A stored value of another type never satisfies an ordering, but is not an error. */
const mismatched = ['S', 'N', 'B'].flatMap((operand) =>
  samples
    .filter((stored) => stored.type !== operand)
    .flatMap((stored) =>
      ['<', '>='].map((symbol) =>
        asFilter({
          name: `${symbol} : a stored ${stored.type} against a ${operand} does not match`,
          source: alternator,
          item: { v: stored.value },
          expression: `v ${symbol} :v`,
          values: { ':v': sample(operand) },
          holds: false,
        }),
      ),
    ),
)

const unorderable = ['BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M']
const operandText = (symbol: string, type: string): string =>
  `Incorrect operand type for operator or function; operator or function: ${symbol}, operand type: ${type}`

const literalErrors = unorderable.flatMap((type) => [
  ...operators.map(({ symbol }) =>
    refused(
      {
        name: `${symbol} : a literal of type ${type} is refused before the item is read`,
        source: extendDb,
        operation: 'PutItem',
      },
      {
        TableName: '«hash»',
        Item: { pk: S('k') },
        ConditionExpression: `v ${symbol} :v`,
        ExpressionAttributeValues: { ':v': sample(type) },
      },
      enveloped(`Invalid ConditionExpression: ${operandText(symbol, type)}`),
    ),
  ),
  refused(
    {
      name: `BETWEEN: literals of type ${type} are refused in a filter`,
      source: extendDb,
      operation: 'Scan',
    },
    {
      TableName: '«hash»',
      FilterExpression: 'v BETWEEN :v AND :w',
      ExpressionAttributeValues: { ':v': sample(type), ':w': sample(type) },
    },
    invalid(`Invalid FilterExpression: ${operandText('BETWEEN', type)}`),
  ),
])

const between: readonly [string, Value, Value, Value, boolean][] = [
  ['S below', S('a'), S('b'), S('d'), false],
  ['S at the lower bound', S('b'), S('b'), S('d'), true],
  ['S inside', S('c'), S('b'), S('d'), true],
  ['S at the upper bound', S('d'), S('b'), S('d'), true],
  ['S above', S('da'), S('b'), S('d'), false],
  ['N below', N('-1.01'), N('-1'), N('10'), false],
  ['N at the lower bound', N('-1'), N('-1'), N('10'), true],
  ['N inside, not by its text', N('9'), N('-1'), N('10'), true],
  ['N at the upper bound in another form', N('10'), N('-1'), N('1e1'), true],
  ['N above', N('10.1'), N('-1'), N('10'), false],
  ['B inside', B(bytes(2)), B(bytes(1)), B(bytes(0xff)), true],
  ['B above', B(bytes(0xff, 0)), B(bytes(1)), B(bytes(0xff)), false],
  ['equal bounds', N('1'), N('1'), N('1'), true],
  ['a value of another type', N('1'), S('0'), S('2'), false],
  ['a set', SS('b'), S('a'), S('c'), false],
  ['a list', L(S('b')), S('a'), S('c'), false],
  ['a map', M({ b: S('b') }), S('a'), S('c'), false],
]

const betweenCases = between.map(([name, value, low, high, holds]) =>
  asCondition({
    name: `BETWEEN: ${name}`,
    source: reference,
    item: { v: value },
    expression: 'v BETWEEN :l AND :h',
    values: { ':l': low, ':h': high },
    holds,
  }),
)

const betweenForms: readonly [string, string, { [name: string]: Value }, boolean][] = [
  ['three attributes', 'b BETWEEN a AND c', {}, true],
  ['three attributes, inverted bounds are just false', 'b BETWEEN c AND a', {}, false],
  ['one bound from the item, inverted, is just false', 'b BETWEEN :five AND a', { ':five': N(5) }, false],
  ['a literal between attributes', ':two BETWEEN a AND c', { ':two': N(2) }, true],
  ['a missing attribute', 'gone BETWEEN a AND c', {}, false],
  ['a missing bound', 'b BETWEEN a AND gone', {}, false],
  ['bounds of other types in the item', 'b BETWEEN a AND s', {}, false],
  ['followed by AND', 'b BETWEEN a AND c AND a < b', {}, true],
  ['keywords in any case', 'b bEtWeEn a aNd c', {}, true],
  ['under NOT', 'NOT b BETWEEN c AND a', {}, true],
  ['of a size', 'size(s) BETWEEN a AND c', {}, true],
]

const betweenFormCases = betweenForms.map(([name, expression, values, holds]) =>
  asCondition({
    name: `BETWEEN: ${name}`,
    source: alternator,
    item: { a: N(1), b: N(2), c: N(3), s: S('xyz') },
    expression,
    ...(Object.keys(values).length > 0 ? { values } : {}),
    holds,
  }),
)

const boundErrors: readonly [string, Value, Value, string][] = [
  [
    'inverted numbers',
    N(5),
    N(4),
    'requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:4}',
  ],
  [
    'inverted strings',
    S('z'),
    S('a'),
    'requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:z}, upper bound operand: AttributeValue: {S:a}',
  ],
  [
    'bounds of different types',
    N(1),
    S('a'),
    'requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}',
  ],
]

const boundErrorCases = boundErrors.flatMap(([name, low, high, text]) => {
  const values = { ExpressionAttributeValues: { ':l': low, ':h': high } }
  const item = { TableName: '«hash»', Item: { pk: S('k') }, ConditionExpression: 'v BETWEEN :l AND :h' }
  const scan = { TableName: '«hash»', FilterExpression: 'v BETWEEN :l AND :h' }
  return [
    refused(
      { name: `BETWEEN: ${name} are refused in a condition`, source: extendDb, operation: 'PutItem' },
      { ...item, ...values },
      enveloped(`Invalid ConditionExpression: The BETWEEN operator ${text}`),
    ),
    refused(
      { name: `BETWEEN: ${name} are refused in a filter`, source: alternator, operation: 'Scan' },
      { ...scan, ...values },
      invalid(`Invalid FilterExpression: The BETWEEN operator ${text}`),
    ),
  ]
})

const membership = samples.flatMap(({ type, value, other }) => [
  asFilter({
    name: `IN: a stored ${type} is found in a list of operands`,
    source: reference,
    item: { v: value },
    expression: 'v IN (:x, :v)',
    values: { ':x': S('something else'), ':v': value },
    holds: true,
  }),
  asFilter({
    name: `IN: a stored ${type} is not found among others`,
    source: reference,
    item: { v: value },
    expression: 'v IN (:x, :y)',
    values: { ':x': S('something else'), ':y': other ?? S('nothing') },
    holds: false,
  }),
])

const memberForms: readonly [string, string, boolean][] = [
  ['one operand', 'a IN (:one)', true],
  ['attributes as operands', 'a IN (b, c)', true],
  ['a missing attribute is in nothing', 'gone IN (a, b, :one)', false],
  ['missing attributes as operands match nothing', 'a IN (gone, gone2)', false],
  ['a size', 'size(s) IN (:one, :three)', true],
  ['under NOT', 'NOT a IN (b)', true],
  ['in any case', 'a iN (:one)', true],
  ['a literal on the left', ':one IN (a)', true],
]

const memberCases = memberForms.map(([name, expression, holds]) =>
  asCondition({
    name: `IN: ${name}`,
    source: alternator,
    item: { a: N(1), b: N(2), c: N('1.0'), s: S('xyz') },
    expression,
    ...(expression.includes(':')
      ? {
          values: {
            ...(expression.includes(':one') ? { ':one': N(1) } : {}),
            ...(expression.includes(':three') ? { ':three': N(3) } : {}),
          },
        }
      : {}),
    holds,
  }),
)

const hundred = Array.from({ length: 100 }, (_, at) => `:v${at}`)
const longMembership = asFilter({
  name: 'IN: a hundred operands are accepted and the last is compared',
  source: reference,
  item: { v: NS(99) },
  expression: `v IN (${hundred.join(', ')})`,
  values: Object.fromEntries(hundred.map((name, at) => [name, NS(at)])),
  holds: true,
})

export const conditionOrdering: readonly ConformanceCase[] = [
  ...matrix,
  ...subtleCases,
  ...mismatched,
  ...literalErrors,
  ...betweenCases,
  ...betweenFormCases,
  ...boundErrorCases,
  ...membership,
  ...memberCases,
  longMembership,
]
