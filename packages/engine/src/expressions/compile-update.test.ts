import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { compileUpdate } from './compile-update.ts'
import { Placeholders } from './placeholders.ts'

const values: AttributeMap = {
  ':n': { N: '1' },
  ':big': { N: `9${'0'.repeat(125)}` },
  ':s': { S: 'x' },
  ':b': { B: 'AQ==' },
  ':bool': { BOOL: true },
  ':null': { NULL: true },
  ':l': { L: [{ N: '9' }] },
  ':m': { M: {} },
  ':ss': { SS: ['a', 'z'] },
  ':ns': { NS: ['1'] },
  ':bs': { BS: ['AQ=='] },
}
const names = { '#c': 'c', '#d': '[3]', '#p': '__proto__' }

function compile(source: string) {
  return compileUpdate({ source, placeholders: new Placeholders({ names, values }) })
}

function clash(kind: string, one: string, two: string) {
  return `Two document paths ${kind} with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`
}
function wrongType(name: string, type: string) {
  return `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`
}
function wrongClauseType(clause: string, type: string) {
  return `Incorrect operand type for operator or function; operator: ${clause}, operand type: ${type}, typeSet: ALLOWED_FOR_ADD_OPERAND`
}
const misused = 'The function is not allowed to be used this way in an expression; function: list_append'
const needsPath = 'Operator or function requires a document path; operator or function: if_not_exists'
const redundant = 'The expression has redundant parentheses;'
const tooDeep = 'The document path has too many nesting levels; nesting levels: 33'

const syntaxErrors: [source: string, token: string, near: string][] = [
  [' ', '<EOF>', ' '],
  ['INVALID SYNTAX HERE', 'INVALID', 'INVALID SYNTAX'],
  ['set', '<EOF>', 'set'],
  ['set a', '<EOF>', 'a'],
  ['set a=set', 'set', '=set'],
  ['set :n = b', ':n', 'set :n ='],
  ['set (a) = b', '(', 'set (a'],
  ['set a = b / c', '/', 'b / c'],
  ['set a = b + c + d', '+', 'c + d'],
  ['set a = (b + c) + d', '+', ') + d'],
  ['set a = b + (c + d)', '+', 'c + d'],
  ['set a = (b.c).d + e', '.', ').d'],
  ['set a = if_not_exists(a, :n + :n)', '+', ':n + :n'],
  ['set a = :n,', '<EOF>', ','],
  ['set a = :n, set b = :n', 'set', ', set b'],
  ['set a = -:n', '-', '= -:n'],
  ['set a = 1', '1', '= 1'],
  ['SET _123 = :n', '_', 'SET _123'],
  ['remove a = b', '=', 'a = b'],
  ['remove (n)', '(', 'remove (n'],
  ['add a b', 'b', 'a b'],
  ['add n (:n)', '(', 'n (:n'],
  ['delete a if_not_exist(b)', 'if_not_exist', 'a if_not_exist('],
  ['setx a = :n', 'setx', 'setx a'],
  ['remove between', 'between', 'remove between'],
  [`set a = ${'('.repeat(4000)}`, '<EOF>', '('],
]

