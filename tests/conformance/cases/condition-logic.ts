import { refused, step } from '../build-case.ts'
import type { ConformanceCase } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { asCondition, asFilter } from '../evaluate.ts'
import { alternator, documentation, dynalite, extendDb, floci, parity } from '../sources.ts'
import { L, M, N, S } from '../values.ts'

const syntax = documentation(
  'Condition and filter expressions, operators, and functions: logical evaluations',
)

/**
 * The message for an oversized expression. The older layers include the size, but never for an update or a projection
 * (floci's captures of September 2026, which are newer than Alternator's and dynalite's).
 */
const oversized = (parameter: string, sizeBytes?: number): string =>
  `Invalid ${parameter}: Expression size has exceeded the maximum allowed size;${
    sizeBytes === undefined ? '' : ` expression size: ${sizeBytes}`
  }`

/** `t` is an attribute that exists, `f` one that does not. */
const t = 'attribute_exists(t)'
const f = 'attribute_exists(f)'
const truths: readonly [string, boolean][] = [
  [`${t} AND ${t}`, true],
  [`${t} AND ${f}`, false],
  [`${f} AND ${t}`, false],
  [`${f} AND ${f}`, false],
  [`${t} OR ${t}`, true],
  [`${t} OR ${f}`, true],
  [`${f} OR ${t}`, true],
  [`${f} OR ${f}`, false],
  [`NOT ${t}`, false],
  [`NOT ${f}`, true],
  [`NOT NOT ${t}`, true],
  [`NOT NOT NOT NOT ${f}`, false],
  [`${t} OR ${t} AND ${f}`, true],
  [`(${t} OR ${t}) AND ${f}`, false],
  [`${f} AND ${t} OR ${t}`, true],
  [`${f} AND (${t} OR ${t})`, false],
  [`NOT ${f} AND ${f}`, false],
  [`NOT (${f} AND ${f})`, true],
  [`NOT ${t} OR ${t}`, true],
  [`NOT (${t} OR ${t})`, false],
  [`${t} and ${t} oR noT ${f}`, true],
  [`(${t})`, true],
  [`((${t}) AND (${f}))`, false],
  [`((${t} AND ${t}) AND ${t})`, true],
  [`NOT (NOT (${t}))`, true],
]

const truthCases = truths.map(([expression, holds]) =>
  asCondition({
    name: `logic: ${expression} is ${holds}`,
    source: syntax,
    item: { t: S('x') },
    expression,
    holds,
  }),
)

const item = {
  n: N(5),
  m: M({ a: M({ b: L(N(1), M({ c: S('deep') })) }) }),
  'dotted.name': S('x'),
  s: S('x'),
}
const paths: readonly [string, string, { [name: string]: string } | undefined, boolean][] = [
  ['a deep path', 'm.a.b[1].c = :v', undefined, true],
  ['a deep path with names', '#m.#a.#b[1].#c = :v', { '#m': 'm', '#a': 'a', '#b': 'b', '#c': 'c' }, true],
  ['white space around dots and brackets', 'm . a . b [ 1 ] . c = :v', undefined, true],
  ['a name placeholder with a dot is one name', '#d = :v', { '#d': 'dotted.name' }, false],
  ['a name placeholder is not split at its dot', '#d = :v', { '#d': 'm.a' }, false],
  ['placeholders may begin with digits', '#1 = :v', { '#1': 's' }, false],
  ['placeholders may be an underscore', '#_ = :v', { '#_': 's' }, false],
  ['no white space at all', 's=:v', undefined, false],
  ['tabs and line breaks are white space', 's\t<>\n:v', undefined, true],
]

const pathCases = paths.map(([name, expression, names, holds]) =>
  asFilter({
    name: `paths: ${name}`,
    source: alternator,
    item,
    expression,
    values: { ':v': S('deep') },
    ...(names ? { names } : {}),
    holds,
  }),
)

/** Condition expressions just within the limit and just beyond it. */
const chain = (operators: number): string => {
  const terms = (operators + 1) / 2
  return Array.from({ length: terms }, () => 'n = :v').join(' OR ')
}

