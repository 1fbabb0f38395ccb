import { describe, expect, it } from 'vitest'
import { singular } from './name-words.ts'

describe('singular', () => {
  it.each([
    ['Users', 'User'],
    ['Categories', 'Category'],
    ['Indexes', 'Index'],
    ['Addresses', 'Address'],
    ['Batches', 'Batch'],
    ['Caches', 'Cache'],
    ['Address', 'Address'],
    ['Status', 'Status'],
    ['Houses', 'House'],
  ])('%s: %s', (name, one) => expect(singular(name)).toBe(one))
})
