import { step } from '../build-case.ts'
import type { ConformanceCase } from '../case.ts'
import { alternator, local, parity } from '../sources.ts'
import { badOperand, noAttribute, type UpdateRow, updateCase } from '../update-case.ts'
import { L, M, N, NULL, S, SS } from '../values.ts'

const functions: readonly UpdateRow[] = [
  {
    name: 'if_not_exists keeps an existing attribute',
    before: { a: S('old') },
    expression: 'SET a = if_not_exists(a, :v)',
    values: { ':v': S('new') },
    after: { a: S('old') },
  },
  {
    name: 'if_not_exists gives the default',
    before: {},
    expression: 'SET a = if_not_exists(a, :v)',
    values: { ':v': S('new') },
    after: { a: S('new') },
  },
  {
    name: 'if_not_exists of another attribute',
    before: { b: S('b') },
    expression: 'SET a = if_not_exists(b, :v)',
    values: { ':v': S('new') },
    after: { a: S('b'), b: S('b') },
  },
  {
    name: 'if_not_exists with an attribute as default',
    before: { b: S('b') },
    expression: 'SET a = if_not_exists(a, b)',
    after: { a: S('b'), b: S('b') },
  },
  {
    name: 'if_not_exists of a nested path',
    before: { m: M({}) },
    expression: 'SET m.x = if_not_exists(m.x, :v)',
    values: { ':v': N(1) },
    after: { m: M({ x: N(1) }) },
  },
  {
    name: 'if_not_exists inside if_not_exists',
    source: alternator,
    before: {},
    expression: 'SET a = if_not_exists(b, if_not_exists(c, :v))',
    values: { ':v': N(1) },
    after: { a: N(1) },
  },
  {
    name: 'if_not_exists with a missing default that is not needed',
    source: local,
    before: { b: N(1) },
    expression: 'SET a = if_not_exists(b, c)',
    error: noAttribute,
  },
  {
    name: 'if_not_exists with a missing default',
    before: {},
    expression: 'SET a = if_not_exists(b, c)',
    error: noAttribute,
  },
  {
    name: 'if_not_exists keeps an attribute of type NULL',
    before: { a: NULL },
    expression: 'SET a = if_not_exists(a, :v)',
    values: { ':v': N(1) },
    after: { a: NULL },
  },
  {
    name: 'list_append at the end',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L(N(2)) },
    after: { l: L(N(1), N(2)) },
  },
  {
    name: 'list_append at the beginning',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(:v, l)',
    values: { ':v': L(N(2)) },
    after: { l: L(N(2), N(1)) },
  },
  {
    name: 'list_append of an empty list',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    after: { l: L(N(1)) },
  },
  {
    name: 'list_append of two literals',
    before: {},
    expression: 'SET l = list_append(:v, :v)',
    values: { ':v': L(N(1)) },
    after: { l: L(N(1), N(1)) },
  },
  {
    name: 'list_append of one list to itself',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(l, l)',
    after: { l: L(N(1), N(1)) },
  },
  {
    name: 'list_append to a default',
    source: parity,
    before: {},
    expression: 'SET l = list_append(if_not_exists(l, :e), :v)',
    values: { ':e': L(), ':v': L(N(1)) },
    after: { l: L(N(1)) },
  },
  {
    name: 'list_append of nested lists does not flatten',
    before: { l: L() },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L(L(N(1))) },
    after: { l: L(L(N(1))) },
  },
  {
    name: 'list_append to a missing attribute',
    source: alternator,
    before: {},
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    error: noAttribute,
  },
  {
    name: 'list_append to a string',
    source: alternator,
    before: { l: S('x') },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    error: badOperand,
  },
  {
    name: 'list_append to a set',
    source: alternator,
    before: { l: SS('x') },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    error: badOperand,
  },
]

/** Updates that only remove do not create an item; an update without any action does. */
const missing: readonly [string, { UpdateExpression?: string }, boolean][] = [
  ['REMOVE a', { UpdateExpression: 'REMOVE a' }, false],
  ['REMOVE of a nested path', { UpdateExpression: 'REMOVE a.b' }, false],
  ['REMOVE of a list element', { UpdateExpression: 'REMOVE a[0]' }, false],
  ['DELETE of set members', { UpdateExpression: 'DELETE a :v' }, false],
  ['no expression at all', {}, true],
]

const missingCases = missing.map(
  ([name, update, created]): ConformanceCase => ({
    name: `an update of a missing item by ${name} ${created ? 'makes it' : 'does not make it'}`,
    source: alternator,
    steps: [
      step(
        'UpdateItem',
        {
          TableName: '«hash»',
          Key: { pk: S('k') },
          ...update,
          ...(update.UpdateExpression?.includes(':v')
            ? { ExpressionAttributeValues: { ':v': SS('a') } }
            : {}),
        },
        {},
      ),
      step('GetItem', { TableName: '«hash»', Key: { pk: S('k') } }, created ? { Item: { pk: S('k') } } : {}),
    ],
  }),
)

export const updateFunctions: readonly ConformanceCase[] = [...functions.map(updateCase), ...missingCases]
