import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeNumber } from '../util/encode-number.ts'
import { compareUtf8 } from './compare-utf8.ts'
import { compileTemplate } from './compile-template.ts'
import { encodeDescending } from './encode-descending.ts'
import { quote } from './escape-payload.ts'
import { highest, justAbove, justBelow } from './key-bounds.ts'

const sorted = { sorted: true }
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      '#',
      '$',
      '%',
      '!',
      ' ',
      '_',
      '-',
      '\u0001',
      '\u0002',
      '2',
      '3',
      '\ue000',
      '😀',
    ),
  }),
)
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }),
  fc.constantFrom(0, -0, 1.5, -1.5, 1e300, 5e-324, 10, 100, -42, 42n),
)

function signOf(difference: number): number {
  return difference < 0 ? -1 : difference > 0 ? 1 : 0
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function compareTuples(a: readonly string[], b: readonly string[]): number {
  for (const [at, value] of a.entries()) {
    const order = compareUtf8(value, b[at] ?? '')
    if (order !== 0) return signOf(order)
  }
  return 0
}

describe('keys sort like their values, and different values have different keys', () => {
  it.each(['{a}#{b}#{c}', 'X#{a}#Y#{b}#{c}', '{a}\u0001{b}\u0001{c}', '{a} {b}!{c}#'])(
    'text in %j',
    (source) => {
      const template = compileTemplate(source, sorted)
      const key = ([a, b, c]: readonly string[]) => template.encode({ a, b, c }) ?? ''
      fc.assert(
        fc.property(fc.tuple(text, text, text), fc.tuple(text, text, text), (left, right) => {
          expect(signOf(compareUtf8(key(left), key(right)))).toBe(compareTuples(left, right))
        }),
      )
    },
  )

  it.each(['{a}_{b}-{c}', '{a}/x{b}|{c}', '{a}:{b}%{c}'])('text in %j is kept apart', (source) => {
    const template = compileTemplate(source, sorted)
    const key = ([a, b, c]: readonly string[]) => template.encode({ a, b, c })
    fc.assert(
      fc.property(fc.tuple(text, text, text), fc.tuple(text, text, text), (left, right) => {
        expect(key(left) === key(right)).toBe(compareTuples(left, right) === 0)
      }),
    )
  })

  it.each(['{n:num}', 'N#{n:num}#{s}', '{n:num}{s}'])('numbers in %j', (source) => {
    const template = compileTemplate(source, sorted)
    fc.assert(
      fc.property(number, number, text, text, (a, b, s, t) => {
        const byNumber = compareNumbers(a, b)
        const expected = byNumber !== 0 || !source.includes('{s}') ? byNumber : compareTuples([s], [t])
        const left = template.encode({ n: a, s }) ?? ''
        expect(signOf(compareUtf8(left, template.encode({ n: b, s: t }) ?? ''))).toBe(expected)
      }),
    )
  })

  it('descending numbers, texts and dates sort in reverse', () => {
    const template = compileTemplate('{n:num:desc}#{s:desc}#{t:iso:desc}', sorted)
    const date = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.tuple(number, text, date), fc.tuple(number, text, date), (left, right) => {
        const key = ([n, s, t]: readonly [number | bigint, string, Date]) =>
          template.encode({ n, s, t }) ?? ''
        const expected =
          compareNumbers(right[0], left[0]) ||
          signOf(compareUtf8(right[1], left[1])) ||
          signOf(right[2].getTime() - left[2].getTime())
        expect(signOf(compareUtf8(key(left), key(right)))).toBe(expected)
      }),
    )
  })

  it('padded whole numbers, in both directions', () => {
    const up = compileTemplate('{n:pad6}', sorted)
    const down = compileTemplate('{n:pad6:desc}', sorted)
    const whole = fc.integer({ min: 1, max: 999_999 })
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const compare = (template: typeof up) =>
          signOf(compareUtf8(template.encode({ n: a }) ?? '', template.encode({ n: b }) ?? ''))
        expect(compare(up)).toBe(compareNumbers(a, b))
        expect(compare(down)).toBe(compareNumbers(b, a))
      }),
    )
  })
})

it.each([
  ['{a}', 'ascending'],
  ['{a}#{b}', 'ascending'],
  ['{a}_{b}', 'none'],
  ['{a:raw}', 'ascending'],
  ['{a:raw}#', 'none'],
  // The next slot runs into it: "a" followed by "z" is above "ab" followed by "a".
  ['{a:raw}{b}', 'none'],
  ['{a:desc}{b}', 'descending'],
])('the first slot of %j has the order %j', (source, order) => {
  expect(compileTemplate(source, sorted).slots[0]?.order).toBe(order)
})

