import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { compileCondition } from './compile-condition.ts'
import { Placeholders } from './placeholders.ts'

const allValues: AttributeMap = {
  ':n0': { N: '0' },
  ':n1': { N: '1' },
  ':n5': { N: '5' },
  ':n10': { N: '10' },
  ':a': { S: 'a' },
  ':b': { S: 'b' },
  ':abc': { S: 'abc' },
  ':empty': { S: '' },
  ':type': { S: 'SS' },
  ':bin': { B: 'AQI=' },
  ':bool': { BOOL: true },
  ':null': { NULL: true },
  ':ss': { SS: ['b', 'a'] },
  ':ns': { NS: ['2', '1'] },
  ':bs': { BS: ['AQI='] },
  ':l': { L: [{ N: '1' }, { S: 'a' }] },
  ':m': { M: { y: { N: '2' }, x: { N: '1' } } },
}
const allNames = { '#n': 'n', '#p': '__proto__', '#c': 'constructor', '#dot': 'a.b', '#r': 'abort' }

function compile(
  source: string,
  parameter: 'ConditionExpression' | 'FilterExpression' = 'ConditionExpression',
) {
  return compileCondition({
    parameter,
    source,
    placeholders: new Placeholders({ names: allNames, values: allValues }),
  })
}

const syntaxErrors: [source: string, token: string, near: string][] = [
  [' ', '<EOF>', ' '],
  ['a', '<EOF>', 'a'],
  ['a = ', '<EOF>', '= '],
  ['a = :a b ', 'b', ':a b '],
  ['  = :a', '=', '  = :a'],
  ['a = = b', '=', '= = b'],
  ['attribute_not_exists(', '<EOF>', '('],
  ['a = :a)', ')', ':a)'],
  ['(a = :a', '<EOF>', ':a'],
  ['a == :a', '=', '== :a'],
  ['a != :a', '!', 'a !='],
  ['a = 1', '1', '= 1'],
  ['a = "x"', '"', '= "x'],
  ['a.b.[1] = :a', '[', '.[1'],
  ['a[-1] = :a', '-', '[-1'],
  ['a[b] = :a', 'b', '[b]'],
  ['a[:a] = :a', ':a', '[:a]'],
  ['a[01] = :a', '1', '01]'],
  ['_a = :a', '_', '_a'],
  ['1a = :a', '1', '1a'],
  ['a = :', ':', '= :'],
  ['a#b = :a', '#b', 'a#b ='],
  ['#-a = :a', '#', '#-'],
  ['ü > a', 'ü', 'ü >'],
  ['a = :a AND', '<EOF>', 'AND'],
  ['a = :a AND AND a = :a', 'AND', 'AND AND a'],
  ['AND a = :a', 'AND', 'AND a'],
  ['NOT', '<EOF>', 'NOT'],
  ['NOT a', '<EOF>', 'a'],
  ['a AND b = c', 'AND', 'a AND b'],
  ['(a) OR b = c', 'OR', ') OR b'],
  ['a = b AND (c)', '<EOF>', ')'],
  ['a IN ()', ')', '()'],
  ['a IN :a', ':a', 'IN :a'],
  ['a IN (:a,)', ')', ',)'],
  ['a IN ((b)), c', ',', '), c'],
  ['a BETWEEN :a OR :a', 'OR', ':a OR :a'],
  ['f()', ')', '()'],
  ['f(a = b)', '=', 'a = b'],
  ['f(NOT a)', 'NOT', '(NOT a'],
  ['attribute_exists a', 'a', 'attribute_exists a'],
  ['size(a).b > a', '.', ').b'],
  ['(size(a))[0] > a', '[', ')[0'],
  ['(a).b = :a', '.', ').b'],
  ['a + b = :a', '+', 'a + b'],
  ['a = b = c', '=', 'b = c'],
  ['a => b', '>', '=> b'],
  ['a.and = :a', 'and', '.and ='],
  ['delete = :a', 'delete', 'delete ='],
  ['a = :a.b', '.', ':a.b'],
  ['a.', '<EOF>', '.'],
  ['a[', '<EOF>', '['],
  ['()', ')', '()'],
  ['a\f= :a', '\f', 'a\f='],
  ['things are not gonna be ok', 'are', 'things are not'],
  // Redundant parentheses come second to a syntax error that shows what they enclose.
  ['((a)) x', 'x', ') x'],
  ['((a))', '<EOF>', ')'],
  ['((a)).b = c', '.', ').b'],
  ['f(((a)), ', '<EOF>', ', '],
  ['((a = b)', '<EOF>', ')'],
  ['('.repeat(4096), '<EOF>', '('],
  [`a = ${'('.repeat(4000)}`, '<EOF>', '('],
  [`${'f('.repeat(2000)}a`, '<EOF>', 'a'],
]

