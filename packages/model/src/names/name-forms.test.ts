import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeItem, decodeValue } from '../codec/decode-value.ts'
import { encodeItem } from '../codec/encode-value.ts'
import { codeName, compileForms, noForms, storedName, storedSteps } from '../codec/stored-form.ts'
import { nameForms } from './name-forms.ts'

const forms = nameForms(compileForms({ since: 'date', 'home.since': 'epoch' }), {
  since: 's',
  name: 'n',
  'home.since': 'h',
  'lines[].price': 'p',
  'homes.*.street': 's',
  'a.b.c': 'x',
})
const view = { forms, hidden: new Set<string>(), names: [], nodes: [] }

describe('paths', () => {
  it.each<[string, (string | number)[], (string | number)[]]>([
    ['an attribute', ['name'], ['n']],
    ['one that has the name already', ['n'], ['n']],
    ['one that has no other', ['other', 'name'], ['other', 'name']],
    ['a member', ['home', 'since'], ['home', 'h']],
    ['a member of an element', ['lines', 3, 'price'], ['lines', 3, 'p']],
    ['a member of any member', ['homes', 'summer', 'street'], ['homes', 'summer', 's']],
    ['what is deep', ['a', 'b', 'c', 'c'], ['a', 'b', 'x', 'c']],
  ])('%s', (_, steps, expected) => {
    expect(storedSteps(forms, steps)).toEqual(expected)
    expect(storedSteps(noForms, steps)).toEqual(steps)
  })
})

describe('items', () => {
  it('survive a round trip, whatever they contain', () => {
    const name = fc.constantFrom(
      'since',
      'name',
      'home',
      'lines',
      'price',
      'homes',
      'street',
      'other',
      '__proto__',
    )
    const text = fc.string()
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, text, fc.array(tie('value'), { maxLength: 3 }), tie('map')),
      map: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    })).map
    fc.assert(
      fc.property(value, (item) => {
        const plain = nameForms(noForms, {
          since: 's',
          name: 'n',
          'lines[].price': 'p',
          'homes.*.street': 's',
        })
        const stored = encodeItem(item as object, plain)
        expect(Object.keys(stored).filter((one) => one === 'since' || one === 'name')).toEqual([])
        expect(decodeItem(stored, { ...view, forms: plain, names: [], nodes: [] }, false)).toEqual(item)
      }),
    )
  })

  it('written before are read, and current names take precedence', () => {
    const older = { name: { S: 'old' }, home: { M: { since: { N: '1' } } } }
    expect(decodeItem(older, view, false)).toEqual({ name: 'old', home: { since: new Date(1000) } })
    expect(decodeItem({ n: { S: 'new' }, name: { S: 'old' } }, view, false)).toEqual({ name: 'new' })
    expect(decodeItem({ name: { S: 'old' }, n: { S: 'new' } }, view, false)).toEqual({ name: 'new' })
  })

  it('report a wrong number with the names of the application', () => {
    const wrong = { lines: { L: [{ M: { p: { N: '12345678901234567890.5' } } }] } }
    expect(() => decodeItem(wrong, view, false)).toThrow(/^lines\[0\]\.price: 12345678901234567890\.5/)
    expect(() => decodeValue({ M: wrong }, forms)).toThrow(/^lines\[0\]\.price: /)
  })

  it('are renamed one by one', () => {
    expect([storedName(forms, 'name'), storedName(forms, 'n'), storedName(forms, 'x')]).toEqual([
      'n',
      'n',
      'x',
    ])
    expect([codeName(forms, 'n'), codeName(forms, 'name'), codeName(forms, 'x')]).toEqual([
      'name',
      'name',
      'x',
    ])
  })
})
