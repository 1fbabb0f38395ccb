import { expect, it } from 'vitest'
import { itemsAsCsv } from './items-as-csv.ts'

it('items are lines, and their attributes columns, the key first', () => {
  const items = [
    { name: { S: 'a "b", c' }, id: { N: '12345678901234567890123456789012345678' } },
    { id: { N: '-1' }, empty: { S: '' }, lines: { S: 'one\r\ntwo' }, ['__proto__']: { BOOL: true } },
    {
      id: { N: '2' },
      name: { NULL: true as const },
      deep: { M: { set: { SS: ['x', 'y'] }, list: { L: [{ N: '1' }] } } },
      bytes: { B: 'AAE=' },
    },
  ]
  expect(itemsAsCsv(items, ['id', 'sk'])).toBe(
    [
      'id,name,empty,lines,__proto__,deep,bytes',
      '12345678901234567890123456789012345678,"a ""b"", c",,,,,',
      '-1,,"","one\r\ntwo",true,,',
      '2,null,,,,"{""set"": [""x"", ""y""], ""list"": [1]}",AAE=',
      '',
    ].join('\r\n'),
  )
})
