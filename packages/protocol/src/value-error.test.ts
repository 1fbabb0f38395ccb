import { describe, expect, it } from 'vitest'
import { ValueError } from './value-error.ts'

describe('ValueError', () => {
  const error = new ValueError('now', 'then')

  it('is what PutItem answers when it is thrown as it is', () => {
    expect(error.name).toBe('ValidationException')
    expect(error.messageIn('current')).toBe('1 validation error detected: now')
    expect(error.messageIn('classic')).toBe('then')
  })

  it.each([
    [{ layer: 'enveloped' }, '1 validation error detected: now', 'then'],
    [{ layer: 'bare' }, 'now', 'then'],
    [{ layer: 'older' }, 'then', 'then'],
    [
      { layer: 'enveloped', placeholder: ':v' },
      '1 validation error detected: now',
      'ExpressionAttributeValues contains invalid value: then for key :v',
    ],
    [
      { layer: 'older', placeholder: ':v' },
      'ExpressionAttributeValues contains invalid value: then for key :v',
      'ExpressionAttributeValues contains invalid value: then for key :v',
    ],
    [{ layer: 'bare', prefix: 'The key is bad: ' }, 'now', 'The key is bad: then'],
  ] as const)('at %j', (place, current, classic) => {
    const placed = error.at(place)
    expect(placed.messageIn('current')).toBe(current)
    expect(placed.messageIn('classic')).toBe(classic)
    expect(placed.cause).toBe(error)
  })
})
