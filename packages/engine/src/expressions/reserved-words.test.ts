import { describe, expect, it } from 'vitest'
import { isReservedWord } from './reserved-words.ts'

describe('isReservedWord', () => {
  it.each(['ABORT', 'abort', 'Name', 'status', 'Size', 'ZONE', 'flattern', 'constructor'])(
    'reserves %s',
    (word) => {
      expect(isReservedWord(word)).toBe(true)
    },
  )

  it.each(['pk', 'id', 'names_', '__proto__', 'toString', ''])('does not reserve %j', (word) => {
    expect(isReservedWord(word)).toBe(false)
  })
})
