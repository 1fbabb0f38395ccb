import { expect, it } from 'vitest'
import { charactersIn } from '../keys/key-characters.ts'
import { keyWidths } from './key-widths.ts'

const item = (PK: string, rank: string) => ({ PK: { S: PK }, rank: { N: rank } })

it('a column of keys is as wide as its longest key, which fits', () => {
  const [pk = 0] = keyWidths([item('CUSTOMER#wren', '1'), item('CUSTOMER#avocet', '2')], ['PK'])
  expect(charactersIn(pk)).toBe('CUSTOMER#avocet'.length)
})

it('is wide enough for its name, and leaves room for the attributes', () => {
  const [rank = 0, pk = 0, none = 0] = keyWidths(
    [item('x'.repeat(2048), '1')],
    ['rank', 'PK', 'a-long-name-of-a-key'],
  )
  expect(rank).toBeGreaterThan(50)
  expect(pk).toBeLessThan(300)
  expect(charactersIn(none)).toBeGreaterThanOrEqual('a-long-name-of-a-key'.length)
})
