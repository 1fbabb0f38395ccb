import { describe, expect, test } from 'vitest'
import { splitIonStructs } from './ion-structs.ts'
import { parseIon } from './parse-ion.ts'
import { MalformedFile } from './read-lines.ts'

const text = (value: string) => ({ type: 'string', value })
const number = (value: string) => ({ type: 'number', value })

describe('a value of Ion', () => {
  test.each<[string, unknown]>([
    ['null', { type: 'null' }],
    ['null.string', { type: 'null' }],
    ['true', { type: 'bool', value: true }],
    ['103.', number('103')],
    ['6d2', number('6e2')],
    ['-1.5D-3', number('-1.5e-3')],
    ['1_000.', number('1000')],
    ['7', number('7')],
    ['0x1F', number('31')],
    ['-0b101', number('-5')],
    ['"a\\n\\"\\\\ \\x41\\u00fc\\U0001F600"', text('a\n"\\ Aü😀')],
    ["'''long ''' /* and */ '''longer'''", text('long longer')],
    ['{{ aGVs\n bG8= }}', { type: 'blob', value: 'aGVsbG8=' }],
    ['{{//8=}}', { type: 'blob', value: '//8=' }],
    ['[1., "a", ]', { type: 'list', values: [number('1'), text('a')], annotations: [] }],
    [
      '$dynamodb_SS::\'x y\'::["a"]',
      { type: 'list', values: [text('a')], annotations: ['$dynamodb_SS', 'x y'] },
    ],
    ['{}', { type: 'struct', fields: {} }],
    [
      '{a:1., \'b c\':"x", "d":[], // comment\n e:null,}',
      {
        type: 'struct',
        fields: {
          a: number('1'),
          'b c': text('x'),
          d: { type: 'list', values: [], annotations: [] },
          e: { type: 'null' },
        },
      },
    ],
  ])('%s', (source, value) => {
    expect(parseIon(source)).toEqual(value)
  })

  test('names that are dangerous elsewhere are ordinary here', () => {
    const { fields } = parseIon('{__proto__:"a",constructor:"b"}') as { fields: object }
    expect(Object.entries(fields)).toEqual([
      ['__proto__', text('a')],
      ['constructor', text('b')],
    ])
  })

  test.each([
    ['1e0', 'float'],
    ['nan', 'float'],
    ['2026-01-01', 'timestamp'],
    ['2026T', 'timestamp'],
    ['word', 'symbol'],
    ["'word'", 'symbol'],
    ['(a b)', 'sexp'],
    ['{{"clob"}}', 'clob'],
  ])('%s has no type in DynamoDB', (source, type) => {
    expect(() => parseIon(source)).toThrow(`Ion's ${type}`)
  })

  test.each([
    '',
    '{',
    '{a}',
    '{a:}',
    '[1 2]',
    '"open',
    '"\\q"',
    '{a:1.}}',
    '1.2.3',
    '0x',
    '0b_',
    '"\\uzzzz"',
  ])('malformed: %j', (source) => {
    expect(() => parseIon(source)).toThrow(/the struct|the escape/)
  })

  test('the space between values may be long', () => {
    const value = { type: 'number', value: '1' }
    for (const space of [' ', '//\n', '/**/']) expect(parseIon(`${space.repeat(1_000_000)}1.`)).toEqual(value)
  })

  test('a number may not be long', () => {
    expect(() => parseIon(`0x${'f'.repeat(2_000_000)}`)).toThrow('the number is too long')
  })

  test('nor may there be more values, or annotations on them, than an item can have', () => {
    expect(() => parseIon(`[${'[],'.repeat(600_000)}]`)).toThrow('too much to be an item')
    expect(() => parseIon(`${'a::'.repeat(600_000)}[]`)).toThrow('too much to be an item')
  })

  test.each(['"', "'''"])('a text in %s may be long, and consist entirely of escapes', (quote) => {
    expect(parseIon(`${quote}${'x'.repeat(1_000_000)}${quote}`)).toEqual(text('x'.repeat(1_000_000)))
    expect(parseIon(`${quote}${"\\n'\\u0041".repeat(200_000)}${quote}`)).toEqual(text("\n'A".repeat(200_000)))
  })

  test('endless nesting is not an item, and does no harm', () => {
    expect(() => parseIon('['.repeat(1_000_000))).toThrow('nested too deeply')
  })
})

describe('a file of Ion', () => {
  async function split(source: string, pieceLength: number): Promise<string[]> {
    async function* pieces() {
      for (let at = 0; at < source.length; at += pieceLength) yield source.slice(at, at + pieceLength)
    }
    const structs: string[] = []
    for await (const struct of splitIonStructs(pieces())) structs.push(struct)
    return structs
  }

  const structs = [
    "{Item:{a:\"}{\", b:'}', c:'''}'''}}",
    '{Item:{a:{{//8=}}, b:[{c:1.}]}}',
    '{Item:{ // }\n a:"\\"}" /* } */ }}',
    '{Item:{a:{{"}}"}}}}',
  ]
  const layouts = [
    structs.map((struct) => `$ion_1_0 ${struct}\n`).join(''),
    `$ion_1_0\n[${structs.join(',\n')}]\n// the end`,
    structs.join(''),
  ]

  test.each([1, 2, 3, 7, 10_000])('is split into its structs, read in pieces of %i', async (pieceLength) => {
    for (const layout of layouts) expect(await split(layout, pieceLength)).toEqual(structs)
  })

  test.each(['no Ion', '$ion_1_1 {}', '{a:1.', '{a:"', '"text"'])('is invalid: %s', async (source) => {
    await expect(split(source, 3)).rejects.toThrow(MalformedFile)
  })
})