const refused: [source: string, message: string][] = [
  ['', 'The expression can not be empty;'],
  [`set a = :n${' '.repeat(4087)}`, 'Expression size has exceeded the maximum allowed size;'],
  ['set a = ((b))', redundant],
  ['set a = ((b + c))', redundant],
  ['set a = ((n)) x', redundant],
  ['set a = (n) + ((:n))', redundant],
  [`set a = ${'('.repeat(2000)}b${')'.repeat(2000)}`, redundant],
  ['set a = foo(abort)', 'Invalid function name; function: foo'],
  ['set a = contains(a, :n)', 'The function is not allowed in an update expression; function: contains'],
  [
    'set a = list_append(size(a), foo(b))',
    'The function is not allowed in an update expression; function: size',
  ],
  ['set a = list_append(list_append(a, b), c)', misused],
  ['set a = if_not_exists(a, list_append(b, c))', misused],
  ['set a = list_append(a, b) + :n', misused],
  ['remove abort set a = foo(b)', 'Attribute name is a reserved keyword; reserved keyword: abort'],
  [' set #c = :c set abOrt = true ', 'Attribute name is a reserved keyword; reserved keyword: abOrt'],
  ['set #x = if_not_exist(:x) set c = d', 'Invalid function name; function: if_not_exist'],
  ['set a = b[99999999999]', 'List index is not within the allowable range; index: [99999999999]'],
  ['set a = #x set c = :x', 'The "SET" section can only be used once in an update expression;'],
  ['set a = b set c = d remove abort', 'The "SET" section can only be used once in an update expression;'],
  ['remove #x set a = b remove e', 'The "REMOVE" section can only be used once in an update expression;'],
  ['add #x :e set a = b add e :f', 'The "ADD" section can only be used once in an update expression;'],
  [
    'set #x = :n, b = :y',
    'An expression attribute name used in the document path is not defined; attribute name: #x',
  ],
  [
    'set a = :y, b = :z',
    'An expression attribute value used in expression is not defined; attribute value: :z',
  ],
  [
    'set a = :y, b = #y',
    'An expression attribute name used in the document path is not defined; attribute name: #y',
  ],
  [
    'set a = list_append(:s, :x)',
    'An expression attribute value used in expression is not defined; attribute value: :x',
  ],
  [
    'set a = if_not_exists(:x, :n)',
    'An expression attribute value used in expression is not defined; attribute value: :x',
  ],
  [`set a${'.b'.repeat(32)} = :n`, tooDeep],
  [`set a = b${'.b'.repeat(32)}`, tooDeep],
  ['set a = :x, a = :y', clash('overlap', '[a]', '[a]')],
  ['set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)', clash('overlap', '[c, [1], a]', '[c]')],
  ['set c.b.#c = a, c = a, #d = a', clash('overlap', '[c, b, c]', '[c]')],
  ['set a = b remove a, #c, #d', clash('overlap', '[a]', '[a]')],
  ['set #c[3].#d = a, #c[3] = a', clash('overlap', '[c, [3], [3]]', '[c, [3]]')],
  ['remove a, #c, a, #d', clash('overlap', '[a]', '[a]')],
  ['set #c[3].#d = a, #c.#d[3] = if_not_exists(a)', clash('conflict', '[c, [3], [3]]', '[c, [3], [3]]')],
  ['remove a.#c set a[1] = #d', clash('conflict', '[a, c]', '[a, [1]]')],
  ['set b = list_append(:s, a), c = if_not_exists(a) add a.b :s', wrongClauseType('ADD', 'STRING')],
  ['add a :null', wrongClauseType('ADD', 'NULL')],
  ['add a :b', wrongClauseType('ADD', 'BINARY')],
  ['add a :m', wrongClauseType('ADD', 'MAP')],
  ['add a :s, b :bool', wrongClauseType('ADD', 'BOOL')],
  ['delete a :l', wrongClauseType('DELETE', 'LIST')],
  ['delete a :n', wrongClauseType('DELETE', 'NUMBER')],
  [
    'set a = if_not_exists(c)',
    'Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1',
  ],
  [
    'set a = list_append(c, :l, :l)',
    'Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 3',
  ],
  ['set a = if_not_exists(:n, c)', needsPath],
  ['set a = if_not_exists(if_not_exists(a, b), c)', needsPath],
  [
    'set a = if_not_exists(a, a)',
    'The first operand must be distinct from the remaining operands for this operator or function; operator: if_not_exists, first operand: [a]',
  ],
  ['set a = list_append(:ss, a)', wrongType('list_append', 'SS')],
  ['set a = list_append(a, :m)', wrongType('list_append', 'M')],
  ['set a = :s + :b', wrongType('+', 'S')],
  ['set a = b - :l', wrongType('-', 'L')],
  [
    `set ${Array.from({ length: 301 }, (_, i) => `a${i}=n+n`).join(',')}`,
    'The expression contains too many operators; operator count: 301',
  ],
]

const item: AttributeMap = {
  n: { N: '5' },
  s: { S: 'x' },
  l: { L: [{ N: '1' }, { M: { x: { N: '1' } } }, { N: '3' }] },
  m: { M: { a: { N: '1' }, ss: { SS: ['a'] } } },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2'] },
}

