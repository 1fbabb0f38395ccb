import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { compileProjection } from './compile-projection.ts'
import { Placeholders } from './placeholders.ts'
import { projectionFromAttributesToGet } from './projection-from-attributes-to-get.ts'

const names = { '#a': 'a', '#n': 'n', '#p': '__proto__', '#dot': 'l[0]' }

function compile(source: string) {
  return compileProjection({ source, placeholders: new Placeholders({ names }) })
}

function clash(kind: string, one: string, two: string) {
  return `Two document paths ${kind} with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`
}

const refused: [source: string, message: string][] = [
  ['', 'The expression can not be empty;'],
  [' ', 'Syntax error; token: "<EOF>", near: " "'],
  ['a,', 'Syntax error; token: "<EOF>", near: ","'],
  [',a', 'Syntax error; token: ",", near: ",a"'],
  ['a,,b', 'Syntax error; token: ",", near: ",,b"'],
  ['!!! INVALID !!!', 'Syntax error; token: "!", near: "!!"'],
  ['a, (b)', 'Syntax error; token: "(", near: ", (b"'],
  ['size(a)', 'Syntax error; token: "(", near: "size(a"'],
  [':a', 'Syntax error; token: ":a", near: ":a"'],
  ['a.SET', 'Syntax error; token: "SET", near: ".SET"'],
  [`a${' '.repeat(4096)}`, 'Expression size has exceeded the maximum allowed size;'],
  ['#x, abort', 'Attribute name is a reserved keyword; reserved keyword: abort'],
  ['a[99999999999]', 'List index is not within the allowable range; index: [99999999999]'],
  ['#x', 'An expression attribute name used in the document path is not defined; attribute name: #x'],
  // From the last path to the first.
  ['#x, #y', 'An expression attribute name used in the document path is not defined; attribute name: #y'],
  ['a, a, #x', 'An expression attribute name used in the document path is not defined; attribute name: #x'],
  [`a${'.b'.repeat(32)}`, 'The document path has too many nesting levels; nesting levels: 33'],
  ['a, a', clash('overlap', '[a]', '[a]')],
  ['a, #a', clash('overlap', '[a]', '[a]')],
  ['a, a.b.c', clash('overlap', '[a]', '[a, b, c]')],
  ['a.b, a', clash('overlap', '[a, b]', '[a]')],
  ['l, l[0]', clash('overlap', '[l]', '[l, [0]]')],
  ['a.b[0], a.b[0]', clash('overlap', '[a, b, [0]]', '[a, b, [0]]')],
  ['a.b, a[1]', clash('conflict', '[a, b]', '[a, [1]]')],
  ['d[1], d.b, c[1].a, c', clash('overlap', '[c, [1], a]', '[c]')],
  ['m.a.b, m.a[0], m.a', clash('overlap', '[m, a, [0]]', '[m, a]')],
  ['a.x, b.x, a, b', clash('overlap', '[b, x]', '[b]')],
]

const item: AttributeMap = {
  n: { N: '5' },
  l: { L: [{ N: '1' }, { M: { x: { N: '2' }, y: { N: '3' } } }, { L: [{ N: '4' }] }] },
  m: { M: { a: { N: '1' }, b: { M: { c: { S: 'c' }, d: { S: 'd' } } } } },
  'l[0]': { S: 'dot' },
}
Object.defineProperty(item, '__proto__', { value: { S: 'proto' }, enumerable: true })

const projected: [source: string, expected: unknown][] = [
  ['n', { n: item['n'] }],
  ['nothing', {}],
  ['#n, #dot', { n: item['n'], 'l[0]': { S: 'dot' } }],
  ['l[2], l[0]', { l: { L: [{ L: [{ N: '4' }] }, { N: '1' }].reverse() } }],
  ['l[1].y, l[1].x', { l: { L: [{ M: { y: { N: '3' }, x: { N: '2' } } }] } }],
  ['l[2][0], l[9], l[2][7]', { l: { L: [{ L: [{ N: '4' }] }] } }],
  ['m.b.c, m.a', { m: { M: { a: { N: '1' }, b: { M: { c: { S: 'c' } } } } } }],
  ['m.nothing, m.b.nothing.more', {}],
  ['m[0], l.a, n[0]', {}],
  ['m.toString', {}],
]

describe('compileProjection', () => {
  it.each(refused)('refuses %.60s', (source, message) => {
    expect(() => compile(source)).toThrow(
      expect.objectContaining({ message: `Invalid ProjectionExpression: ${message}` }),
    )
  })

  it.each(projected)('projects %s', (source, expected) => {
    expect(compile(source).project(item)).toEqual(expected)
  })

  it('projects an attribute whose name objects inherit', () => {
    const result = compile('#p').project(item)
    expect(Object.entries(result)).toEqual([['__proto__', { S: 'proto' }]])
  })

  it('returns its paths in the order of the text', () => {
    const projection = compile('m.a, #n, m.b[0]')
    expect(projection.paths).toEqual([['m', 'a'], ['n'], ['m', 'b', 0]])
    expect(projection.attributeNames).toEqual(new Set(['m', 'n']))
  })
})

describe('projectionFromAttributesToGet', () => {
  it('takes names literally', () => {
    expect(projectionFromAttributesToGet(['l[0]', 'n', 'm.a']).project(item)).toEqual({
      'l[0]': { S: 'dot' },
      n: { N: '5' },
    })
  })

  it('refuses a repeated name', () => {
    expect(() => projectionFromAttributesToGet(['a', 'b', 'a'])).toThrow(
      'One or more parameter values were invalid: Duplicate value in attribute name: a',
    )
  })
})
