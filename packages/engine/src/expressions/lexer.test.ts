import { describe, expect, it } from 'vitest'
import { tokenize } from './lexer.ts'

const rows: [string, string[]][] = [
  ['', []],
  [' \t\r\n', []],
  ['a.b[0] = :v', ['identifier a', '. .', 'identifier b', '[ [', 'number 0', '] ]', '= =', 'value :v']],
  ['#1<>:_', ['name #1', '<> <>', 'value :_']],
  [
    'a<=b>=c<d>e',
    [
      'identifier a',
      '<= <=',
      'identifier b',
      '>= >=',
      'identifier c',
      '< <',
      'identifier d',
      '> >',
      'identifier e',
    ],
  ],
  ['And oR nOt between IN', ['AND And', 'OR oR', 'NOT nOt', 'BETWEEN between', 'IN IN']],
  ['set remove add delete', ['SET set', 'REMOVE remove', 'ADD add', 'DELETE delete']],
  ['android inside', ['identifier android', 'identifier inside']],
  ['01', ['number 0', 'number 1']],
  ['_a', ['unknown _', 'identifier a']],
  ['#', ['unknown #']],
  ['# a', ['unknown #', 'identifier a']],
  [':-', ['unknown :', '- -']],
  ['é😀', ['unknown é', 'unknown 😀']],
  ['a\fb', ['identifier a', 'unknown \f', 'identifier b']],
]

describe('tokenize', () => {
  it.each(rows)('splits %j', (source, expected) => {
    const tokens = tokenize(source)
    expect(tokens.slice(0, -1).map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected)
    expect(tokens.at(-1)).toEqual({ kind: 'end', text: '<EOF>', start: source.length, end: source.length })
    for (const { kind, text, start, end } of tokens) {
      if (kind !== 'end') expect(source.slice(start, end)).toBe(text)
    }
  })
})