const redundant = [
  '((a = :a))',
  '((a)) = :a',
  'a = (((b)))',
  'NOT ((a = :a))',
  'a IN (((:a)))',
  '((attribute_exists(a)))',
  'a=a and a > ((views))',
  '(a)between(((b.c)).d)and(c)',
  'a > whatever((:things), ((a)))',
  'a=a AND ((a=a AND (a=a AND a=a)))',
  '((a)) = = b',
  '((a = b)) x',
  '((f(a))) x',
  'a = ((b)) x',
  'a IN (((b)), ',
  '((a)) between b',
  `${'('.repeat(2000)}a=b${')'.repeat(2000)}`,
  `a = ${'('.repeat(2000)}b${')'.repeat(1999)}`,
]

const accepted = [
  '(a) = (:a)',
  '((a) = :a)',
  '((a = :a) AND (b = :a))',
  '((a = :a) AND b = :a)',
  '(NOT (a = :a))',
  'a IN ((:a))',
  'size((a)) = :n1',
  '(attribute_exists((a)))',
  'NOT NOT NOT NOT a = :a',
  'a . b [ 0 ] [1]=:a',
  'a between:a and:b',
  'a=:a and(b=:a)or not(c=:a)',
  'a BeTwEeN :a aNd :b OR a iN (:a)',
  ':a = :a',
  'contains(:a, :a)',
  'a IN (b, b)',
  'a BETWEEN b AND b',
  'size(a) = size(a)',
  'size(a) < :a',
  ':a BETWEEN :n1 AND b',
  'a[4294967294] = :a',
  `a${'.b'.repeat(31)} = :a`,
  `a IN (b${', b'.repeat(99)})`,
  `a=b${' AND a=b'.repeat(149)}`,
  // 300 operators, the maximum.
  `NOT a=b${' AND a=b'.repeat(149)}`,
  `${'('.repeat(149)}a=b${' OR a=b)'.repeat(149)}`,
  `a = :a${' '.repeat(4090)}`,
]

const tooMany = 'The expression contains too many operators; operator count: 301'

