import { expect, it } from 'vitest'
import { ValueError } from './value-error.ts'

it('carries the text of today and the one before, both bare', () => {
  const error = new ValueError('now', 'then')
  expect(error.name).toBe('ValidationException')
  expect(error.messageIn('current')).toBe('now')
  expect(error.messageIn('classic')).toBe('then')
})
