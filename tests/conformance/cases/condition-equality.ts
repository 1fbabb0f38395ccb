import type { ConformanceCase, Value } from '../case.ts'
import { asCondition, asFilter } from '../evaluate.ts'
import { alternator, documentation } from '../sources.ts'
import { B, BOOL, BS, L, M, N, NS, NULL, S, SS, samples } from '../values.ts'

const comparators = documentation('Comparison operator and function reference')

/** Values of different types are never equal; values of the same type are equal if their contents are. */
const matrix = samples.flatMap((stored) =>
  samples.flatMap((operand) => {
    const same = stored.type === operand.type
    const verb = same ? 'equals' : 'does not equal'
    const shared = { source: comparators, item: { v: stored.value }, values: { ':v': operand.value } }
    return [
      asCondition({
        ...shared,
        name: `= : a stored ${stored.type} ${verb} a ${operand.type} of ${same ? 'the same content' : 'another type'}`,
        expression: 'v = :v',
        holds: same,
      }),
      asFilter({
        ...shared,
        name: `<> : a stored ${stored.type} ${same ? 'does not differ' : 'differs'} from a ${operand.type}`,
        expression: 'v <> :v',
        holds: !same,
      }),
    ]
  }),
)

const unequal = samples.flatMap(({ type, value, other }) =>
  other === undefined
    ? []
    : [
        asCondition({
          name: `= : two values of type ${type} with other content are not equal`,
          source: comparators,
          item: { v: value },
          expression: 'v = :v',
          values: { ':v': other },
          holds: false,
        }),
        asFilter({
          name: `<> : two values of type ${type} with other content differ`,
          source: comparators,
          item: { v: value },
          expression: 'v <> :v',
          values: { ':v': other },
          holds: true,
        }),
      ],
)

/** Pairs that look different but are equal, or the reverse. */
const subtle: readonly [string, Value, Value, boolean][] = [
  ['numbers are compared by value: 1 and 1.00', N('1'), N('1.00'), true],
  ['numbers are compared by value: 100 and 1e2', N('100'), N('1e2'), true],
  ['numbers are compared by value: 0 and -0', N('0'), N('-0'), true],
  ['numbers of 38 digits that differ in the last', N('1'.repeat(38)), N(`${'1'.repeat(37)}2`), false],
  ['strings are compared by code points, not normalized', S('é'), S('e\u0301'), false],
  ['strings are compared with their case', S('a'), S('A'), false],
  ['an empty string equals an empty string', S(''), S(''), true],
  ['an empty binary equals an empty binary', B(''), B(''), true],
  ['a string set in another order', SS('a', 'b', 'c'), SS('c', 'a', 'b'), true],
  ['a number set in another order and form', NS('1', '2'), NS('2.0', '1e0'), true],
  ['a binary set in another order', BS('YQ==', 'Yg=='), BS('Yg==', 'YQ=='), true],
  ['a set and its subset', SS('a', 'b'), SS('a'), false],
  ['a list in another order', L(S('a'), S('b')), L(S('b'), S('a')), false],
  ['a list and its prefix', L(S('a'), S('b')), L(S('a')), false],
  ['empty lists', L(), L(), true],
  ['empty maps', M({}), M({}), true],
  ['an empty list and an empty map', L(), M({}), false],
  ['maps with members in another order', M({ a: N(1), b: N(2) }), M({ b: N(2), a: N(1) }), true],
  ['maps of which one has a member more', M({ a: N(1) }), M({ a: N(1), b: N(2) }), false],
  ['maps with numbers in another form', M({ a: N('1.50') }), M({ a: N('15e-1') }), true],
  ['deep structures', L(M({ a: L(SS('x', 'y')) })), L(M({ a: L(SS('y', 'x')) })), true],
  ['true and false', BOOL(true), BOOL(false), false],
  ['a NULL in a list', L(NULL), L(NULL), true],
  ['a number and its text', N('1'), S('1'), false],
  ['a one-member set and its member', SS('a'), S('a'), false],
]

const subtleCases = subtle.map(([name, stored, operand, holds]) =>
  asCondition({
    name: `equality: ${name}${holds ? '' : ' are not equal'}`,
    source: comparators,
    item: { v: stored },
    expression: 'v = :v',
    values: { ':v': operand },
    holds,
  }),
)

/** Attributes compared with attributes, and missing attributes. */
const attributes: readonly [string, string, boolean][] = [
  ['two attributes that are equal', 'a = a2', true],
  ['two attributes that differ', 'a = b', false],
  ['two attributes that differ, with <>', 'a <> b', true],
  ['a missing attribute on the left is not equal', 'gone = a', false],
  ['a missing attribute on the right is not equal', 'a = gone', false],
  ['two missing attributes are not equal', 'gone = gone2', false],
  ['a missing attribute on the left differs', 'gone <> a', true],
  ['a missing attribute on the right differs', 'a <> gone', true],
  ['two missing attributes differ', 'gone <> gone2', true],
  ['a nested attribute', 'm.x = a', true],
  ['a list element', 'l[1] = a', true],
  ['a list element beyond the end', 'l[9] = a', false],
  ['a path through a scalar', 'a.x = a2', false],
  ['an index into a map', 'm[0] = a', false],
  ['a name in a list', 'l.x = a', false],
  ['a literal on the left', ':a = a', true],
  ['two literals', ':a = :a', true],
]

const attributeCases = attributes.map(([name, expression, holds]) =>
  asCondition({
    name: `equality: ${name}`,
    source: alternator,
    item: { a: S('x'), a2: S('x'), b: S('y'), m: M({ x: S('x') }), l: L(S('w'), S('x')) },
    expression,
    ...(expression.includes(':a') ? { values: { ':a': S('x') } } : {}),
    holds,
  }),
)

export const conditionEquality: readonly ConformanceCase[] = [
  ...matrix,
  ...unequal,
  ...subtleCases,
  ...attributeCases,
]