const known: [source: string, message: string][] = [
  ['', 'The expression can not be empty;'],
  [`a = :a${' '.repeat(4091)}`, 'Expression size has exceeded the maximum allowed size;'],
  [`a = ${'é'.repeat(2047)}`, 'Expression size has exceeded the maximum allowed size;'],
  ['foo(a)', 'Invalid function name; function: foo'],
  ['attRIbute_exIsts((views), #n)', 'Invalid function name; function: attRIbute_exIsts'],
  ['foo(abort) = :a', 'Invalid function name; function: foo'],
  ['contains(a, foo(abort))', 'Invalid function name; function: foo'],
  ['if_not_exists(a, b)', 'The function is not allowed in a condition expression; function: if_not_exists'],
  ['a = list_append(a, b)', 'The function is not allowed in a condition expression; function: list_append'],
  ['size(a)', misuse('size')],
  ['NOT size(a)', misuse('size')],
  ['a = :a OR size(a)', misuse('size')],
  ['attribute_exists(a) = abort', misuse('attribute_exists')],
  ['size(contains(a, b)) > a', misuse('contains')],
  ['size(attribute_exists(abort)) = :a', misuse('attribute_exists')],
  ['a in (b, attribute_exists(things))', misuse('attribute_exists')],
  ['a between b and attribute_exists(things)', misuse('attribute_exists')],
  [':a < abOrT', reserved('abOrT')],
  ['abort = attribute_exists(a)', reserved('abort')],
  ['a.b.Count = :a', reserved('Count')],
  ['attribute_exists(size(abort))', reserved('abort')],
  ['a[99999999999].abort = :a', 'List index is not within the allowable range; index: [99999999999]'],
  ['abort.a[99999999999] = :a', reserved('abort')],
  ['a[4294967295] = :a', 'List index is not within the allowable range; index: [4294967295]'],
  ['a = :x', undefinedValue(':x')],
  ['#x = :x', undefinedName('#x')],
  [':x = #x', undefinedValue(':x')],
  ['a.#x.#y = :a', undefinedName('#x')],
  ['contains(#x)', undefinedName('#x')],
  ['begins_with(:hello, #a, #b)', undefinedValue(':hello')],
  ['a IN (:x, #x)', undefinedValue(':x')],
  ['size(a, b) = :x', wrongCount('size', 2)],
  ['attribute_exists(a, a)', wrongCount('attribute_exists', 2)],
  ['attribute_type(a)', wrongCount('attribute_type', 1)],
  ['begins_with(a, size(a), b)', wrongCount('begins_with', 3)],
  ['contains(a, a, a)', wrongCount('contains', 3)],
  ['a = a', notDistinct('=', '[a]')],
  ['n <> #n', notDistinct('<>', '[n]')],
  ['a[0].b > a[0].b', notDistinct('>', '[a, [0], b]')],
  ['a BETWEEN b AND a', notDistinct('BETWEEN', '[a]')],
  ['a IN (b, a)', notDistinct('IN', '[a]')],
  ['begins_with(a, a)', notDistinct('begins_with', '[a]')],
  ['contains(x.y[1].n, x.y[1].#n)', notDistinct('contains', '[x, y, [1], n]')],
  ['attribute_type(a, a)', notDistinct('attribute_type', '[a]')],
  ['a < :bool', wrongType('<', 'BOOL')],
  [':null >= a', wrongType('>=', 'NULL')],
  ['size(a) < :ss', wrongType('<', 'SS')],
  ['a BETWEEN b AND :m', wrongType('BETWEEN', 'M')],
  ['a BETWEEN a AND :m', wrongType('BETWEEN', 'M')],
  [':l BETWEEN a AND b', wrongType('BETWEEN', 'L')],
  ['begins_with(a, :n1)', wrongType('begins_with', 'N')],
  ['begins_with(:bool, a)', wrongType('begins_with', 'BOOL')],
  ['begins_with(a, size(b))', wrongType('begins_with', 'N')],
  ['size(:n1) = a', wrongType('size', 'N')],
  ['size(size(a)) = :n1', wrongType('size', 'N')],
  ['size(:bool) = a', wrongType('size', 'BOOL')],
  ['attribute_type(a, :n1)', wrongType('attribute_type', 'N')],
  ['attribute_type(a, size(a))', wrongType('attribute_type', 'N')],
  [
    'attribute_type(a, b)',
    wrongType(
      'attribute_type',
      '{S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,DECIMALSET,INTSET}',
    ),
  ],
  [
    'attribute_type(a, :a)',
    'Invalid attribute type name found; type: a, valid types: {S,SS,N,NS,B,BS,BOOL,NULL,L,M}',
  ],
  [
    'attribute_exists(:a)',
    'Operator or function requires a document path; operator or function: attribute_exists',
  ],
  [
    'attribute_not_exists(size(a))',
    'Operator or function requires a document path; operator or function: attribute_not_exists',
  ],
  [
    'a BETWEEN :n1 AND :n0',
    'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {N:0}',
  ],
  [
    'a BETWEEN :n1 AND :a',
    'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}',
  ],
  [
    'a BETWEEN :bin AND :a',
    'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=2 cap=2]}, upper bound operand: AttributeValue: {S:a}',
  ],
  [
    `a IN (b${', b'.repeat(100)})`,
    'The IN operator is provided with too many operands; number of operands: 101',
  ],
  [`a${'.b'.repeat(32)} = :a`, 'The document path has too many nesting levels; nesting levels: 33'],
  [`#x${'[0]'.repeat(32)} = :a`, 'The document path has too many nesting levels; nesting levels: 33'],
  [`a=b${' AND a=b'.repeat(150)}`, tooMany],
  [`${'NOT '.repeat(300)}a=b`, tooMany],
  [`attribute_exists(a)${' OR attribute_exists(a)'.repeat(150)}`, tooMany],
  [`${'size('.repeat(400)}a${')'.repeat(400)} = b`, tooMany],
  // Among mistakes of the same phase the order of the text decides; the phases are text, names, placeholders,
  // count.
  ['#x = :a AND abort = :a', reserved('abort')],
  ['abort = :a AND foo(a)', reserved('abort')],
  ['foo(a) AND abort = :a', 'Invalid function name; function: foo'],
  ['a = a AND #x = :a', notDistinct('=', '[a]')],
  ['a < :bool AND a = a', wrongType('<', 'BOOL')],
  [`a=b${' AND a=b'.repeat(150)} AND a = :x`, undefinedValue(':x')],
]

