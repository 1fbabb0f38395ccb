import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Json } from '../wire-call.ts'
import type { SteppedWorld } from './stepped-world.ts'

/** A feature that takes several steps. */
export interface Feature {
  readonly name: string
  prepare?(world: SteppedWorld): Promise<unknown>
  /** Requests it, also when an earlier attempt was cut short. */
  ask(world: SteppedWorld): Promise<unknown>
  /** Checks the state after it is done. */
  check(world: SteppedWorld): Promise<unknown>
}

const TableName = 'Orders'
const three = ['item-0', 'item-1', 'item-2']
const attributes = ['id', 'by'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }))
const index = {
  IndexName: 'byWhom',
  KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
}
const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: attributes,
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [index],
}
const stream = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
const inUse = 'ResourceInUseException'
const notFound = 'ResourceNotFoundException'
const invalid = 'ValidationException'

const create = (world: SteppedWorld, more: Json = { StreamSpecification: stream }) =>
  world.say('CreateTable', { ...definition, ...more }, inUse)

const put = (world: SteppedWorld, id: string, more: Json = {}) =>
  world.say('PutItem', { TableName, Item: { id: { S: id }, by: { S: 'x' }, ...more } })

async function fill(world: SteppedWorld, more?: Json): Promise<void> {
  await create(world, more)
  for (const id of three) await put(world, id)
}

