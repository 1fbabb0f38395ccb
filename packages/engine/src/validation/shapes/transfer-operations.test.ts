import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucket } from './transfer-operations.ts'

const rules = bucket.rules.flatMap((rule) => (rule.rule === 'pattern' ? [rule] : []))

describe('the name of a bucket', () => {
  test('is judged as the pattern that AWS prints judges it', () => {
    const short = array(constantFrom('a', 'Z', '0', '.', '-', '_', '!', '\n'), { maxLength: 8 })
    for (const { source, pattern } of rules) {
      const printed = new RegExp(`^(?:${source})$`)
      assert(
        property(short, (letters) => {
          const name = letters.join('')
          expect(pattern.test(name)).toBe(printed.test(name))
        }),
      )
    }
  })

  // The printed pattern takes as many steps as the cube of the length: a name of 5 KB would keep a server busy for minutes.
  test('takes no more time than its length, however long it is', () => {
    expect(rules.map(({ pattern }) => pattern.test(`${'a'.repeat(100_000)}!`))).toEqual([false])
  })
})