function misuse(name: string) {
  return `The function is not allowed to be used this way in an expression; function: ${name}`
}
function reserved(word: string) {
  return `Attribute name is a reserved keyword; reserved keyword: ${word}`
}
function undefinedName(name: string) {
  return `An expression attribute name used in the document path is not defined; attribute name: ${name}`
}
function undefinedValue(name: string) {
  return `An expression attribute value used in expression is not defined; attribute value: ${name}`
}
function wrongCount(name: string, count: number) {
  return `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`
}
function notDistinct(name: string, path: string) {
  return `The first operand must be distinct from the remaining operands for this operator or function; operator: ${name}, first operand: ${path}`
}
function wrongType(name: string, type: string) {
  return `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`
}

/** Rows with a title in front: their first column, truncated if long. */
function titled<Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): [string, ...Row][] {
  return rows.map((row) => [JSON.stringify(row[0].length > 60 ? `${row[0].slice(0, 60)}…` : row[0]), ...row])
}

describe('compileCondition refuses', () => {
  it.each(titled(syntaxErrors))('the syntax of %s', (_, source, token, near) => {
    const message = `Invalid ConditionExpression: Syntax error; token: "${token}", near: "${near}"`
    expect(() => compile(source)).toThrow(expect.objectContaining({ message }))
  })

  it.each(titled(redundant.map((source): [string] => [source])))('the parentheses of %s', (_, source) => {
    const message = 'Invalid FilterExpression: The expression has redundant parentheses;'
    expect(() => compile(source, 'FilterExpression')).toThrow(expect.objectContaining({ message }))
  })

  it.each(titled(known))('%s', (_, source, message) => {
    expect(() => compile(source)).toThrow(
      expect.objectContaining({
        name: 'ValidationException',
        message: `Invalid ConditionExpression: ${message}`,
      }),
    )
  })
})

const item: AttributeMap = {
  n: { N: '5' },
  s: { S: 'abc' },
  u: { S: 'é€😀' },
  e: { S: '' },
  b: { B: 'AQID' },
  t: { BOOL: true },
  z: { NULL: true },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2'] },
  bs: { BS: ['AQI='] },
  l: { L: [{ N: '1' }, { S: 'a' }, { SS: ['a', 'b'] }] },
  l2: { L: [{ N: '1' }, { S: 'a' }] },
  m: { M: { x: { N: '1' }, y: { N: '2' } } },
  'a.b': { N: '1' },
  abort: { N: '1' },
}
Object.defineProperty(item, '__proto__', { value: { N: '1' }, enumerable: true })

