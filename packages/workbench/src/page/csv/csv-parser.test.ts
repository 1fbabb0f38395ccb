import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvParser, guessDelimiter } from './csv-parser.ts'

function parse(text: string, pieces = 1, delimiter = ',') {
  const parser = new CsvParser(delimiter)
  const size = Math.ceil(text.length / pieces) || 1
  const rows = []
  for (let at = 0; at < text.length; at += size) rows.push(...parser.push(text.slice(at, at + size)))
  return [...rows, ...parser.end()]
}
const fieldsOf = (text: string) => parse(text).map(({ fields }) => fields)

describe('CsvParser', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a ""b""",",","x\r\ny"\r\n', [['a "b"', ',', 'x\r\ny']]],
    ['a,,""\n', [['a', undefined, '']]],
    ['a,\n', [['a', undefined]]],
    [',\n', [[undefined, undefined]]],
    ['\n\r\n\r\na\n\n', [['a']]],
    ['5" pipe,b', [['5" pipe', 'b']]],
    ['""\n', [['']]],
    ['', []],
  ])('%j', (text, expected) => expect(fieldsOf(text)).toEqual(expected))

  it('reports the line in which a record begins', () => {
    expect(parse('a\r\n"x\r\ny\nz"\r\n\r\nb').map(({ line }) => line)).toEqual([1, 2, 6])
  })

  it('reports what is wrong with a record, and continues after it', () => {
    const rows = parse('"a"b,c\nd\n"e\n')
    expect(rows.map(({ problem }) => problem)).toEqual([
      'there is text after a closing quote',
      undefined,
      'a quote is never closed',
    ])
  })

  it('does not take a whole file for one record', () => {
    expect(() => parse(`a\n"${'x'.repeat(4_000_001)}`, 3)).toThrow('begins in line 2')
  })

  it('returns the same records, in whatever pieces the file comes', () => {
    const text = fc
      .array(fc.constantFrom('a', '"', '""', ',', '\r', '\n', '\r\n', ' '))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (csv, pieces) => {
        expect(parse(csv, pieces)).toEqual(parse(csv))
      }),
    )
  })
})

it.each([
  ['a,b;c,d', ','],
  ['a;b;c,d', ';'],
  ['a\tb', '\t'],
  ['"a,b,c"|d', '|'],
  ['alone', ','],
])('guessDelimiter %j', (text, delimiter) => expect(guessDelimiter(text)).toBe(delimiter))
