import { expect, it } from 'vitest'
import { ValueError } from './value-error.ts'

it('has the current text and the previous one, both bare', () => {
  const error = new ValueError('now', 'then')
  expect(error.name).toBe('ValidationException')
  expect(error.messageIn('current')).toBe('now')
  expect(error.messageIn('classic')).toBe('then')
})
