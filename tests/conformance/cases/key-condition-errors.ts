import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Value } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { matching } from '../matchers.ts'
import { alternator, dynalite, extendDb, parity } from '../sources.ts'
import { B, BOOL, N, S, SS } from '../values.ts'

const p: { [name: string]: Value } = { ':p': S('p') }

const v: { [name: string]: Value } = { ...p, ':v': S('v') }

const k = (text: string): ExpectedError => invalid(`Invalid KeyConditionExpression: ${text}`)

const operand = (operator: string, type: string): ExpectedError =>
  k(
    `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
  )

const wrongType = invalid(parameter('Condition parameter type does not match schema type'))

const missed = (name: string): ExpectedError => invalid(`Query condition missed key schema element: ${name}`)

const badOperator = (name: string): ExpectedError =>
  invalid(matching(new RegExp(`Invalid operator used in KeyConditionExpression: ${name}$`)))

const oneEach = invalid(matching(/KeyConditionExpressions must only contain one condition per key$/))

/** Observed on AWS in 2026 with the prefix, and earlier without it (dynalite). */
const nested = invalid(
  'Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes',
  'KeyConditionExpressions cannot have conditions on nested attributes',
)

const noKey = invalid(matching(/Invalid condition in KeyConditionExpression: No key attribute specified$/))

const severalNames = invalid(
  matching(/Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition$/),
)

const first = (name: string): ExpectedError =>
  invalid(
    matching(
      new RegExp(
        `Invalid condition in KeyConditionExpression: ${name} operator must have the key attribute as its first operand$`,
      ),
    ),
  )

/** [condition, values, error, source] on a table with string keys. */
const conditions: readonly [string, { [name: string]: Value }, ExpectedError, string][] = [
  ['', p, k('The expression can not be empty;'), parity],
  ['((pk = :p))', p, k('The expression has redundant parentheses;'), parity],
  ['sk = :p', p, missed('pk'), parity],
  ['a = :p', p, missed('pk'), parity],
  ['pk = :p AND a = :v', v, missed('sk'), alternator],
  ['pk < :p', p, invalid('Query key condition not supported'), alternator],
  ['pk <= :p', p, invalid('Query key condition not supported'), alternator],
  ['pk > :p AND sk = :v', v, invalid('Query key condition not supported'), alternator],
  ['pk BETWEEN :p AND :v', v, invalid('Query key condition not supported'), alternator],
  ['begins_with(pk, :p)', p, invalid('Query key condition not supported'), alternator],
  ['pk <> :p', p, badOperator('<>'), dynalite],
  ['pk = :p AND sk <> :v', v, badOperator('<>'), alternator],
  ['pk IN (:p)', p, badOperator('IN'), alternator],
  ['pk = :p OR sk = :v', v, badOperator('OR'), alternator],
  ['NOT pk = :p', p, badOperator('NOT'), alternator],
  ['pk = :p AND NOT sk = :v', v, badOperator('NOT'), alternator],
  ['attribute_exists(pk)', {}, badOperator('attribute_exists'), alternator],
  ['pk = :p AND attribute_not_exists(sk)', p, badOperator('attribute_not_exists'), dynalite],
  ['pk = :p AND contains(sk, :v)', v, badOperator('contains'), dynalite],
  ['pk = :p AND attribute_type(sk, :v)', { ...p, ':v': S('S') }, badOperator('attribute_type'), dynalite],
  [
    'pk = :p AND size(sk) = :v',
    { ...p, ':v': N(1) },
    invalid(matching(/KeyConditionExpressions cannot contain nested operations$/)),
    dynalite,
  ],
  ['pk = :p AND pk = :v', v, oneEach, alternator],
  ['pk = :p AND sk > :v AND sk < :v', v, oneEach, parity],
  ['pk.a = :p', p, nested, extendDb],
  ['pk.a > :p', p, nested, extendDb],
  ['a.b = :p', p, nested, extendDb],
  ['pk = :p AND sk[0] = :v', v, nested, extendDb],
  ['pk = :p AND :v < sk.a', v, nested, extendDb],
  ['pk = :p AND begins_with(sk.a, :v)', v, nested, extendDb],
  ['pk = :p AND sk.a BETWEEN :p AND :v', v, nested, extendDb],
  ['data.a = :p', p, k('Attribute name is a reserved keyword; reserved keyword: data'), extendDb],
  ['pk = sk', {}, severalNames, alternator],
  [':p = :v', v, noKey, alternator],
  ['pk = :p AND :p = :v', v, noKey, alternator],
  ['pk = :p AND :v BETWEEN sk AND :v', v, first('BETWEEN'), dynalite],
  ['pk = :p AND begins_with(:v, sk)', v, first('begins_with'), dynalite],
  ['pk = :p AND sk BETWEEN a AND :v', v, severalNames, dynalite],
  [
    'pk = :p AND sk = :v AND a = :v',
    v,
    invalid(
      'The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)',
      matching(/^(Conditions can be of length 1 or 2 only|The number of query conditions \(3\) exceeds .*)$/),
    ),
    parity,
  ],
  ['pk = :p AND BEGINS_WITH(sk, :v)', v, k('Invalid function name; function: BEGINS_WITH'), alternator],
  ['dog(pk)', {}, k('Invalid function name; function: dog'), alternator],
  [
    'pk = :undefined',
    {},
    k('An expression attribute value used in expression is not defined; attribute value: :undefined'),
    parity,
  ],
  [
    '#k = :p',
    p,
    k('An expression attribute name used in the document path is not defined; attribute name: #k'),
    parity,
  ],
  ['pk = :p AND begins_with(sk, :n)', { ...p, ':n': N(1) }, operand('begins_with', 'N'), parity],
  ['pk = :p AND begins_with(sk, :n)', { ...p, ':n': BOOL(true) }, operand('begins_with', 'BOOL'), parity],
  ['pk = :p AND sk < :n', { ...p, ':n': BOOL(true) }, operand('<', 'BOOL'), parity],
  ['pk = :p AND :n >= sk', { ...p, ':n': SS('a') }, operand('>=', 'SS'), parity],
  ['pk = :p AND sk BETWEEN :n AND :n', { ...p, ':n': BOOL(true) }, operand('BETWEEN', 'BOOL'), parity],
  ['pk = :n', { ':n': N(1) }, wrongType, parity],
  ['pk = :n', { ':n': BOOL(true) }, wrongType, parity],
  ['pk = :p AND sk = :n', { ...p, ':n': N(1) }, wrongType, parity],
  ['pk = :p AND sk > :n', { ...p, ':n': B('AA==') }, wrongType, parity],
  ['pk = :p AND sk BETWEEN :n AND :n', { ...p, ':n': N(1) }, wrongType, parity],
  [
    'pk = :p AND sk BETWEEN :y AND :x',
    { ...p, ':y': S('y'), ':x': S('x') },
    k(
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:y}, upper bound operand: AttributeValue: {S:x}',
    ),
    parity,
  ],
  ['pk != :p', p, invalid(matching(/^Invalid KeyConditionExpression: Syntax error; /)), alternator],
  ['pk', {}, invalid(matching(/^Invalid KeyConditionExpression: Syntax error; /)), alternator],
  ['pk = :p AND', p, invalid(matching(/^Invalid KeyConditionExpression: Syntax error; /)), alternator],
  [
    'pk = :undefined AND begins_with(sk, :n)',
    { ':n': N(1) },
    k('An expression attribute value used in expression is not defined; attribute value: :undefined'),
    parity,
  ],
  ['begins_with(sk, :n) AND pk = :undefined', { ':n': N(1) }, operand('begins_with', 'N'), parity],
]

const conditionCases = conditions.map(([condition, values, error, source]) =>
  refused(
    {
      name: `key condition refused: ${condition || '(empty)'} with ${JSON.stringify(values)}`,
      source,
      operation: 'Query',
    },
    {
      TableName: '«range»',
      KeyConditionExpression: condition,
      ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
    },
    error,
  ),
)

export const keyConditionErrors: readonly ConformanceCase[] = [...conditionCases]
