import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBackupCommand,
  CreateTableCommand,
  DeleteBackupCommand,
  DeleteItemCommand,
  DescribeBackupCommand,
  DescribeContinuousBackupsCommand,
  DescribeExportCommand,
  DescribeImportCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
  ImportTableCommand,
  ListBackupsCommand,
  ListExportsCommand,
  ListImportsCommand,
  PointInTimeRecoveryUnavailableException,
  PutItemCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  waitUntilExportCompleted,
  waitUntilImportCompleted,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createObjectFolder } from '../../../packages/cli/src/object-folder.ts'
import { openDatabase } from '../../../packages/cli/src/open-database.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'

let folder: string
let served: ServedDatabase
let client: DynamoDBClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-backups-'))
  served = await serveDatabase({ objects: createObjectFolder(folder) })
  client = new DynamoDBClient({ endpoint: served.url, region, credentials, maxAttempts: 1 })
})

afterAll(async () => {
  client.destroy()
  await served.close()
  await rm(folder, { recursive: true, force: true })
})

const definition = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  BillingMode: 'PAY_PER_REQUEST' as const,
}
const waiting = () => ({ client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 })
const blob = new Uint8Array([0, 255, 7])

beforeEach(async () => {
  await served.db.reset()
  await client.send(new CreateTableCommand({ TableName: 'Music', ...definition }))
  await client.send(new PutItemCommand({ TableName: 'Music', Item: { pk: { S: 'a' }, blob: { B: blob } } }))
})

async function scan(TableName: string): Promise<unknown> {
  return (await client.send(new ScanCommand({ TableName }))).Items
}

async function enableRecovery(): Promise<void> {
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 3 },
    }),
  )
}

describe('the SDK', () => {
  it('makes a backup, waits for the table restored from it, and deletes the backup', async () => {
    const { BackupDetails } = await client.send(
      new CreateBackupCommand({ TableName: 'Music', BackupName: 'nightly' }),
    )
    expect(BackupDetails?.BackupCreationDateTime).toBeInstanceOf(Date)
    const BackupArn = BackupDetails?.BackupArn
    await client.send(new DeleteItemCommand({ TableName: 'Music', Key: { pk: { S: 'a' } } }))
    const { BackupDescription } = await client.send(new DescribeBackupCommand({ BackupArn }))
    expect(BackupDescription?.SourceTableDetails?.TableName).toBe('Music')
    await client.send(new RestoreTableFromBackupCommand({ BackupArn, TargetTableName: 'Restored' }))
    await waitUntilTableExists(waiting(), { TableName: 'Restored' })
    expect(await scan('Restored')).toEqual([{ pk: { S: 'a' }, blob: { B: blob } }])
    const { BackupSummaries } = await client.send(
      new ListBackupsCommand({ TimeRangeLowerBound: new Date(Date.now() - 3_600_000) }),
    )
    expect(BackupSummaries?.map((summary) => summary.BackupArn)).toEqual([BackupArn])
    await client.send(new DeleteBackupCommand({ BackupArn }))
    await expect(client.send(new DescribeBackupCommand({ BackupArn }))).rejects.toMatchObject({
      name: 'BackupNotFoundException',
      $metadata: { httpStatusCode: 400 },
    })
  })

  it('restores to a point in time', async () => {
    const refused = client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: 'Music',
        TargetTableName: 'Restored',
        UseLatestRestorableTime: true,
      }),
    )
    await expect(refused).rejects.toBeInstanceOf(PointInTimeRecoveryUnavailableException)
    await enableRecovery()
    const described = await client.send(new DescribeContinuousBackupsCommand({ TableName: 'Music' }))
    const recovery = described.ContinuousBackupsDescription?.PointInTimeRecoveryDescription
    expect(recovery).toMatchObject({ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 3 })
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: 'Music',
        TargetTableName: 'Restored',
        RestoreDateTime: recovery?.LatestRestorableDateTime as Date,
      }),
    )
    await waitUntilTableExists(waiting(), { TableName: 'Restored' })
    expect(await scan('Restored')).toEqual([{ pk: { S: 'a' }, blob: { B: blob } }])
  })

  it('exports into files, and imports them', async () => {
    await enableRecovery()
    const TableArn = `arn:aws:dynamodb:${region}:000000000000:table/Music`
    const { ExportDescription } = await client.send(
      new ExportTableToPointInTimeCommand({ TableArn, S3Bucket: 'exports', S3Prefix: 'music' }),
    )
    const ExportArn = ExportDescription?.ExportArn as string
    await waitUntilExportCompleted(waiting(), { ExportArn })
    const done = await client.send(new DescribeExportCommand({ ExportArn }))
    expect(done.ExportDescription).toMatchObject({ ExportStatus: 'COMPLETED', ItemCount: 1 })
    const { ExportSummaries } = await client.send(new ListExportsCommand({ TableArn }))
    expect(ExportSummaries).toEqual([{ ExportArn, ExportStatus: 'COMPLETED', ExportType: 'FULL_EXPORT' }])
    const manifest = done.ExportDescription?.ExportManifest ?? ''
    const data = manifest.replace('manifest-summary.json', 'data/')
    expect(await readdir(join(folder, 'exports', data))).toEqual([expect.stringMatching(/\.json\.gz$/)])
    const { ImportTableDescription } = await client.send(
      new ImportTableCommand({
        S3BucketSource: { S3Bucket: 'exports', S3KeyPrefix: data },
        InputFormat: 'DYNAMODB_JSON',
        InputCompressionType: 'GZIP',
        TableCreationParameters: { TableName: 'Imported', ...definition },
      }),
    )
    const ImportArn = ImportTableDescription?.ImportArn as string
    await waitUntilImportCompleted(waiting(), { ImportArn })
    const imported = await client.send(new DescribeImportCommand({ ImportArn }))
    expect(imported.ImportTableDescription).toMatchObject({ ImportStatus: 'COMPLETED', ImportedItemCount: 1 })
    const { ImportSummaryList } = await client.send(new ListImportsCommand({}))
    expect(ImportSummaryList).toMatchObject([{ ImportArn, InputFormat: 'DYNAMODB_JSON' }])
    expect(await scan('Imported')).toEqual([{ pk: { S: 'a' }, blob: { B: blob } }])
  })

  it('gets dates and errors in process, too, and the folder of a database on disk', async () => {
    const path = join(folder, 'data')
    const db = await openDatabase({ path })
    try {
      const direct = db.sdkClient()
      await direct.createTable({ TableName: 'Music', ...definition })
      await direct.updateContinuousBackups({
        TableName: 'Music',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      })
      const { ExportDescription } = await direct.exportTableToPointInTime({
        TableArn: `arn:aws:dynamodb:${db.region}:000000000000:table/Music`,
        S3Bucket: 'bucket',
      })
      expect(ExportDescription?.StartTime).toBeInstanceOf(Date)
      await db.settled()
      expect(await readdir(join(path, 'exports', 'bucket', 'AWSDynamoDB'))).toHaveLength(1)
      await expect(
        direct.restoreTableToPointInTime({
          SourceTableName: 'Music',
          TargetTableName: 'Restored',
          RestoreDateTime: new Date(0),
        }),
      ).rejects.toMatchObject({ name: 'InvalidRestoreTimeException' })
    } finally {
      await db.close()
    }
  })
})
