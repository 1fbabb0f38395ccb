import type { ConformanceCase, Item } from '../case.ts'
import { invalid } from '../errors.ts'
import { floci, local, parity } from '../sources.ts'
import { fails, runs } from '../statement-case.ts'
import { B, BOOL, BS, L, M, N, NS, NULL, S, SS } from '../values.ts'

const item: Item = {
  pk: S('i'),
  ss: SS('a', 'b', 'c'),
  s: S('str'),
  n: N(1),
  m: M({ sub: S('x') }),
  l: L(S('a'), N(2)),
  nul: NULL,
  flag: BOOL(true),
  bin: B('AQID'),
}
const given = { hash: [item] }
const found = [{ pk: S('i') }]

/** Cases in which the conditions besides the key find the item, or do not. */
function asked(source: string, isFound: boolean, conditions: readonly string[]): ConformanceCase[] {
  return conditions.map((condition) => ({
    name: `${condition} is ${isFound}`,
    source,
    given,
    steps: [runs(`SELECT pk FROM "«hash»" WHERE pk = 'i' AND ${condition}`, isFound ? found : [])],
  }))
}

const functions: readonly ConformanceCase[] = [
  ...asked(parity, true, [
    'attribute_exists(ss)',
    'attribute_not_exists(nope)',
    'NOT attribute_exists(nope)',
    'ATTRIBUTE_EXISTS(ss)',
    '(attribute_exists(nope) OR attribute_exists(ss))',
    'attribute_exists(ss) = true',
    'attribute_exists("ss")',
    'attribute_exists(m.sub)',
    'size(s) = 3',
    "attribute_type(ss, 'SS')",
    'nul IS NULL',
    's IS NOT NULL',
    'flag IS BOOL',
    's IS STRING',
  ]),
  ...asked(parity, false, [
    'attribute_exists(nope)',
    'attribute_not_exists(ss)',
    'attribute_exists(m.nope)',
    'size(s) = 4',
    "attribute_type(ss, 'S')",
    's IS NULL',
    'nul IS NOT NULL',
    's IS BOOL',
  ]),
  ...asked(local, true, [
    "contains(ss, 'a')",
    "contains(s, 'tr')",
    "begins_with(s, 'st')",
    'nope IS MISSING',
    's IS NOT MISSING',
    'n IS NUMERIC',
    'bin IS BLOB',
    'm IS STRUCT',
    'm IS TUPLE',
    'l IS LIST',
    'nul = null',
    "l = ['a', 2]",
    "ss = <<'c', 'b', 'a'>>",
    "m = {'sub': 'x'}",
    "l[0] = 'a'",
    "m.sub IN ['x', 'y']",
    "s IN ('str', 5)",
    "'x' IN [m.sub, n]",
    'n BETWEEN 1 AND 2',
    'n NOT BETWEEN 2 AND 3',
    'n NOT IN [2]',
    'n <> 2',
    'n != 2',
    "s >= 'str' AND s <= 'str' AND NOT s < 'str'",
    '1 = 1',
  ]),
  ...asked(local, false, [
    'nope IS NULL',
    'nope = 1',
    'ss IS LIST',
    "begins_with(s, 'r')",
    "contains(l, 'b')",
    's = 1',
    "l = [2, 'a']",
    'n BETWEEN 2 AND 3',
    'size(n) > 0',
  ]),
]

/** The result of a condition can be compared, too. */
const conditionsAsValues: readonly ConformanceCase[] = [
  ...asked(floci, true, [
    'attribute_exists(nope) = false',
    'true = attribute_exists(n)',
    'attribute_exists(n) <> 1',
    "contains(nope, 'z') = false",
    '(n BETWEEN 0 AND 5) = true',
    "(n = 5 OR s = 'x') = false",
    'attribute_exists(nope) IN [true, false]',
    'attribute_exists(n) = attribute_exists(s)',
    'attribute_exists(n) = flag',
    'n = - - 1',
    'n BETWEEN - 2 AND +5 AND n IN [- 1, 1]',
  ]),
  ...asked(floci, false, [
    'attribute_exists(n) = 1',
    'NOT attribute_exists(n) = true',
    '(attribute_exists(n) = true) = false',
    'attribute_exists(n) = s',
    'n > -/* c */-1',
  ]),
]

