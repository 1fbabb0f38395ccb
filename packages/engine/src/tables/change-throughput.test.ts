import { expect, test } from 'vitest'
import { changeThroughput, decreasesToday } from './change-throughput.ts'
import type { Throughput } from './table-definition.ts'

const noon = Date.UTC(2026, 9, 8, 12)
const hourMs = 60 * 60 * 1000
const start: Throughput = { read: 10, write: 10, decreasesToday: 0 }

test.each([
  { units: { read: 11, write: 10 }, expected: { decreasesToday: 0, lastIncreaseMs: noon } },
  { units: { read: 9, write: 10 }, expected: { decreasesToday: 1, lastDecreaseMs: noon } },
  {
    units: { read: 9, write: 11 },
    expected: { decreasesToday: 1, lastIncreaseMs: noon, lastDecreaseMs: noon },
  },
])('a change to $units counts $expected.decreasesToday decreases', ({ units, expected }) => {
  const { next, shown } = changeThroughput(start, units, { nowMs: noon })
  expect(next).toEqual({ ...units, ...expected })
  expect(shown).toEqual({ ...expected, read: 10, write: 10, decreasesToday: 0 })
})

test('a change to the same units is refused, and the message names both', () => {
  expect(() => changeThroughput(start, { read: 10, write: 10 }, { nowMs: noon, index: 'byYear' })).toThrow(
    'The provisioned throughput for the index byYear will not change. The requested value equals the current ' +
      'value. Current ReadCapacityUnits provisioned for index byYear: 10. Requested ReadCapacityUnits: 10. ' +
      'Current WriteCapacityUnits provisioned for index byYear: 10. Requested WriteCapacityUnits: 10. ' +
      'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  )
})

test('after four decreases in a day the next one must wait an hour, and midnight resets the count', () => {
  let throughput = start
  for (let made = 0; made < 4; made++) {
    const units = { read: throughput.read - 1, write: 10 }
    throughput = changeThroughput(throughput, units, { nowMs: noon + made }).next
  }
  const decrease = (nowMs: number) => changeThroughput(throughput, { read: 1, write: 1 }, { nowMs }).next
  expect(() => decrease(noon + hourMs - 1)).toThrow(
    expect.objectContaining({
      name: 'LimitExceededException',
      message:
        'Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. ' +
        'After the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most once ' +
        'every 3600 seconds. Number of decreases today: 4. Last decrease at Thursday, October 8, 2026 at ' +
        '12:00:00 PM Coordinated Universal Time. Next decrease can be made at Thursday, October 8, 2026 at ' +
        '1:00:00 PM Coordinated Universal Time',
    }),
  )
  expect(decrease(noon + hourMs + 3).decreasesToday).toBe(5)
  expect(decrease(noon + 12 * hourMs).decreasesToday).toBe(1)
  expect(decreasesToday(throughput, noon + 12 * hourMs)).toBe(0)
})