const applied: [source: string, changes: Record<string, unknown>][] = [
  ['set zz = n', { zz: { N: '5' } }],
  ['set n = n', {}],
  ['set n = n + n', { n: { N: '10' } }],
  ['set n = (n) - (:n)', { n: { N: '4' } }],
  ['set n = :n - if_not_exists(zz, n)', { n: { N: '-4' } }],
  ['set zz = if_not_exists(yy, if_not_exists(xx, :s))', { zz: { S: 'x' } }],
  ['set zz = if_not_exists(n, :s)', { zz: { N: '5' } }],
  ['set zz = list_append(if_not_exists(yy, :l), :l)', { zz: { L: [{ N: '9' }, { N: '9' }] } }],
  ['set l = list_append(:l, l)', { l: { L: [{ N: '9' }, ...list()] } }],
  ['set n = s, s = n', { n: { S: 'x' }, s: { N: '5' } }],
  ['set zz = n remove n', { zz: { N: '5' }, n: undefined }],
  ['set m.a = :s, m.b = :n', { m: { M: { a: { S: 'x' }, ss: { SS: ['a'] }, b: { N: '1' } } } }],
  ['set l[1].x = :s, l[0] = :s remove l[2]', { l: { L: [{ S: 'x' }, { M: { x: { S: 'x' } } }] } }],
  ['set l[84] = :s, l[37] = :n, l[0] = :n', { l: { L: [...list(), { N: '1' }, { S: 'x' }] } }],
  ['remove l[0] set l[2] = :s', { l: { L: [list()[1], { S: 'x' }] } }],
  ['set l[3] = :s remove l[0]', { l: { L: [list()[1], list()[2], { S: 'x' }] } }],
  ['remove l[2], l[0], l[9]', { l: { L: [list()[1]] } }],
  ['remove l[0], l[1], l[2]', { l: { L: [] } }],
  ['remove m.a, m.ss, m.zz, zz', { m: { M: {} } }],
  ['set l[1] = l[0], l[0] = l[1]', { l: { L: [list()[1], list()[0], list()[2]] } }],
  ['add n :n, zz :n', { n: { N: '6' }, zz: { N: '1' } }],
  ['add ss :ss, yy :ss', { ss: { SS: ['a', 'b', 'z'] }, yy: { SS: ['a', 'z'] } }],
  ['add m.a :n, m.ss :ss', { m: { M: { a: { N: '2' }, ss: { SS: ['a', 'z'] } } } }],
  ['add l[0] :n, l[9] :ss', { l: { L: [{ N: '2' }, list()[1], list()[2], { SS: ['a', 'z'] }] } }],
  ['delete ss :ss, zz :ss, m.zz :ss, l[9] :ss', { ss: { SS: ['b'] } }],
  ['delete m.ss :ss', { m: { M: { a: { N: '1' } } } }],
  [
    'delete ns :ns add n :n set s = n remove m',
    { ns: { NS: ['2'] }, n: { N: '6' }, s: { N: '5' }, m: undefined },
  ],
]

function list() {
  return (item['l'] as { L: unknown[] }).L
}

const missing = 'The provided expression refers to an attribute that does not exist in the item'
const invalidPath = 'The document path provided in the update expression is invalid for update'
const wrongOperand = 'An operand in the update expression has an incorrect data type'

const failing: [source: string, message: string][] = [
  ['set zz = yy', missing],
  ['set zz = m.yy', missing],
  ['set zz = l[5]', missing],
  ['set zz = :n, yy = zz', missing],
  ['set zz = yy + s', missing],
  ['set zz = s + yy', wrongOperand],
  ['set zz = if_not_exists(n, yy)', missing],
  ['set zz = list_append(yy, :l)', missing],
  ['set zz = list_append(n, :l)', wrongOperand],
  ['set zz = list_append(l, if_not_exists(yy, :s))', wrongOperand],
  ['set zz = s + :n', wrongOperand],
  ['set zz.a = :n', invalidPath],
  ['set s.a = :n', invalidPath],
  ['set l.a = :n', invalidPath],
  ['set m[0] = :n', invalidPath],
  ['set m.x.y = :n', invalidPath],
  ['set l[5].y = :n', invalidPath],
  ['set toString.a = :n', invalidPath],
  ['remove zz.a', invalidPath],
  ['remove s[0]', invalidPath],
  ['add zz.a :n', invalidPath],
  ['delete m.q.r :ss', invalidPath],
  ['add s :n', wrongOperand],
  ['add ss :n', wrongOperand],
  ['add n :ns', wrongOperand],
  ['add ns :ss', wrongOperand],
  ['add l :ss', wrongOperand],
  ['delete ss :ns', wrongOperand],
  ['delete n :ns', wrongOperand],
  // The last action fails first, but ADD and DELETE before the others.
  ['set zz = yy, qq.a = :n', invalidPath],
  ['set qq.a = :n, zz = yy', missing],
  ['set qq.a = zz', invalidPath],
  ['add s :n set zz = yy', wrongOperand],
  [
    'set n = :big + :big',
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  ],
]

