import { describe, expect, it } from 'vitest'
import { tokenize } from './lexer.ts'

const rows: [string, string[]][] = [
  ['', []],
  [' \t\r\n', []],
  ['SELECT * FROM "a b"', ['keyword select', 'operator *', 'keyword from', 'quoted a b']],
  ['\'it\'\'s\' "say ""hi""" `ion`', ["string it's", 'quoted say "hi"', 'ion ion']],
  ['a.b[0]', ['name a', '. .', 'name b', '[ [', 'number 0', '] ]']],
  [
    '1 1. .5 1.5e-3 1E+2 007',
    ['number 1', 'number 1.', 'number .5', 'number 1.5e-3', 'number 1E+2', 'number 007'],
  ],
  ['a!=b<>c', ['name a', 'operator <>', 'name b', 'operator <>', 'name c']],
  ['<<1>>', ['<< <<', 'number 1', '>> >>']],
  ['{a:?}', ['{ {', 'name a', ': :', '? ?', '} }']],
  ['NOT IN', ['operator not in']],
  ['is  not -- why\n null', ['operator is not', 'null null']],
  ['Not Between', ['operator not between']],
  ['INSERT /* x */ INTO t', ['keyword insert into', 'name t']],
  ['ALL OLD *', ['keyword all old', 'operator *']],
  ['true FALSE null Missing', ['boolean true', 'boolean false', 'null null', 'missing missing']],
  ['$a _b a1$', ['name $a', 'name _b', 'name a1$']],
  ['-- only a comment', []],
  ['/* one *//* two */;', ['; ;']],
  ['a--b', ['name a']],
  ['not_in notin', ['name not_in', 'name notin']],
]

describe('tokenize', () => {
  it.each(rows)('splits %j', (source, expected) => {
    const tokens = tokenize(source)
    expect(tokens.slice(0, -1).map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected)
    expect(tokens.at(-1)).toEqual({ kind: 'end', text: '', start: source.length, end: source.length })
  })

  it.each([
    "'open",
    '"open',
    '`open',
    '/* open',
    'a # b',
    '1e',
    '1e+',
    '1e2147483648',
    '1.5e-2147483647',
    'é',
    '~',
    '|',
  ])('refuses %j', (source) => {
    expect(() => tokenize(source)).toThrow(/^Statement wasn't well formed, can't be processed: $/)
  })

  it('knows the positions of tokens in the text', () => {
    const [, , quoted] = tokenize('a = "b""c" ')
    expect(quoted).toEqual({ kind: 'quoted', text: 'b"c', start: 4, end: 10 })
  })
})
