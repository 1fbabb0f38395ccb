import { expect, it } from 'vitest'
import { MicrosecondClock } from '../util/microsecond-clock.ts'
import { chooseBatch, RECORD_MAX_BYTES } from './choose-batch.ts'

const change = (sort: string, partitionKey: string, sizeBytes = 100) => ({
  sort,
  partitionKey,
  sizeBytes,
  data: '',
})
const large = RECORD_MAX_BYTES + 1

it.each([
  ['nothing of nothing', [], ''],
  ['the first change of each item', [change('1', 'a'), change('2', 'b'), change('3', 'a')], '12'],
  ['a large change alone', [change('1', 'a', large), change('2', 'b')], '1'],
  ['others before a large change', [change('1', 'a'), change('2', 'b', large), change('3', 'c')], '13'],
  [
    'nothing of an item whose large change waits',
    [change('1', 'a'), change('2', 'b', large), change('3', 'b')],
    '1',
  ],
  ['5 MB at most', ['1', '2', '3', '4', '5', '6'].map((n) => change(n, n, RECORD_MAX_BYTES)), '12345'],
])('%s', (_, waiting, chosen) => {
  expect(
    chooseBatch(waiting)
      .map(({ sort }) => sort)
      .join(''),
  ).toBe(chosen)
})

it('500 records at most', () => {
  const waiting = Array.from({ length: 600 }, (_, n) => change(String(n), String(n)))
  expect(chooseBatch(waiting)).toEqual(waiting.slice(0, 500))
})

it('microseconds increase within a millisecond and never leave it', () => {
  const clock = new MicrosecondClock()
  expect([5, 5, 6, 6].map((timeMs) => clock.within(timeMs))).toEqual([0, 1, 0, 1])
  for (let n = 0; n < 2_000; n++) expect(clock.within(7)).toBe(Math.min(n, 999))
})
