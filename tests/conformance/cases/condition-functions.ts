import { refused } from '../build-case.ts'
import type { ConformanceCase, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { asCondition, asFilter } from '../evaluate.ts'
import { alternator, documentation, dynalite, extendDb, parity } from '../sources.ts'
import { B, BS, base64, bytes, L, M, N, NS, S, SS, sample, samples } from '../values.ts'

const reference = documentation('Comparison operator and function reference')

/** attribute_type holds for exactly the stored type. */
const types = samples.flatMap((stored) =>
  samples.map((asked) =>
    asFilter({
      name: `attribute_type: a ${stored.type} ${stored.type === asked.type ? 'is' : 'is not'} of type ${asked.type}`,
      source: reference,
      item: { v: stored.value },
      expression: 'attribute_type(v, :t)',
      values: { ':t': S(asked.type) },
      holds: stored.type === asked.type,
    }),
  ),
)

const existence = samples.flatMap(({ type, value }) => [
  asCondition({
    name: `attribute_exists: an attribute of type ${type} exists`,
    source: reference,
    item: { v: value },
    expression: 'attribute_exists(v)',
    holds: true,
  }),
  asCondition({
    name: `attribute_not_exists: an attribute of type ${type} is not missing`,
    source: reference,
    item: { v: value },
    expression: 'attribute_not_exists(v)',
    holds: false,
  }),
])

const existencePaths: readonly [string, boolean][] = [
  ['attribute_exists(m.x)', true],
  ['attribute_exists(m.y)', false],
  ['attribute_not_exists(m.y)', true],
  ['attribute_exists(l[0])', true],
  ['attribute_exists(l[1])', true],
  ['attribute_exists(l[2])', false],
  ['attribute_exists(l[1].x)', true],
  ['attribute_exists(l[0].x)', false],
  ['attribute_exists(m.x.y)', false],
  ['attribute_exists(m[0])', false],
  ['attribute_exists(l.x)', false],
  ['attribute_exists(pk)', true],
  ['attribute_exists(gone)', false],
  ['attribute_not_exists(gone)', true],
  ['attribute_exists(l[0][0])', false],
]

const existencePathCases = existencePaths.map(([expression, holds]) =>
  asCondition({
    name: `${expression} ${holds ? 'holds' : 'does not hold'}`,
    source: reference,
    item: { m: M({ x: S('a') }), l: L(S('a'), M({ x: S('a') })) },
    expression,
    holds,
  }),
)

/** contains: a substring of a string or binary, a member of a set, an element of a list. */
function contains(stored: string, operand: string): boolean {
  const members: { [type: string]: string } = { S: 'S', B: 'B', SS: 'S', NS: 'N', BS: 'B' }
  return stored === 'L' || members[stored] === operand
}

const everything = L(...samples.map(({ value }) => value))
const containsMatrix = samples.flatMap((stored) =>
  samples.map((operand) => {
    const holds = contains(stored.type, operand.type)
    return asFilter({
      name: `contains: a ${stored.type} ${holds ? 'contains' : 'never contains'} a ${operand.type}`,
      source: reference,
      item: { v: stored.type === 'L' ? everything : stored.value },
      expression: 'contains(v, :v)',
      values: { ':v': operand.value },
      holds,
    })
  }),
)

const containsForms: readonly [string, Value, Value, boolean][] = [
  ['a substring in the middle', S('hello'), S('ell'), true],
  ['a string that is not a substring', S('hello'), S('elo'), false],
  ['the empty substring', S('hello'), S(''), true],
  ['a longer string', S('ell'), S('hello'), false],
  ['a member of a set, not a part of a member', SS('hello'), S('ell'), false],
  ['an empty member', SS('', 'a'), S(''), true],
  ['a number in a number set in another form', NS('100'), N('1e2'), true],
  ['a number that is not a member', NS('100'), N('10'), false],
  ['a sequence of bytes', B(bytes(1, 2, 3)), B(bytes(2, 3)), true],
  ['bytes that are not in sequence', B(bytes(1, 2, 3)), B(bytes(1, 3)), false],
  ['a member of a binary set', BS(base64('a'), base64('b')), B(base64('b')), true],
  ['a list with an equal map', L(M({ a: N(1) })), M({ a: N('1.0') }), true],
  ['a list with an equal list', L(L(N(1))), L(N(1)), true],
  ['a list with a deeper match only', L(L(S('x'))), S('x'), false],
  ['a list with a string of which it is a part', L(S('hello')), S('ell'), false],
  ['a list with an equal set in another order', L(SS('a', 'b')), SS('b', 'a'), true],
  ['a set against the same set', SS('a'), SS('a'), false],
  ['a map with that member name', M({ a: S('b') }), S('a'), false],
  ['a multibyte substring', S('añb'), S('ñ'), true],
]

const containsCases = containsForms.map(([name, stored, operand, holds]) =>
  asCondition({
    name: `contains: ${name}`,
    source: alternator,
    item: { v: stored },
    expression: 'contains(v, :v)',
    values: { ':v': operand },
    holds,
  }),
)

const prefixes: readonly [string, Value, Value, boolean][] = [
  ['a prefix', S('hello'), S('he'), true],
  ['the whole string', S('hello'), S('hello'), true],
  ['a longer string', S('he'), S('hello'), false],
  ['another case', S('hello'), S('He'), false],
  ['the empty prefix', S('hello'), S(''), true],
  ['a binary prefix', B(bytes(1, 2, 3)), B(bytes(1, 2)), true],
  ['a prefix of 0xFF bytes', B(bytes(0xff, 0xff, 1)), B(bytes(0xff, 0xff)), true],
  ['a binary that differs', B(bytes(1, 2)), B(bytes(2)), false],
  ['a string against a binary prefix of its bytes', S('abc'), B(base64('a')), false],
  ['a binary against a string prefix', B(base64('abc')), S('a'), false],
  ['an emoji prefix', S('😀😁'), S('😀'), true],
]

const prefixCases = prefixes.map(([name, stored, operand, holds]) =>
  asFilter({
    name: `begins_with: ${name}`,
    source: reference,
    item: { v: stored },
    expression: 'begins_with(v, :v)',
    values: { ':v': operand },
    holds,
  }),
)

const prefixStored = samples
  .filter(({ type }) => type !== 'S' && type !== 'B')
  .map(({ type, value }) =>
    asCondition({
      name: `begins_with: a stored ${type} begins with no string`,
      source: alternator,
      item: { v: value },
      expression: 'begins_with(v, :v)',
      values: { ':v': S('a') },
      holds: false,
    }),
  )

const prefixLiterals = samples
  .filter(({ type }) => type !== 'S' && type !== 'B')
  .flatMap(({ type, value }) => {
    const text = `Incorrect operand type for operator or function; operator or function: begins_with, operand type: ${type}`
    const values = { ExpressionAttributeValues: { ':v': value } }
    return [
      refused(
        {
          name: `begins_with: a literal ${type} is refused in a condition`,
          source: extendDb,
          operation: 'PutItem',
        },
        {
          TableName: '«hash»',
          Item: { pk: S('k') },
          ConditionExpression: 'begins_with(v, :v)',
          ...values,
        },
        enveloped(`Invalid ConditionExpression: ${text}`),
      ),
      refused(
        { name: `begins_with: a literal ${type} is refused in a filter`, source: parity, operation: 'Scan' },
        { TableName: '«hash»', FilterExpression: 'begins_with(v, :v)', ...values },
        invalid(`Invalid FilterExpression: ${text}`),
      ),
    ]
  })

const operandForms: readonly [string, string, boolean][] = [
  ['begins_with(:abc, s)', 'a literal that begins with an attribute', true],
  ['begins_with(abc, s)', 'an attribute that begins with another', true],
  ['begins_with(gone, s)', 'a missing attribute begins with nothing', false],
  ['begins_with(abc, gone)', 'nothing begins with a missing attribute', false],
  ['contains(:abc, s)', 'a literal that contains an attribute', true],
  ['contains(abc, gone)', 'nothing contains a missing attribute', false],
  ['attribute_type(:abc, :t)', 'the type of a literal', true],
  ['attribute_type(gone, :t)', 'a missing attribute has no type', false],
  ['size(:abc) = :three', 'the size of a literal', true],
  ['size(gone) = :three', 'a missing attribute has no size', false],
  ['size(gone) <> :three', 'no size differs from any number', true],
  ['size(abc) = three', 'a size against an attribute', true],
  ['size(abc) > size(s)', 'two sizes', true],
  [':three = size(abc)', 'a size on the right', true],
  ['size(abc) = s', 'a size against a string', false],
]

const operandCases = operandForms.map(([expression, name, holds]) =>
  asCondition({
    name: `functions: ${name}`,
    source: alternator,
    item: { s: S('a'), abc: S('abc'), three: N(3) },
    expression,
    ...(expression.includes(':')
      ? {
          values: {
            ...(expression.includes(':abc') ? { ':abc': S('abc') } : {}),
            ...(expression.includes(':three') ? { ':three': N(3) } : {}),
            ...(expression.includes(':t)') ? { ':t': S('S') } : {}),
          },
        }
      : {}),
    holds,
  }),
)

const sizes: readonly [string, Value, number][] = [
  ['the characters of a string', S('abc'), 3],
  ['an empty string', S(''), 0],
  ['accented characters once each', S('abÿ'), 3],
  ['the bytes of a binary', B(bytes(1, 2, 3, 4)), 4],
  ['the members of a string set', SS('a', 'b'), 2],
  ['the members of a number set', NS(1, 2, 3), 3],
  ['the members of a binary set', BS('YQ=='), 1],
  ['the elements of a list', L(S('a'), L(S('b'), S('c'))), 2],
  ['the members of a map', M({ a: S('x'), b: S('y') }), 2],
  ['an empty map', M({}), 0],
]

const sizeCases = sizes.flatMap(([name, stored, size]) => [
  asFilter({
    name: `size: ${name}`,
    source: name.includes('accented') ? dynalite : reference,
    item: { v: stored },
    expression: 'size(v) = :n',
    values: { ':n': N(size) },
    holds: true,
  }),
  asFilter({
    name: `size: ${name} is less than one more`,
    source: reference,
    item: { v: stored },
    expression: 'size(v) < :n',
    values: { ':n': N(size + 1) },
    holds: true,
  }),
])

/** Numbers, booleans and nulls have no size: every comparison is false except <>. */
const sizeless = ['N', 'BOOL', 'NULL'].flatMap((type) =>
  ['=', '<>', '<', '<=', '>', '>='].map((symbol) =>
    asFilter({
      name: `size: a stored ${type} has none, so ${symbol} is ${symbol === '<>'}`,
      source: extendDb,
      item: { v: sample(type) },
      expression: `size(v) ${symbol} :n`,
      values: { ':n': N(1) },
      holds: symbol === '<>',
    }),
  ),
)

export const conditionFunctions: readonly ConformanceCase[] = [
  ...types,
  ...existence,
  ...existencePathCases,
  ...containsMatrix,
  ...containsCases,
  ...prefixCases,
  ...prefixStored,
  ...prefixLiterals,
  ...operandCases,
  ...sizeCases,
  ...sizeless,
]