const evaluations: [source: string, expected: boolean][] = [
  ['n = :n5', true],
  ['n = :n1', false],
  ['n = :a', false],
  ['n <> :a', true],
  ['nothing = :a', false],
  ['nothing = nowhere', false],
  ['nothing <> :a', true],
  ['nothing <> nowhere', true],
  ['NOT nothing = :a', true],
  ['n > :n1 AND n < :n10', true],
  // By value, not by text.
  ['n < :n10', true],
  ['n <= :n5 AND n >= :n5', true],
  ['n > :a', false],
  ['n <= :a', false],
  ['NOT n > :a', true],
  ['nothing < :a', false],
  ['nothing >= :a', false],
  ['t < n', false],
  ['s > :abc', false],
  ['s > :a', true],
  ['b > :bin', true],
  ['ss = :ss', true],
  ['ns = :ns', true],
  ['m = :m', true],
  ['l2 = :l', true],
  ['l = :l', false],
  ['t = :bool', true],
  ['z = :null', true],
  ['n BETWEEN :n1 AND :n10', true],
  ['n BETWEEN :n5 AND :n5', true],
  [':n5 BETWEEN n AND :n10', true],
  ['n BETWEEN :a AND :b', false],
  ['n BETWEEN n2 AND :n10', false],
  ['nothing BETWEEN :n1 AND :n10', false],
  ['n IN (:a, :n5)', true],
  ['n IN (:a, s)', false],
  ['nothing IN (nowhere, :a)', false],
  ['ss IN (:ss)', true],
  [':n5 IN (n, s)', true],
  ['attribute_exists(n)', true],
  ['attribute_exists(z)', true],
  ['attribute_exists(m.x)', true],
  ['attribute_exists(m.z)', false],
  ['attribute_exists(m[0])', false],
  ['attribute_exists(l[2])', true],
  ['attribute_exists(l[3])', false],
  ['attribute_exists(l.x)', false],
  ['attribute_exists(toString)', false],
  ['attribute_exists(m.toString)', false],
  ['attribute_exists(#p)', true],
  ['attribute_exists(#c)', false],
  ['attribute_exists(m.#p)', false],
  ['attribute_exists(#dot)', true],
  ['attribute_exists(#r)', true],
  ['attribute_not_exists(n)', false],
  ['attribute_not_exists(nothing.here[0].too)', true],
  ['attribute_type(ss, :type)', true],
  ['attribute_type(ns, :type)', false],
  ['attribute_type(nothing, :type)', false],
  ['attribute_type(:ss, :type)', true],
  ['begins_with(s, :a)', true],
  ['begins_with(s, :b)', false],
  ['begins_with(s, :empty)', true],
  ['begins_with(:abc, s)', true],
  ['begins_with(b, :bin)', true],
  ['begins_with(:bin, b)', false],
  ['begins_with(s, :bin)', false],
  ['begins_with(n, :a)', false],
  ['begins_with(nothing, :a)', false],
  ['contains(s, :b)', true],
  ['contains(s, :n1)', false],
  ['contains(b, :bin)', true],
  ['contains(ss, :a)', true],
  ['contains(ss, :abc)', false],
  ['contains(ns, :n1)', true],
  ['contains(bs, :bin)', true],
  ['contains(l, :n1)', true],
  ['contains(l, :ss)', true],
  ['contains(l, :n5)', false],
  ['contains(m, :a)', false],
  ['contains(n, :n5)', false],
  ['contains(:abc, s)', true],
  ['size(s) = size(l)', true],
  ['size(u) < :n5', true],
  ['size(e) = :n0', true],
  ['size(b) > :n1', true],
  ['size(ss) < :n5 AND size(bs) = :n1', true],
  ['size(m) IN (:n0, :n1)', false],
  ['size(l) BETWEEN :n1 AND :n5', true],
  ['size(n) < :n10', false],
  ['size(n) >= :n0', false],
  ['size(n) <> :n0', true],
  ['size(t) = :n1', false],
  ['size(nothing) = :n0', false],
  ['size(s) = :abc', false],
  ['l[0] < n', true],
  ['m.x < m.y', true],
  // NOT before AND before OR.
  ['NOT n = :n5 AND n = :n5', false],
  ['NOT n = :n1 AND n = :n5', true],
  ['n = :n5 OR n = :n1 AND n = :n1', true],
  ['(n = :n5 OR n = :n1) AND n = :n1', false],
  ['NOT (n = :n5 AND n = :n1)', true],
  ['NOT NOT n = :n5', true],
  ['n BETWEEN :n1 AND :n10 AND s = :abc', true],
]

