import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@monotable/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EndpointError } from '../endpoint-client.ts'
import { createExportedTable } from './create-exported-table.ts'
import { exportTable, newExportState } from './export-table.ts'
import { describeTable, findExpiry, type TableConnection } from './table-connection.ts'

let folder: string
let db: Database
let connection: TableConnection

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'create-exported-'))
  db = await createDatabase()
  const caller = { region: 'us-east-1', accountId: '000000000000' }
  const send = async (operation: string, input: object) => {
    return JSON.parse(await db.execute(operation, input, caller))
  }
  connection = { name: 'there', close: async () => {}, send }
})

afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function exportDefinition(TableName: string): Promise<string> {
  const table = await describeTable(connection, TableName)
  if (table === undefined) throw new Error('no table')
  const work = { connection, table, folder, onProgress: () => {} }
  const start = newExportState(work, { format: 'dynamodb-json', segments: 1, nowMs: 0 })
  const { exportId } = await exportTable(work, start)
  return join(folder, 'AWSDynamoDB', exportId, 'table.json')
}

test('a table is created with all indexes, its limits, class, stream and time to live', async () => {
  const settings = {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'g', AttributeType: 'N' },
      { AttributeName: 'pk', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byG',
        KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
        OnDemandThroughput: { MaxReadRequestUnits: 3, MaxWriteRequestUnits: 4 },
      },
    ],
    VectorIndexes: [
      {
        IndexName: 'byLikeness',
        VectorAttribute: { AttributeName: 'v' },
        Dimensions: 2,
        DistanceFunction: 'COSINE',
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 },
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  } as const
  await db.send('CreateTable', { TableName: 'Music', ...settings })
  await db.send('UpdateTimeToLive', {
    TableName: 'Music',
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
  })
  await db.settled()
  await createExportedTable(connection, 'Copy', await exportDefinition('Music'))
  await db.settled()
  const { BillingMode, TableClass, ...described } = settings
  expect((await db.send('DescribeTable', { TableName: 'Copy' })).Table).toMatchObject({
    ...described,
    BillingModeSummary: { BillingMode },
    TableClassSummary: { TableClass },
  })
  const { TimeToLiveDescription } = await db.send('DescribeTimeToLive', { TableName: 'Copy' })
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'until' })
})

test('without permission to ask for the time to live it counts as unset, but a network error is reported', async () => {
  const refusing = (name: string) => ({
    ...connection,
    send: () => Promise.reject(new EndpointError(name, 'no')),
  })
  expect(await findExpiry(refusing('AccessDeniedException'), 'Music')).toBeUndefined()
  await expect(findExpiry(refusing('NetworkError'), 'Music')).rejects.toThrow('no')
})

test('a table that is not visible yet is waited for, one that was deleted is not', async () => {
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  const definition = await exportDefinition('Music')
  /** Lets the first DescribeTable answer anything that DynamoDB may answer, and passes later ones on. */
  const described = (answer: () => Promise<object>) => {
    let isFirst = true
    const send = (operation: string, input: object) => {
      if (operation !== 'DescribeTable' || !isFirst) return connection.send(operation, input)
      isFirst = false
      return answer()
    }
    return { ...connection, send }
  }
  const unknown = described(() => db.send('DescribeTable', { TableName: 'Nowhere' }))
  const copy = await createExportedTable(unknown, 'Copy', definition)
  expect(copy.TableStatus).toBe('ACTIVE')
  const gone = described(async () => {
    await db.send('DeleteTable', { TableName: 'Other' })
    return { Table: { ...copy, TableStatus: 'CREATING' } }
  })
  await expect(createExportedTable(gone, 'Other', definition)).rejects.toThrow('Other was deleted while')
})
