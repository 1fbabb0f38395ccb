import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it.each([
  [0, 'item', undefined, '0 items'],
  [1, 'item', undefined, '1 item'],
  [0.5, 'read unit', undefined, '0.5 read units'],
  [1_200, 'index', 'indexes', '1,200 indexes'],
] as const)('%s %s', (count, noun, plural, text) => {
  expect(countText(count, noun, plural)).toBe(text)
})
