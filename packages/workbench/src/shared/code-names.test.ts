import { describe, expect, it } from 'vitest'
import { byCodeNames, codeName, storedName } from './code-names.ts'

const names = { customerName: 'cn', 'address.street': 's', 'lines.*.price': 'p', 'homes.*.street': 's' }

describe('stored names', () => {
  it('are those of attributes, not of their contents', () => {
    expect(codeName(names, 'cn')).toBe('customerName')
    expect(codeName(names, 's')).toBe('s')
    expect(storedName(names, 'customerName')).toBe('cn')
    expect(storedName(undefined, 'customerName')).toBe('customerName')
  })

  it('are converted to those of the application, in maps, lists and dictionaries', () => {
    const item = {
      cn: { S: 'Ann' },
      s: { S: 'kept' },
      address: { M: { s: { S: 'Elm' }, zip: { S: '1' } } },
      lines: { L: [{ M: { p: { N: '1' } } }, { S: 'x' }] },
      homes: { M: { here: { M: { s: { S: 'Oak' } } } } },
    }
    expect(byCodeNames(item, names)).toEqual({
      customerName: { S: 'Ann' },
      s: { S: 'kept' },
      address: { M: { street: { S: 'Elm' }, zip: { S: '1' } } },
      lines: { L: [{ M: { price: { N: '1' } } }, { S: 'x' }] },
      homes: { M: { here: { M: { street: { S: 'Oak' } } } } },
    })
    expect(byCodeNames(item, undefined)).toBe(item)
  })
})
