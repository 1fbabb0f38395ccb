import { step } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { keySchema } from '../fixtures.ts'
import { absent, any, partial } from '../matchers.ts'
import { dynalite, parity, stackd } from '../sources.ts'
import { describe, indexed, onDemand, own, provisioned, units } from '../update-table-fixtures.ts'

const updates = (...all: Fields[]): Fields => ({ GlobalSecondaryIndexUpdates: all })

/** A provisioned table with an index. */
const indexedByUnits = {
  ...indexed,
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: units(1, 1),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byA',
      KeySchema: keySchema(['a']),
      Projection: { ProjectionType: 'ALL' },
      ProvisionedThroughput: units(1, 1),
    },
  ],
}

/** Changes of a table's throughput and billing mode, and how they are reported. */
export const updateTableCapacity: readonly ConformanceCase[] = [
  {
    name: 'UpdateTable changes the throughput',
    source: dynalite,
    tables: { own: provisioned },
    steps: [
      step(
        'UpdateTable',
        { ...own, ProvisionedThroughput: units(20, 5) },
        partial({
          TableDescription: partial({
            TableStatus: 'UPDATING',
            ProvisionedThroughput: partial({
              ReadCapacityUnits: 10,
              WriteCapacityUnits: 5,
              LastIncreaseDateTime: any,
            }),
          }),
        }),
      ),
      describe({
        TableStatus: 'ACTIVE',
        ProvisionedThroughput: partial({
          ReadCapacityUnits: 20,
          WriteCapacityUnits: 5,
          NumberOfDecreasesToday: 0,
          LastIncreaseDateTime: any,
        }),
      }),
      step('UpdateTable', { ...own, ProvisionedThroughput: units(20, 1) }),
      describe({
        ProvisionedThroughput: partial({
          ReadCapacityUnits: 20,
          WriteCapacityUnits: 1,
          NumberOfDecreasesToday: 1,
          LastDecreaseDateTime: any,
        }),
      }),
    ],
  },
  {
    name: 'DeleteTable returns the units of a table, but not how they were changed',
    source: stackd,
    steps: [
      step('CreateTable', { ...own, ...provisioned }),
      step('UpdateTable', { ...own, ProvisionedThroughput: units(11, 4) }),
      step(
        'DeleteTable',
        own,
        partial({
          TableDescription: partial({
            ProvisionedThroughput: { ...units(11, 4), NumberOfDecreasesToday: 0 },
          }),
        }),
      ),
    ],
  },
  {
    name: 'DescribeTable shows when the throughput of an index changed, the answer of UpdateTable does not',
    source: stackd,
    tables: { own: indexedByUnits },
    steps: [
      step(
        'UpdateTable',
        { ...own, ...updates({ Update: { IndexName: 'byA', ProvisionedThroughput: units(2, 1) } }) },
        partial({
          TableDescription: partial({
            TableStatus: 'ACTIVE',
            GlobalSecondaryIndexes: [
              partial({
                IndexStatus: 'UPDATING',
                ProvisionedThroughput: { ...units(1, 1), NumberOfDecreasesToday: 0 },
              }),
            ],
          }),
        }),
      ),
      describe({
        GlobalSecondaryIndexes: [
          partial({ ProvisionedThroughput: partial({ ...units(2, 1), LastIncreaseDateTime: any }) }),
        ],
      }),
    ],
  },
  {
    name: 'UpdateTable switches a table to on demand',
    source: parity,
    tables: { own: provisioned },
    steps: [
      step(
        'UpdateTable',
        { ...own, BillingMode: 'PAY_PER_REQUEST' },
        partial({
          TableDescription: partial({
            TableStatus: 'UPDATING',
            BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
            ProvisionedThroughput: partial({ ReadCapacityUnits: 0, WriteCapacityUnits: 0 }),
          }),
        }),
      ),
      describe({
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: any },
        ProvisionedThroughput: partial({ ReadCapacityUnits: 0, WriteCapacityUnits: 0 }),
      }),
    ],
  },
  {
    name: 'UpdateTable switches a table to provisioned',
    source: stackd,
    tables: { own: onDemand },
    steps: [
      step(
        'UpdateTable',
        { ...own, BillingMode: 'PROVISIONED', ProvisionedThroughput: units(3, 4) },
        partial({
          TableDescription: partial({
            TableStatus: 'UPDATING',
            BillingModeSummary: { BillingMode: 'PROVISIONED', LastUpdateToPayPerRequestDateTime: any },
            ProvisionedThroughput: partial({
              ReadCapacityUnits: 3,
              WriteCapacityUnits: 4,
              LastIncreaseDateTime: any,
            }),
          }),
        }),
      ),
      describe({
        BillingModeSummary: { BillingMode: 'PROVISIONED', LastUpdateToPayPerRequestDateTime: any },
        ProvisionedThroughput: partial({ ReadCapacityUnits: 3, WriteCapacityUnits: 4 }),
      }),
    ],
  },
  {
    name: 'UpdateTable to provisioned is an increase of the indexes, as the way back is a decrease of theirs',
    source: stackd,
    tables: { own: indexed },
    steps: [
      step('UpdateTable', {
        ...own,
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: units(3, 4),
        ...updates({ Update: { IndexName: 'byA', ProvisionedThroughput: units(2, 2) } }),
      }),
      describe({
        GlobalSecondaryIndexes: [
          partial({
            ProvisionedThroughput: partial({ LastIncreaseDateTime: any, NumberOfDecreasesToday: 0 }),
          }),
        ],
        ProvisionedThroughput: partial({ LastIncreaseDateTime: absent, NumberOfDecreasesToday: 0 }),
      }),
      step('UpdateTable', { ...own, BillingMode: 'PAY_PER_REQUEST' }),
      describe({
        GlobalSecondaryIndexes: [
          partial({
            ProvisionedThroughput: partial({ LastDecreaseDateTime: any, NumberOfDecreasesToday: 1 }),
          }),
        ],
        ProvisionedThroughput: partial({ LastDecreaseDateTime: absent, NumberOfDecreasesToday: 0 }),
      }),
    ],
  },
  {
    name: 'UpdateTable to on demand shows the indexes without units, and all else as it was',
    source: stackd,
    tables: { own: indexedByUnits },
    steps: [
      step(
        'UpdateTable',
        { ...own, BillingMode: 'PAY_PER_REQUEST' },
        partial({
          TableDescription: partial({
            TableStatus: 'UPDATING',
            WarmThroughput: { ReadUnitsPerSecond: 1, WriteUnitsPerSecond: 1, Status: 'ACTIVE' },
            GlobalSecondaryIndexes: [
              partial({
                IndexStatus: 'UPDATING',
                ProvisionedThroughput: { ...units(0, 0), NumberOfDecreasesToday: 0 },
                WarmThroughput: { ReadUnitsPerSecond: 1, WriteUnitsPerSecond: 1, Status: 'ACTIVE' },
              }),
            ],
          }),
        }),
      ),
      describe({
        WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000, Status: 'ACTIVE' },
        GlobalSecondaryIndexes: [
          partial({
            IndexStatus: 'ACTIVE',
            ProvisionedThroughput: { ...units(0, 0), NumberOfDecreasesToday: 1, LastDecreaseDateTime: any },
            WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4000, Status: 'ACTIVE' },
          }),
        ],
      }),
    ],
  },
  {
    name: 'UpdateTable to on demand again is accepted',
    source: parity,
    tables: { own: onDemand },
    steps: [
      step('UpdateTable', { ...own, BillingMode: 'PAY_PER_REQUEST' }),
      describe({ TableStatus: 'ACTIVE' }),
    ],
  },
]
