import assert from 'node:assert/strict'
import { createTableInput, shape, table } from '@monotable/model'
import { periods } from '@monotable/model/distribution'
import { openClient } from './open-client.ts'

/* 44. A time series in a table for each month, the older ones with less capacity. */

const app = table('Pattern44', {
  key: { pk: 'PK', sk: 'SK' },
  periods: periods('month', {
    capacity: [
      { read: 50, write: 100 },
      { read: 5, write: 1 },
    ],
  }),
})
const Reading = app.entity('Reading', {
  schema: shape<{ sensor: string; at: Date; value: number }>(),
  key: { pk: 'SENSOR#{sensor}', sk: '{at:iso}' },
  period: 'at',
  stored: { at: 'date' },
})
const months = ['2026-03', '2026-02', '2026-01'].map((period, age) => createTableInput(app, { period, age }))
assert.deepEqual(
  months.map(({ TableName, ProvisionedThroughput }) => [
    TableName,
    ProvisionedThroughput?.WriteCapacityUnits,
  ]),
  [
    ['Pattern44-2026-03', 100],
    ['Pattern44-2026-02', 1],
    ['Pattern44-2026-01', 1],
  ],
)
const db = app.connect(await openClient(...months), {
  entities: { Reading },
  patterns: { readings: Reading.query('primary', { order: 'newest', page: 3 }) },
})

const days = ['2026-01-10', '2026-01-31', '2026-02-15', '2026-03-01', '2026-03-02']
for (const [value, day] of days.entries()) await db.Reading.create({ sensor: 's', at: new Date(day), value })
const range = { between: [new Date('2026-01-15'), new Date('2026-03-15')] } as const
const { items, next } = await db.q.readings({ sensor: 's', at: range })
assert.deepEqual(
  items.map(({ value }) => value),
  [4, 3, 2],
)
const rest = await db.q.readings({ sensor: 's', at: range }, { cursor: next })
assert.deepEqual(
  rest.items.map(({ value }) => value),
  [1],
)