/** Fills a table in such a way that it can be restored to the moment when it was full. */
async function fillRecoverable(world: SteppedWorld): Promise<void> {
  await create(world)
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await world.say('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification })
  await world.clock.advance(1_000)
  for (const id of three) await put(world, id)
  await world.clock.advance(1_000)
}

const secondsNow = ({ clock }: SteppedWorld) => clock.now() / 1_000

async function ids(world: SteppedWorld, name = TableName): Promise<string[]> {
  const { Items } = await world.ask('Scan', { TableName: name })
  return (Items as { id: { S: string } }[]).map(({ id }) => id.S).sort()
}

async function tableOf(world: SteppedWorld): Promise<{ readonly [member: string]: never }> {
  return (await world.say('DescribeTable', { TableName }))['Table'] as never
}

const uploadedLines = (): Buffer =>
  Buffer.from(three.map((id) => `{"Item":{"id":{"S":"${id}"},"by":{"S":"x"}}}\n`).join(''))

/** Returns the ARN of the only member of a list, for example of all exports. */
async function onlyOne(
  world: SteppedWorld,
  { list, members, arn }: { readonly list: string; readonly members: string; readonly arn: string },
): Promise<string> {
  const found = (await world.ask(list, { BackupType: 'ALL' }))[members] as Json[]
  expect(found).toHaveLength(1)
  return found[0]?.[arn] as string
}

function exportedIds({ objects }: SteppedWorld, manifest: string): string[] {
  const bucket = objects.objects.get('bucket')
  const linesOf = (content: Uint8Array) => `${Buffer.from(content)}`.split('\n').filter((line) => line !== '')
  const files = linesOf(bucket?.get(manifest.replace('summary', 'files')) ?? Buffer.from(''))
  const lines = files.flatMap((line) => {
    const { dataFileS3Key } = JSON.parse(line) as { dataFileS3Key: string }
    return linesOf(gunzipSync(bucket?.get(dataFileS3Key) ?? ''))
  })
  return lines.map((line) => JSON.parse(line).Item.id.S as string).sort()
}

const tables: readonly Feature[] = [
  {
    name: 'a table that is made',
    ask: async (world) => {
      await create(world)
      await put(world, 'a')
    },
    check: async (world) => expect(await ids(world)).toEqual(['a']),
  },
  {
    name: 'a table that is deleted, of which a backup is left',
    prepare: fillRecoverable,
    ask: (world) => world.say('DeleteTable', { TableName }, notFound),
    check: async (world) => {
      expect(await world.ask('ListTables')).toEqual({ TableNames: [] })
      await onlyOne(world, { list: 'ListBackups', members: 'BackupSummaries', arn: 'BackupArn' })
    },
  },
  {
    name: 'an index that is added while others write',
    prepare: (world) =>
      fill(world, { GlobalSecondaryIndexes: undefined, AttributeDefinitions: [attributes[0]] }),
    ask: async (world) => {
      const GlobalSecondaryIndexUpdates = [{ Create: index }]
      const input = { TableName, AttributeDefinitions: attributes, GlobalSecondaryIndexUpdates }
      await world.say('UpdateTable', input, invalid, inUse)
      await put(world, 'item-1', { by: { S: 'y' } })
      await put(world, 'new')
    },
    check: async (world) => {
      expect((await tableOf(world))['GlobalSecondaryIndexes']).toHaveLength(1)
      expect(await ids(world)).toEqual([...three, 'new'])
    },
  },
  {
    name: 'a stream that another one follows',
    prepare: fill,
    ask: async (world) => {
      await world.say('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } }, invalid)
      await world.say('UpdateTable', { TableName, StreamSpecification: stream }, invalid)
    },
    check: async (world) => expect((await tableOf(world))['StreamSpecification']).toEqual(stream),
  },
  {
    name: 'a replica that comes and goes',
    prepare: fill,
    ask: async (world) => {
      const change = (update: Json) =>
        world.say('UpdateTable', { TableName, ReplicaUpdates: [update] }, invalid, inUse, notFound)
      await change({ Create: { RegionName: 'eu-west-1' } })
      await put(world, 'new')
      await change({ Delete: { RegionName: 'eu-west-1' } })
    },
    check: async (world) => {
      expect(await world.db.tables()).toHaveLength(1)
      expect(await ids(world)).toEqual([...three, 'new'])
    },
  },
  {
    name: 'a replica that leaves with a copy of the items while others write',
    prepare: async (world) => {
      await fill(world)
      await world.say('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] })
      await world.say('UpdateTable', { TableName, DisassociationProtectionEnabled: false })
    },
    ask: async (world) => {
      const Disassociate = { RegionName: 'us-east-1', DisassociationMode: 'WAIT_FOR_REPLICATION' }
      await world.say('UpdateTable', { TableName, ReplicaUpdates: [{ Disassociate }] }, invalid, inUse)
      await put(world, 'item-1', { by: { S: 'y' } })
      await put(world, 'new')
    },
    check: async (world) => {
      expect(await tableOf(world)).not.toHaveProperty('Replicas')
      await put(world, 'apart')
      expect(await ids(world)).toEqual(['apart', ...three, 'new'])
      const there = { region: 'eu-west-1' }
      expect((await world.db.send('DescribeTable', { TableName }, there)).Table).not.toHaveProperty(
        'Replicas',
      )
      const { Items = [] } = await world.db.send('Scan', { TableName }, there)
      expect(Items.map(({ id }) => id?.S)).toEqual(expect.arrayContaining(three))
      expect(Items.map(({ id }) => id?.S)).not.toContain('apart')
    },
  },
]

const copies: readonly Feature[] = [
  {
    name: 'a backup of a table that is deleted meanwhile',
    prepare: fill,
    ask: async (world) => {
      const { BackupSummaries } = await world.say('ListBackups', {})
      const isMade = (BackupSummaries as Json[]).length > 0
      if (!isMade) await world.say('CreateBackup', { TableName, BackupName: 'now' })
      await world.say('DeleteTable', { TableName }, notFound)
    },
    check: async (world) => {
      const { BackupSummaries } = await world.ask('ListBackups')
      const found = BackupSummaries as Json[]
      const statuses = found.map(({ BackupStatus }) => BackupStatus)
      expect(statuses.filter((status) => status !== 'AVAILABLE')).toEqual([])
      expect(statuses.length).toBeGreaterThan(0)
      const { BackupDescription } = await world.ask('DescribeBackup', { BackupArn: found[0]?.['BackupArn'] })
      expect(BackupDescription).toMatchObject({ SourceTableDetails: { ItemCount: 3 } })
    },
  },
  {
    name: 'a restore',
    prepare: fillRecoverable,
    ask: async (world) => {
      const RestoreDateTime = secondsNow(world)
      const input = { SourceTableName: TableName, TargetTableName: 'Restored', RestoreDateTime }
      await world.say(
        'RestoreTableToPointInTime',
        input,
        'TableAlreadyExistsException',
        'TableInUseException',
      )
    },
    check: async (world) => expect(await ids(world, 'Restored')).toEqual(three),
  },
  {
    name: 'an export',
    prepare: fillRecoverable,
    ask: async (world) => {
      const TableArn = (await tableOf(world))['TableArn']
      const input = { TableArn, S3Bucket: 'bucket', ClientToken: 'one' }
      await world.say('ExportTableToPointInTime', input)
    },
    check: async (world) => {
      const list = { list: 'ListExports', members: 'ExportSummaries', arn: 'ExportArn' }
      const ExportArn = await onlyOne(world, list)
      const { ExportDescription } = await world.ask('DescribeExport', { ExportArn })
      expect(ExportDescription).toMatchObject({ ExportStatus: 'COMPLETED' })
      const { ExportManifest } = ExportDescription as { ExportManifest: string }
      expect(exportedIds(world, ExportManifest)).toEqual(three)
    },
  },
  {
    name: 'an import',
    prepare: (world) => world.objects.write('bucket', 'all.json', uploadedLines()),
    ask: (world) =>
      world.say('ImportTable', {
        ClientToken: 'one',
        S3BucketSource: { S3Bucket: 'bucket' },
        InputFormat: 'DYNAMODB_JSON',
        TableCreationParameters: definition,
      }),
    check: async (world) => {
      const list = { list: 'ListImports', members: 'ImportSummaryList', arn: 'ImportArn' }
      const ImportArn = await onlyOne(world, list)
      const { ImportTableDescription } = await world.ask('DescribeImport', { ImportArn })
      expect(ImportTableDescription).toMatchObject({ ImportStatus: 'COMPLETED', ImportedItemCount: 3 })
      expect(await ids(world)).toEqual(three)
    },
  },
]

const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'

async function destination(world: SteppedWorld): Promise<unknown> {
  const told = await world.say('DescribeKinesisStreamingDestination', { TableName })
  return (told['KinesisDataStreamDestinations'] as Json[])[0]?.['DestinationStatus']
}

const others: readonly Feature[] = [
  {
    name: 'a bulk operation',
    prepare: async (world) => {
      await create(world)
      await world.objects.write('bucket', 'all.json', uploadedLines())
    },
    ask: (world) =>
      world.say('StartBulkPutItems', {
        TableName,
        ClientToken: 'token-of-the-operation',
        InputS3Configuration: { S3Bucket: 'bucket', InputFormat: 'DYNAMODB_JSON' },
        OutputS3Configuration: { S3Bucket: 'out', OutputType: ['ERROR'] },
      }),
    check: async (world) => {
      const list = {
        list: 'ListBulkOperations',
        members: 'BulkOperationsSummaryList',
        arn: 'BulkOperationArn',
      }
      const BulkOperationArn = await onlyOne(world, list)
      const { BulkOperationDescription } = await world.ask('DescribeBulkOperation', { BulkOperationArn })
      expect(BulkOperationDescription).toMatchObject({ BulkOperationStatus: 'COMPLETED' })
      expect(await ids(world)).toEqual(three)
    },
  },
  {
    name: 'a transaction with a token',
    prepare: fill,
    ask: (world) =>
      world.say('TransactWriteItems', {
        ClientRequestToken: 'token',
        TransactItems: [
          {
            Update: {
              TableName,
              Key: { id: { S: 'item-0' } },
              UpdateExpression: 'ADD n :one',
              ExpressionAttributeValues: { ':one': { N: '1' } },
            },
          },
        ],
      }),
    check: async (world) => {
      const { Item } = await world.ask('GetItem', { TableName, Key: { id: { S: 'item-0' } } })
      expect(Item).toMatchObject({ n: { N: '1' } })
    },
  },
  {
    name: 'a Kinesis destination that comes and goes',
    prepare: create,
    ask: async (world) => {
      // Once all records have arrived, all that is left is to disable the destination.
      if (world.kinesis.arrived.length < 3) {
        await world.say('EnableKinesisStreamingDestination', { TableName, StreamArn }, invalid)
        for (let i = 0; (await destination(world)) !== 'ACTIVE' && i < 20; i++) await world.settle(1_000)
        for (const id of three) await put(world, id)
      }
      await world.say('DisableKinesisStreamingDestination', { TableName, StreamArn }, invalid)
    },
    check: async (world) => {
      const arrived = world.kinesis.arrived.map(({ data }) => JSON.parse(data).dynamodb.Keys.id.S)
      expect([...new Set(arrived)].sort()).toEqual(three)
      expect(await destination(world)).toBe('DISABLED')
    },
  },
]

/** Every feature that takes several steps. */
export const features: readonly Feature[] = [...tables, ...copies, ...others]