describe('compileUpdate refuses', () => {
  it.each(syntaxErrors)('the syntax of %.60s', (source, token, near) => {
    const message = `Invalid UpdateExpression: Syntax error; token: "${token}", near: "${near}"`
    expect(() => compile(source)).toThrow(expect.objectContaining({ message }))
  })

  it.each(refused)('%.60s', (source, message) => {
    expect(() => compile(source)).toThrow(
      expect.objectContaining({
        name: 'ValidationException',
        message: `Invalid UpdateExpression: ${message}`,
      }),
    )
  })
})

describe('Update.apply', () => {
  it.each(applied)('%s', (source, changes) => {
    const before = structuredClone(item)
    const expected: Record<string, unknown> = { ...item, ...changes }
    for (const name of Object.keys(expected)) if (expected[name] === undefined) delete expected[name]
    expect(compile(source).apply(item)).toEqual(expected)
    expect(item).toEqual(before)
  })

  it.each(failing)('%s fails', (source, message) => {
    expect(() => compile(source).apply(item)).toThrow(expect.objectContaining({ message }))
  })

  it('shares what it does not change', () => {
    const after = compile('set m.b = :n').apply(item)
    expect(after['l']).toBe(item['l'])
    expect((after['m'] as { M: AttributeMap }).M['ss']).toBe((item['m'] as { M: AttributeMap }).M['ss'])
  })

  it('writes an attribute whose name objects inherit', () => {
    const after = compile('set #p = :n, m.#p = :s').apply({ m: { M: {} } })
    expect(JSON.parse(JSON.stringify(Object.entries(after)))).toEqual([
      ['m', { M: JSON.parse('{"__proto__":{"S":"x"}}') }],
      ['__proto__', { N: '1' }],
    ])
    const removed = compile('remove #p').apply(after)
    expect(Object.keys(removed)).toEqual(['m'])
  })
})

describe('Update.apply on large values', () => {
  it('creates no more list elements than an item can have', () => {
    const l = { L: new Array(110_000).fill({ S: '' }) }
    expect(Object.keys(compile('set a = list_append(l, l)').apply({ l }))).toEqual(['l', 'a'])
    const twice = compile('set a = list_append(l, l), b = list_append(l, l)')
    expect(() => twice.apply({ l })).toThrow('Item size to update has exceeded the maximum allowed size')
  })

  it('processes a set only once that is removed from many others', () => {
    let reads = 0
    const members = new Proxy(['a'], {
      get: (target, name) => {
        if (name === '0') reads++
        return Reflect.get(target, name)
      },
    })
    const placeholders = new Placeholders({ values: { ':v': { SS: members } } })
    const update = compileUpdate({ source: 'delete s :v, t :v', placeholders })
    reads = 0
    expect(update.apply({ s: { SS: ['a', 'b'] }, t: { SS: ['a'] } })).toEqual({ s: { SS: ['b'] } })
    expect(reads).toBe(1)
  })
})

describe('compileUpdate', () => {
  it('reports what is written and what is read', () => {
    const update = compile('set m.a = n, zz = if_not_exists(l[0], :n) remove #c')
    expect(update.paths).toEqual([['m', 'a'], ['zz'], ['c']])
    expect(update.attributeNames).toEqual(new Set(['m', 'zz', 'c']))
    expect(new Set(update.allPaths)).toEqual(new Set([['c'], ['zz'], ['m', 'a'], ['l', 0], ['n']]))
  })

  it('recognizes an update that only removes', () => {
    expect(compile('remove a delete ss :ss').onlyRemoves).toBe(true)
    expect(compile('remove a set ss = :ss').onlyRemoves).toBe(false)
    expect(compile('add n :n').onlyRemoves).toBe(false)
  })

  it('names the types for DELETE in the classic wording', () => {
    const message =
      'Invalid UpdateExpression: Incorrect operand type for operator or function; operator: DELETE, operand type: BOOLEAN, typeSet: ALLOWED_FOR_DELETE_OPERAND'
    expect(() => compile('delete a :bool')).toThrow(
      expect.toSatisfy((error) => error.messageIn('classic') === message),
    )
  })
})