const put = { TableName: '«hash»', Item: { pk: S('k') } }
const padded = (length: number): string => 'attribute_not_exists(n)'.padEnd(length, ' ')
const limits: readonly ConformanceCase[] = [
  {
    name: 'a condition of 299 operators is accepted',
    source: documentation('Service quotas: operators in an expression'),
    given: { hash: [{ pk: S('k'), n: N(1) }] },
    steps: [
      step(
        'PutItem',
        { ...put, ConditionExpression: chain(299), ExpressionAttributeValues: { ':v': N(1) } },
        {},
      ),
    ],
  },
  refused(
    { name: 'a condition of 301 operators is refused', source: alternator, operation: 'PutItem' },
    { ...put, ConditionExpression: chain(301), ExpressionAttributeValues: { ':v': N(1) } },
    enveloped('Invalid ConditionExpression: The expression contains too many operators; operator count: 301'),
  ),
  {
    name: 'an expression of 4,096 bytes is accepted',
    source: documentation('Service quotas: expression length'),
    steps: [step('PutItem', { ...put, ConditionExpression: padded(4096) }, {})],
  },
  refused(
    { name: 'an expression of 4,097 bytes is refused', source: floci, operation: 'PutItem' },
    { ...put, ConditionExpression: padded(4097) },
    enveloped(oversized('ConditionExpression'), oversized('ConditionExpression', 4097)),
  ),
  refused(
    {
      name: 'the length of an expression is checked before its syntax',
      source: alternator,
      operation: 'PutItem',
    },
    { ...put, ConditionExpression: '('.repeat(5000) },
    enveloped(oversized('ConditionExpression'), oversized('ConditionExpression', 5000)),
  ),
  refused(
    { name: 'the length of an expression is counted in bytes', source: parity, operation: 'PutItem' },
    { ...put, ConditionExpression: 'é'.repeat(2049) },
    enveloped(oversized('ConditionExpression'), oversized('ConditionExpression', 4098)),
  ),
  refused(
    { name: 'an oversized filter of a Scan is refused with its size', source: floci, operation: 'Scan' },
    { TableName: '«hash»', FilterExpression: padded(4097) },
    invalid(oversized('FilterExpression', 4097)),
  ),
  refused(
    { name: 'an oversized filter of a Query is refused bare', source: floci, operation: 'Query' },
    {
      TableName: '«range»',
      KeyConditionExpression: 'pk = :p',
      FilterExpression: padded(4097),
      ExpressionAttributeValues: { ':p': S('p') },
    },
    invalid(oversized('FilterExpression'), oversized('FilterExpression', 4097)),
  ),
  refused(
    { name: 'an oversized projection is refused bare', source: extendDb, operation: 'GetItem' },
    { TableName: '«hash»', Key: { pk: S('k') }, ProjectionExpression: 'a'.padEnd(4200, ' ') },
    invalid(oversized('ProjectionExpression')),
  ),
  refused(
    {
      name: 'an oversized projection of a transaction is refused bare',
      source: floci,
      operation: 'TransactGetItems',
    },
    {
      TransactItems: [
        { Get: { TableName: '«absent»', Key: { pk: S('k') }, ProjectionExpression: 'a'.repeat(4097) } },
      ],
    },
    invalid(oversized('ProjectionExpression')),
  ),
  refused(
    { name: 'an oversized key condition is refused bare', source: extendDb, operation: 'Query' },
    {
      TableName: '«range»',
      KeyConditionExpression: 'pk = :p'.padEnd(4097, ' '),
      ExpressionAttributeValues: { ':p': S('p') },
    },
    invalid(oversized('KeyConditionExpression'), oversized('KeyConditionExpression', 4097)),
  ),
  refused(
    { name: 'an oversized update is refused without its size', source: floci, operation: 'UpdateItem' },
    { TableName: '«hash»', Key: { pk: S('k') }, UpdateExpression: 'REMOVE a'.padEnd(4097, ' ') },
    enveloped(oversized('UpdateExpression')),
  ),
  {
    name: 'names are not counted in the length of an expression',
    source: documentation('Service quotas: expression length'),
    given: { hash: [{ pk: S('k') }] },
    steps: [
      step(
        'PutItem',
        {
          ...put,
          ConditionExpression: 'attribute_not_exists(#n)',
          ExpressionAttributeNames: { '#n': 'n'.repeat(5000) },
        },
        {},
      ),
    ],
  },
  {
    name: 'conditions may nest 149 deep',
    source: alternator,
    given: { hash: [{ pk: S('k'), n: N(1) }] },
    steps: [
      step(
        'PutItem',
        {
          ...put,
          ConditionExpression: `${'n = :v OR ('.repeat(149)}n = :v${')'.repeat(149)}`,
          ExpressionAttributeValues: { ':v': N(1) },
        },
        {},
      ),
    ],
  },
  refused(
    { name: 'two thousand parentheses are refused and harm nothing', source: dynalite, operation: 'PutItem' },
    {
      ...put,
      ConditionExpression: `${'('.repeat(2000)}n = :v${')'.repeat(2000)}`,
      ExpressionAttributeValues: { ':v': N(1) },
    },
    enveloped('Invalid ConditionExpression: The expression has redundant parentheses;'),
  ),
]

export const conditionLogic: readonly ConformanceCase[] = [...truthCases, ...pathCases, ...limits]
