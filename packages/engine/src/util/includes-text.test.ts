import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includesText } from './includes-text.ts'

/** Long enough to avoid JavaScript's own slow method. */
const long = 5_000

test('a part is found where JavaScript finds it', () => {
  const piece = fc.array(fc.constantFrom('a', 'a', 'b', 'é'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(piece, piece, fc.nat(40), (textPiece, partPiece, length) => {
      const text = textPiece.join('').repeat(long)
      const part = partPiece
        .join('')
        .repeat(long)
        .slice(0, 2_000 + length)
      expect(includesText(text, part)).toBe(text.includes(part))
      const within = text.slice(length, length + 2_000)
      expect(includesText(text, within)).toBe(true)
      expect(includesText(text, `${within}c`)).toBe(false)
    }),
    { numRuns: 10 },
  )
})

test.each([
  ['', '', true],
  ['a', '', true],
  ['', 'a', false],
  ['abc', 'bc', true],
  ['abc', 'abcd', false],
])('%j contains %j: %s', (text, part, found) => {
  expect(includesText(text, part)).toBe(found)
})

test('a part that almost matches everywhere takes no longer than any other', () => {
  const [half, text] = ['a'.repeat(250_000), 'a'.repeat(1_000_000)]
  expect(includesText(text, `${half}b${half}`)).toBe(false)
  expect(includesText(`${text}b${text}`, `${half}b${half}`)).toBe(true)
})
