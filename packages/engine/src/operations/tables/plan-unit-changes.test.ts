import type { UpdateTableInput } from '@monotable/protocol'
import { expect, test } from 'vitest'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { planNewTable } from './plan-new-table.ts'
import { planTableUpdate } from './plan-table-update.ts'
import type { TableUpdateDraft } from './table-update-draft.ts'

// Calls on AWS in September 2026, recorded in the test data of stackd (decrease_limits).

const nowMs = Date.UTC(2026, 8, 18, 8, 16, 45)
const tableMs = Date.UTC(2026, 8, 18, 8, 15, 44)
const indexMs = Date.UTC(2026, 8, 18, 8, 16, 21)
const realm = { accountId: '123456789012', region: 'us-east-1' }
const units = (read: number) => ({ ReadCapacityUnits: read, WriteCapacityUnits: 16 })

const fresh = planNewTable(
  {
    TableName: 'Music',
    AttributeDefinitions: ['pk', 'x'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: units(14),
    GlobalSecondaryIndexes: ['quota', 'sibling'].map((IndexName) => ({
      IndexName,
      KeySchema: [{ AttributeName: 'x', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'KEYS_ONLY' as const },
      ProvisionedThroughput: units(14),
    })),
  },
  { realm, name: 'Music', nowMs: tableMs, newId: () => 'id' },
)

const worn = (lastDecreaseMs: number) => ({ read: 14, write: 16, decreasesToday: 4, lastDecreaseMs })

/** A table of which neither the units nor those of an index may be decreased again. */
const exhausted: TableDefinition = {
  ...fresh,
  throughput: worn(tableMs),
  indexes: fresh.indexes.map((index) =>
    index.name === 'quota' ? { ...index, throughput: worn(indexMs) } : index,
  ),
}

function update(change: Omit<UpdateTableInput, 'TableName'>): TableUpdateDraft {
  return planTableUpdate(exhausted, { TableName: 'Music', ...change }, { realm, nowMs, newId: () => 'new' })
}

const ofIndex = (IndexName: string, read: number) => ({
  GlobalSecondaryIndexUpdates: [{ Update: { IndexName, ProvisionedThroughput: units(read) } }],
})

test('of a table and an index that may both not be decreased, the index is told', () => {
  expect(() => update({ ProvisionedThroughput: units(13), ...ofIndex('quota', 13) })).toThrow(
    'Last decrease at Friday, September 18, 2026 at 8:16:21 AM Coordinated Universal Time.',
  )
})

test('an index that may be decreased does not save a table that may not', () => {
  expect(() => update({ ProvisionedThroughput: units(13), ...ofIndex('sibling', 13) })).toThrow(
    'Last decrease at Friday, September 18, 2026 at 8:15:44 AM Coordinated Universal Time.',
  )
})

test('units of a table that stay the same are refused beside those of an index', () => {
  expect(() => update({ ProvisionedThroughput: units(14), ...ofIndex('sibling', 13) })).toThrow(
    'The provisioned throughput for the table will not change.',
  )
})

test('an increase of a table does not save an index that may not be decreased', () => {
  expect(() => update({ ProvisionedThroughput: units(15), ...ofIndex('quota', 13) })).toThrow(
    'Last decrease at Friday, September 18, 2026 at 8:16:21 AM Coordinated Universal Time.',
  )
})

test('the answer to a switch to on demand shows indexes without units, but as they were otherwise', () => {
  const { next, shown, indexOverlays } = update({ BillingMode: 'PAY_PER_REQUEST' })
  const quota = { decreasesToday: 4, lastDecreaseMs: indexMs }
  expect(shown.indexes).toMatchObject([
    { name: 'quota', throughput: { ...quota, read: 0, write: 0 }, warmThroughput: { read: 14, write: 16 } },
    { name: 'sibling', throughput: { decreasesToday: 0, read: 0, write: 0 } },
  ])
  expect(shown.indexes[1]?.throughput).not.toHaveProperty('lastDecreaseMs')
  expect(Object.fromEntries(indexOverlays)).toEqual({
    quota: { IndexStatus: 'UPDATING' },
    sibling: { IndexStatus: 'UPDATING' },
  })
  expect(shown.warmThroughput).toEqual({ read: 14, write: 16 })
  expect(next.indexes).toMatchObject([
    {
      throughput: { decreasesToday: 5, lastDecreaseMs: nowMs },
      warmThroughput: { read: 12_000, write: 4_000 },
    },
    {
      throughput: { decreasesToday: 1, lastDecreaseMs: nowMs },
      warmThroughput: { read: 12_000, write: 4_000 },
    },
  ])
})