const operandType = (operator: string, type: string) =>
  invalid(
    `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
  )

const unordered = {
  BOOL: BOOL(true),
  NULL,
  L: L(S('a')),
  M: M({ a: S('b') }),
  SS: SS('a'),
  NS: NS(1),
  BS: BS('AQ=='),
}

const operandErrors: readonly ConformanceCase[] = [
  ...Object.entries(unordered).map(([type, value]) => ({
    name: `${type} has no order, and is equal to itself`,
    source: parity,
    given,
    steps: [
      fails('SELECT pk FROM "«hash»" WHERE pk = ? AND s < ?', operandType('<', type), S('i'), value),
      runs('SELECT pk FROM "«hash»" WHERE pk = ? AND s = ?', [], S('i'), value),
      runs('SELECT pk FROM "«hash»" WHERE pk = ? AND s <> ?', found, S('i'), value),
    ],
  })),
  ...['<', '<=', '>', '>='].map((operator) => ({
    name: `${operator} is named as it was written`,
    source: parity,
    steps: [
      fails(`SELECT pk FROM "«hash»" WHERE pk = 'i' AND s ${operator} true`, operandType(operator, 'BOOL')),
    ],
  })),
]

/** Conditions that are refused. */
const refusedConditions: readonly ConformanceCase[] = (
  [
    [
      parity,
      "attribute_exists('ss')",
      'Operator or function requires a document path; operator or function: attribute_exists',
    ],
    [
      parity,
      'attribute_exists()',
      'Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 0',
    ],
    [
      parity,
      'attribute_exists(ss, ns)',
      'Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2',
    ],
    [parity, 's BETWEEN true AND false', operandType('BETWEEN', 'BOOL').message],
    [parity, 's IS FOO', "Statement wasn't well formed, can't be processed: Expected type name"],
    [parity, 'm.inner = 1', "Statement wasn't well formed, can't be processed: Invalid path dot component"],
    [floci, 'attribute_type(l, 1)', operandType('attribute_type', 'N').message],
    [
      floci,
      "attribute_type(n, 'X')",
      'Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}',
    ],
    [floci, 'attribute_exists(n) > false', operandType('>', 'BOOL').message],
    [
      floci,
      "ss = <<'a', 'a'>>",
      'One or more parameter values were invalid: Input collection [a, a] contains duplicates.',
    ],
    [local, 'flag', 'The arguments to AND/OR must be Expressions'],
    [local, 'NOT flag', 'The argument to NOT must be a Type or Expression'],
    [local, 'size(l)', operandType('AND', 'N').message],
    [local, 'n = MISSING', 'MISSING must be compared using IS operator'],
    [
      local,
      'size(l) IS NUMERIC',
      'The left hand side argument to IS must be a Variable Reference, Literal, or Path',
    ],
    [local, "s LIKE 'x%'", 'Unsupported operator in Condition Expression. Operator: like'],
    [local, 'n + 1 = 2', 'Unsupported operator in Condition Expression. Operator: +'],
    [
      local,
      'n IN []',
      'IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq with at least one member',
    ],
    [
      local,
      'n IN 5',
      'IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq with at least one member',
    ],
    [
      local,
      's = s',
      'The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [s]',
    ],
    [
      local,
      'n BETWEEN 2 AND 1',
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}',
    ],
    [
      local,
      'contains(l)',
      'Incorrect number of operands for operator or function; operator or function: contains, number of operands: 1',
    ],
    [local, 'begins_with(s, 1)', operandType('begins_with', 'N').message],
    [
      local,
      'if_not_exists(s, 1) = 1',
      'The function is not allowed in a condition expression; function: if_not_exists',
    ],
  ] as const
).map(([source, condition, message]) => ({
  name: `${condition} cannot be asked`,
  source,
  steps: [fails(`SELECT pk FROM "«hash»" WHERE pk = 'i' AND ${condition}`, invalid(message))],
}))

export const partiqlWhere: readonly ConformanceCase[] = [
  ...functions,
  ...conditionsAsValues,
  ...operandErrors,
  ...refusedConditions,
]