describe('prefixes', () => {
  it('known values give the prefix of all keys that contain them, and of no others', () => {
    const template = compileTemplate('{a}#{b}', sorted)
    fc.assert(
      fc.property(text, text, text, (a, b, other) => {
        const { text: prefix, count } = template.encodeKnown({ a })
        expect(count).toBe(1)
        expect(template.encode({ a, b })?.startsWith(prefix)).toBe(true)
        expect(template.encode({ a: other, b })?.startsWith(prefix)).toBe(a === other)
      }),
    )
  })

  it('a prefix of a value gives a prefix of its key', () => {
    const template = compileTemplate('{a}#{b:desc}#{c}', sorted)
    fc.assert(
      fc.property(text, text, (beginning, rest) => {
        for (const slot of template.slots) {
          expect(slot.encode(beginning + rest).startsWith(slot.encodePrefix(beginning))).toBe(true)
        }
      }),
    )
  })

  it('nothing lies between a text and its bounds', () => {
    fc.assert(
      fc.property(text, text, (bound, value) => {
        fc.pre(!value.includes(highest) && !bound.includes(highest))
        expect(compareUtf8(value, justAbove(bound)) < 0).toBe(compareUtf8(value, bound) <= 0)
        if (bound !== '')
          expect(compareUtf8(value, justBelow(bound)) <= 0).toBe(compareUtf8(value, bound) < 0)
      }),
    )
  })
})

describe('a key is recognized', () => {
  const encodings = fc.constantFrom('', ':raw', ':raw', ':num', ':pad1', ':pad2', ':desc', ':num:desc')
  const between = fc.constantFrom('', '', '-', '#', '--', 'p', '1', '~', 'n1', 'o', '-a')
  const slots = fc.array(fc.tuple(encodings, between), { minLength: 1, maxLength: 5 })
  const piece = fc.string({ unit: fc.constantFrom(...'-#ap1~no.2'), maxLength: 6 })

  it('as by trying each of its values with every length', () => {
    fc.assert(
      fc.property(slots, fc.array(piece), fc.boolean(), (parts, pieces, isNear) => {
        const source = parts.map(([encoding, after], at) => `{a${at}${encoding}}${after}`).join('')
        // Some run into each other.
        const template = tryTo(() => compileTemplate(`A${source}`, sorted))
        fc.pre(template !== undefined)
        const values = template.slots.map((slot) => slot.pattern + quote(slot.after))
        const near = template.slots.map(({ after }, at) => (pieces[at] ?? '') + after)
        const key = `A${(isNear ? near : pieces).join('')}`
        expect(template.pattern.test(key)).toBe(new RegExp(`^A${values.join('')}$`).test(key))
      }),
    )
  })

  it('at once, whatever it repeats: each raw value more made it longer by the length of the key', () => {
    const template = compileTemplate('{a:raw}-{b:raw}-{c:raw}-{d:raw}-{e:raw}-{n:pad6}', sorted)
    expect(template.pattern.test('-'.repeat(2000))).toBe(false)
    expect(template.pattern.test(`${'-'.repeat(2000)}000001`)).toBe(true)
  })
})

function tryTo<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

describe('single encodings', () => {
  it.each([
    [0, 'o'],
    [42, 'p50242.'],
    [1.5, 'p50115.'],
    [-42, 'n49757~'],
    [10n ** 37n, 'p5381.'],
  ])('%s as a sortable number is %s', (value, expected) => {
    expect(encodeNumber(value)).toBe(expected)
  })

  it('descending text is hexadecimal and ends with a mark', () => {
    expect(encodeDescending('ab')).toBe('9e9d~')
  })

  it.each([
    ['{n:pad3}', { n: 1000 }, 'wants a whole number from 0 to 999, not 1000'],
    ['{n:pad3}', { n: 1.5 }, 'wants a whole number'],
    ['{n:pad3:desc}', { n: 0 }, 'from 1 to 1000'],
    ['{n:num}', { n: Number.NaN }, 'wants a finite number'],
    ['{n}', { n: 5 }, 'wants text (for numbers write :num, :pad6 or :raw), not 5'],
    ['{t:iso}', { t: '2020' }, 'wants a Date'],
    ['{s}', { s: '\ud800' }, 'wants text'],
    ['{s}', { s: { a: 1 } }, 'not [object Object]'],
  ])('%s refuses %j', (source, values, message) => {
    expect(() => compileTemplate(source, sorted).encode(values)).toThrow(message)
  })

  it('a missing value results in no key', () => {
    expect(compileTemplate('A#{a}', sorted).encode({})).toBeUndefined()
    expect(compileTemplate('A#{a}', sorted).encode({ a: null })).toBeUndefined()
    expect(compileTemplate('A#{toString}', sorted).encode({})).toBeUndefined()
  })

  it.each([
    ['{a}{b}', 'needs text between {a} and the slot after it'],
    ['{a', 'has a brace in "{a" that is not a slot'],
    ['a}', 'has a brace in "a}" that is not a slot'],
    ['{a:padx}', 'has an encoding "padx"'],
    ['{}', 'that is not a slot'],
  ])('the template %s is refused', (source, message) => {
    expect(() => compileTemplate(source, sorted)).toThrow(message)
  })
})
