import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 9. Any number in a text key: negative, fractional, large; a separator below every payload; binary keys. */

const grid = table('Pattern09', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byHash: { pk: { name: 'hash', type: 'B' } } },
})
const Cell = grid.entity('Cell', {
  schema: shape<{ grid: string; column: string; value: number | bigint; row: string; hash: Uint8Array }>(),
  key: { pk: 'GRID#{grid}', sk: '{column}\u0001{value:num}\u0001{row}' },
  index: { byHash: {} },
})
const db = grid.connect(await openClient(grid), {
  entities: { Cell },
  patterns: { column: Cell.query('primary'), byHash: Cell.query('byHash') },
})

const values = [1.5, -42, 10n ** 20n, 0, -0.001, 9, 10, -41.5]
const cells = values.map((value, row) => {
  return db.Cell.put({ grid: 'g', column: 'price', value, row: `${row}`, hash: new Uint8Array([row]) })
})
// A column whose name is a prefix of another's does not include that one's rows.
await db.batch.write([
  ...cells,
  db.Cell.put({ grid: 'g', column: 'price 2', value: 7, row: '0', hash: new Uint8Array([99]) }),
])

const sorted = async (value?: { readonly between: readonly [number, number] }) => {
  const { items } = await db.q.column({ grid: 'g', column: 'price', ...(value && { value }) })
  return items.map((cell) => Number(cell.value))
}
assert.deepEqual(await sorted(), [-42, -41.5, -0.001, 0, 1.5, 9, 10, 1e20])
assert.deepEqual(await sorted({ between: [-41.5, 9] }), [-41.5, -0.001, 0, 1.5, 9])
const { items } = await db.q.byHash({ hash: new Uint8Array([4]) })
assert.equal(items[0]?.value, -0.001)
