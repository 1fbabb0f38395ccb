import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { compileKeyCondition, prepareKeyCondition } from './compile-key-condition.ts'
import { Placeholders } from './placeholders.ts'

const values: AttributeMap = {
  ':a': { S: 'a' },
  ':b': { S: 'b' },
  ':n': { N: '1' },
  ':bool': { BOOL: true },
  ':type': { S: 'S' },
}

function compile(source: string) {
  return compileKeyCondition({ source, placeholders: new Placeholders({ names: { '#a': 'a' }, values }) })
}

const refused: [source: string, message: string][] = [
  ['', 'Invalid KeyConditionExpression: The expression can not be empty;'],
  ['a', 'Invalid KeyConditionExpression: Syntax error; token: "<EOF>", near: "a"'],
  ['((a = :a))', 'Invalid KeyConditionExpression: The expression has redundant parentheses;'],
  [
    'a = :a AND BEGINS_WITH(b, :b)',
    'Invalid KeyConditionExpression: Invalid function name; function: BEGINS_WITH',
  ],
  [
    'a = :a AND b = :x',
    'Invalid KeyConditionExpression: An expression attribute value used in expression is not defined; attribute value: :x',
  ],
  [
    'a = :a AND begins_with(b, :n)',
    'Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
  ],
  [
    ':bool >= a',
    'Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: >=, operand type: BOOL',
  ],
  [
    'a between :b and :a',
    'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}',
  ],
  ['a > b and size(b) > c or a > c', 'Invalid operator used in KeyConditionExpression: OR'],
  ['a in (b, size(c), d)', 'Invalid operator used in KeyConditionExpression: IN'],
  ['attribute_exists(a)', 'Invalid operator used in KeyConditionExpression: attribute_exists'],
  ['attribute_not_exists(a)', 'Invalid operator used in KeyConditionExpression: attribute_not_exists'],
  ['attribute_type(a, :type)', 'Invalid operator used in KeyConditionExpression: attribute_type'],
  ['contains(a.d, b)', 'Invalid operator used in KeyConditionExpression: contains'],
  ['not a > b', 'Invalid operator used in KeyConditionExpression: NOT'],
  ['a <> b', 'Invalid operator used in KeyConditionExpression: <>'],
  [
    ':a between size(b) and size(a) and b > :b',
    'Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand',
  ],
  [
    'begins_with(:a, b) and a > :b',
    'Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand',
  ],
  ['size(b) > a AND a.b > b AND b > c', 'KeyConditionExpressions cannot contain nested operations'],
  ['a > size(b.d)', 'KeyConditionExpressions cannot contain nested operations'],
  ['a between size(b) and size(a)', 'KeyConditionExpressions cannot contain nested operations'],
  ['b > a.b', 'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition'],
  [
    'a between b and size(a)',
    'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
  ],
  [
    'begins_with(a, b)',
    'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
  ],
  [
    'b.d > a AND c.d > e.f',
    'Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes',
  ],
  [
    'b[0] > a',
    'Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes',
  ],
  [':b > :a AND a < :b', 'Invalid condition in KeyConditionExpression: No key attribute specified'],
  [':a > b AND :a < :b', 'Invalid condition in KeyConditionExpression: No key attribute specified'],
  [
    '(a > :a and b > :a) and (b > :a and c > :a)',
    'Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key',
  ],
  [
    'a = :a and #a = :a',
    'Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key',
  ],
]

describe('compileKeyCondition', () => {
  it.each(refused)('refuses %s', (source, message) => {
    expect(() => compile(source)).toThrow(expect.objectContaining({ message }))
  })

  const a = values[':a']
  const b = values[':b']
  const accepted: [source: string, expected: unknown[]][] = [
    ['#a = :a', [{ attribute: 'a', operator: '=', operands: [a] }]],
    [
      '(b BETWEEN :a AND :b) AND (a = :a)',
      [
        { attribute: 'b', operator: 'BETWEEN', operands: [a, b] },
        { attribute: 'a', operator: '=', operands: [a] },
      ],
    ],
    ['begins_with(a, :a)', [{ attribute: 'a', operator: 'begins_with', operands: [a] }]],
    [':a < a', [{ attribute: 'a', operator: '>', operands: [a] }]],
    [':a <= a', [{ attribute: 'a', operator: '>=', operands: [a] }]],
    [':a > a', [{ attribute: 'a', operator: '<', operands: [a] }]],
    [':a >= a', [{ attribute: 'a', operator: '<=', operands: [a] }]],
    [':a = a', [{ attribute: 'a', operator: '=', operands: [a] }]],
    ['a >= :a', [{ attribute: 'a', operator: '>=', operands: [a] }]],
  ]

  it.each(accepted)('reads %s', (source, expected) => {
    expect(compile(source)).toEqual(expected)
  })

  it('names a repeated key without a prefix in the classic wording', () => {
    expect(() => compile('a = :a and a = :a')).toThrow(
      expect.toSatisfy(
        (error) =>
          error.messageIn('classic') === 'KeyConditionExpressions must only contain one condition per key',
      ),
    )
  })
})

describe('prepareKeyCondition', () => {
  it('reports a wrong form only when the conditions are requested', () => {
    const read = prepareKeyCondition({ source: 'attribute_exists(a)', placeholders: new Placeholders() })
    expect(read).toThrow('Invalid operator used in KeyConditionExpression: attribute_exists')
  })
})
