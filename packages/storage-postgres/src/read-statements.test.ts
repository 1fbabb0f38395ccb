import { expect, it } from 'vitest'
import { readStatement } from './read-statements.ts'

it('the same spaces give the same statement in any order, since a new statement has to be planned', () => {
  const key = (space: string) => ({ space, partition: 'p'.repeat(16), sort: '' })
  const keys = [key('a'), key('b'), key('a'), key('c')]
  const { text } = readStatement(keys)
  expect(readStatement(keys.toReversed()).text).toBe(text)
})
