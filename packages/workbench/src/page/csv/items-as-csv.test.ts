import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { canonicalizeItem } from '@monotable/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CsvParser } from './csv-parser.ts'
import { itemsAsCsv } from './items-as-csv.ts'
import { planColumns, readRow } from './plan-columns.ts'

it('items become lines and attributes columns, the key first, with types where the fields do not reveal them', () => {
  const items = [
    { name: { S: 'a "b", c' }, id: { N: '12345678901234567890123456789012345678' } },
    { id: { N: '-1' }, empty: { S: '' }, lines: { S: 'one\r\ntwo' }, ['__proto__']: { BOOL: true } },
    {
      id: { N: '2' },
      name: { S: '12' },
      deep: { M: { set: { SS: ['x', 'y'] }, list: { L: [{ N: '1' }] } } },
      bytes: { B: 'AAE=' },
      mixed: { N: '1' },
    },
    { id: { N: '3' }, mixed: { SS: ['x'] }, formula: { S: '=1+1' } },
  ]
  expect(itemsAsCsv(items, ['id', 'sk']).join('')).toBe(
    [
      'id:N,name:S,empty,lines,__proto__:BOOL,deep:M,bytes:B,mixed:ANY,formula',
      '12345678901234567890123456789012345678,"a ""b"", c",,,,,,,',
      '-1,,"","one\r\ntwo",true,,,,',
      '2,12,,,,"{""set"":{""SS"":[""x"",""y""]},""list"":{""L"":[{""N"":""1""}]}}",AAE=,"{""N"":""1""}",',
      `3,,,,,,,"{""SS"":[""x""]}",'=1+1`,
      '',
    ].join('\r\n'),
  )
})

const hostileText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '1',
    '-0',
    '007',
    'true',
    'NULL',
    '{}',
    '[1]',
    '=1',
    "'=1",
    "''@x",
    "'tis",
    '+49',
    '-',
    '\t',
    '"',
    ',',
    '\r',
    ' x ',
  ),
)
const number = fc.integer().map(String)
const scalar: fc.Arbitrary<AttributeValue> = fc.oneof(
  hostileText.map((S) => ({ S })),
  number.map((N) => ({ N })),
  fc.constantFrom('', 'AAE=', '+A==', 'PTEr').map((B) => ({ B })),
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constant({ NULL: true as const }),
)
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.uniqueArray(hostileText, { minLength: 1, maxLength: 3 }).map((SS) => ({ SS })),
  fc.uniqueArray(number, { minLength: 1, maxLength: 3 }).map((NS) => ({ NS })),
  fc.array(scalar, { maxLength: 3 }).map((L) => ({ L })),
  fc
    .dictionary(
      hostileText.filter((name) => name !== ''),
      scalar,
      { maxKeys: 3 },
    )
    .map((M) => ({ M })),
)
const name = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'x:N', 'y:', '=z', "'=z", '__proto__', 'a,b', 'JSON'),
  fc.string({ minLength: 1 }),
)

it('exported items are imported unchanged', () => {
  const items = fc.array(
    fc
      .tuple(
        hostileText.filter((id) => id !== ''),
        fc.array(fc.tuple(name, value), { maxLength: 5 }),
      )
      .map(([id, entries]) => canonicalizeItem(Object.fromEntries([...entries, ['id', { S: id }]])).item),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(items, (written) => {
      expect(readAll(itemsAsCsv(written, ['id']).join(''))).toEqual(written)
    }),
  )
})

/** Reads CSV as the import does. */
function readAll(csv: string): AttributeMap[] {
  const parser = new CsvParser(',')
  const [header, ...rows] = [...parser.push(csv), ...parser.end()]
  const columns = planColumns(header?.fields ?? [], rows, { key: [{ name: 'id', type: 'S' }] })
  return rows.map((row) => {
    const read = readRow(row, { columns, leavesOutEmpty: false })
    if ('problem' in read) throw new Error(read.problem)
    return read.item
  })
}