describe('Condition.test', () => {
  it.each(evaluations)('%j is %j', (source, expected) => {
    expect(compile(source).test(item)).toBe(expected)
  })

  it('treats a missing item as one without attributes', () => {
    expect(compile('attribute_not_exists(n)').test({})).toBe(true)
    expect(compile('n = :n5').test({})).toBe(false)
  })
})

describe('compileCondition', () => {
  it.each(titled(accepted.map((source): [string] => [source])))('accepts %s', (_, source) => {
    expect(() => compile(source)).not.toThrow()
  })

  it('returns the paths and attributes used', () => {
    const condition = compile('#n.a[0] = :a AND size(s) > :n1 OR attribute_exists(#dot)')
    expect(condition.paths).toEqual([['n', 'a', 0], ['s'], ['a.b']])
    expect(condition.attributeNames).toEqual(new Set(['n', 's', 'a.b']))
  })

  it('marks placeholders as used even if the evaluation would not reach them', () => {
    const placeholders = new Placeholders({ names: { '#a': 'a' }, values: { ':v': { S: 'a' } } })
    compileCondition({ parameter: 'FilterExpression', source: 'b = b.c OR #a = :v', placeholders })
    expect(() => placeholders.requireAllUsed()).not.toThrow()
  })

  it('compiles the same text again for other placeholders', () => {
    const source = '#k = :v'
    const input = { parameter: 'ConditionExpression', source } as const
    const first = new Placeholders({ names: { '#k': 'n' }, values: { ':v': { N: '5' } } })
    const second = new Placeholders({ names: { '#k': 's' }, values: { ':v': { S: 'x' } } })
    expect(compileCondition({ ...input, placeholders: first }).test(item)).toBe(true)
    expect(compileCondition({ ...input, placeholders: second }).test(item)).toBe(false)
    expect(() => compileCondition({ ...input, placeholders: new Placeholders() })).toThrow('#k')
  })

  it('names the parameter at fault, even if the same text was refused for another one before', () => {
    expect(() => compile('a b')).toThrow('Invalid ConditionExpression: ')
    expect(() => compile('a b', 'FilterExpression')).toThrow('Invalid FilterExpression: ')
  })
})

describe('IN with many candidates', () => {
  const scalars: AttributeMap = {
    ':s': { S: '1' },
    ':n': { N: '2' },
    ':b': { B: 'AQI=' },
    ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`:x${i}`, { S: `x${i}` }])),
  }
  const others: AttributeMap = { ':bool': { BOOL: true }, ':l': { L: [{ N: '1' }] }, ':ss': { SS: ['a'] } }
  const among = (values: AttributeMap, more: string[] = []) =>
    compileCondition({
      parameter: 'FilterExpression',
      source: `a IN (${[...Object.keys(values), ...more].join(', ')})`,
      placeholders: new Placeholders({ values }),
    })

  it('is one step if all are strings, numbers and binaries of the request', () => {
    expect(among(scalars).steps).toBe(1)
    expect(among({ ...scalars, ...others }).steps).toBe(13)
    expect(among(scalars, ['c']).steps).toBe(11)
    expect(among(others).steps).toBe(3)
  })

  it.each([among(scalars), among({ ...scalars, ...others }), among(scalars, ['c'])])(
    'distinguishes values of different types',
    (condition) => {
      const found = [{ S: '1' }, { N: '2' }, { B: 'AQI=' }, { S: 'x6' }]
      const missing = [
        { S: '2' },
        { N: '1' },
        { S: 'AQI=' },
        { B: 'AQ==' },
        { S: '' },
        { NULL: true },
        { M: {} },
      ]
      for (const a of found) expect(condition.test({ a } as AttributeMap), JSON.stringify(a)).toBe(true)
      for (const a of missing) expect(condition.test({ a } as AttributeMap), JSON.stringify(a)).toBe(false)
      expect(condition.test({})).toBe(false)
    },
  )

  it('finds values that are not scalars, and values from elsewhere in the item', () => {
    expect(among({ ...scalars, ...others }).test({ a: { SS: ['a'] } })).toBe(true)
    expect(among(scalars, ['c']).test({ a: { S: 'y' }, c: { S: 'y' } })).toBe(true)
  })
})
