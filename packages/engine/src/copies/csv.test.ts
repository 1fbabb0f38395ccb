import { describe, expect, it } from 'vitest'
import { CsvReader, formatCsvRow } from './csv.ts'
import { MalformedFile } from './read-lines.ts'

function read(text: string, delimiter?: string): string[][] {
  const reader = new CsvReader(delimiter)
  return [...reader.push(text), ...reader.end()]
}

describe('CsvReader', () => {
  it('reads cells with quotes, delimiters and line breaks in them', () => {
    expect(read('a,"b ""c"", d\ne"\r\nf,\n')).toEqual([
      ['a', 'b "c", d\ne'],
      ['f', ''],
    ])
  })

  it('reads back what was formatted', () => {
    const row = ['', 'a,b', '"', 'x\r\ny', 'plain']
    expect(read(formatCsvRow(row))).toEqual([row])
  })

  it('treats a carriage return as text where no line ends', () => {
    expect(read('a\rb,"c"\r\r\n\rd\r,"\r"\r')).toEqual([
      ['a\rb', 'c'],
      ['\rd\r', '\r'],
    ])
    expect(() => read('"a"\r"b"\n')).toThrow('line 1: text behind the quote that ends a cell')
  })

  it.each([
    ['a\n\n"b\nc"d\n', 'line 3: text behind the quote that ends a cell'],
    ['a\r\n"b\r\nb",c,"d\n\n', 'line 3: a quoted cell has no end'],
    [`a\n"b\n${'x'.repeat(1024 * 1024)}`, 'line 2: a cell is too long to be an attribute'],
    [`a\nb\n${'x'.repeat(1024 * 1024 + 1)}`, 'line 3: a cell is too long to be an attribute'],
  ])('reports the line of a mistake', (text, told) => {
    expect(() => read(text)).toThrow(told)
  })

  it('refuses a row with more cells than an item can have attributes', () => {
    const reader = new CsvReader()
    const commas = ','.repeat(100 * 1024)
    for (let i = 0; i < 4; i += 1) reader.push(commas)
    expect(() => reader.push(commas)).toThrow(MalformedFile)
  })

  it('refuses a row whose cells are too long in total', () => {
    const reader = new CsvReader()
    const cell = `${'x'.repeat(1024 * 1024)},`
    for (let i = 0; i < 16; i += 1) reader.push(cell)
    expect(() => reader.push(cell)).toThrow('a row is too long to be an item')
  })

  it('counts each row separately', () => {
    const reader = new CsvReader()
    const row = `${'x'.repeat(1024 * 1024)}\n`
    for (let i = 0; i < 20; i += 1) expect(reader.push(row)).toHaveLength(1)
  })
})
