import { describe, expect, it } from 'vitest'
import { rankCommands } from './rank-commands.ts'
import { tableFacts } from './table-facts.ts'

const commands = ['Shop', 'Workshop', 'Heat', 'Collections'].map((title) => ({
  kind: 'Table',
  title,
  run: () => undefined,
}))

describe('rankCommands', () => {
  it('ranks titles that begin with the text first, then those that contain it, then those that contain its letters', () => {
    expect(rankCommands(commands, 'shop').map(({ title }) => title)).toEqual(['Shop', 'Workshop'])
    expect(rankCommands(commands, 'cls').map(({ title }) => title)).toEqual(['Collections'])
    expect(rankCommands(commands, '')).toEqual(commands)
    expect(rankCommands(commands, 'zzz')).toEqual([])
  })
})

describe('tableFacts', () => {
  const table = {
    TableStatus: 'ACTIVE',
    CreationDateTime: 1_772_366_400,
    ItemCount: 1_234,
    TableSizeBytes: 5,
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'N' },
      { AttributeName: 'day', AttributeType: 'S' },
    ],
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 1 },
    TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T',
  }
  const linesOf = (answers: Parameters<typeof tableFacts>[0]) =>
    Object.fromEntries(tableFacts(answers).map(({ title, lines }) => [title, lines.join('\n')]))

  it('also says what is switched off, and what may not be read', () => {
    const error = { name: 'AccessDeniedException', message: 'not you' }
    const refused = { error, durationMs: 1 }
    expect(linesOf({ table, timeToLive: refused })).toEqual({
      State: 'ACTIVE · since 2026-03-01 12:00 UTC',
      Items: '1,234, 5 bytes',
      Key: 'id (N)',
      Capacity: '5 read and 1 write units a second',
      'Warm throughput': 'not known',
      Indexes: 'none',
      Replicas: 'none',
      Stream: 'off',
      'Time to live': 'not known',
      'Point-in-time recovery': 'not known',
      Backups: 'not known',
      Encryption: 'with a key that DynamoDB owns',
      'Resource policy': 'not known',
      'Deletion protection': 'off',
      Tags: 'not known',
      ARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/T',
    })
    const open = tableFacts({ table, timeToLive: refused }).find(({ title }) => title === 'Time to live')
    expect(open?.refusal).toBe('not you')
  })

  it('lists all settings', () => {
    const set = {
      ...table,
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      OnDemandThroughput: { MaxReadRequestUnits: 1_000, MaxWriteRequestUnits: -1 },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byDay',
          IndexStatus: 'CREATING',
          ItemCount: 1,
          KeySchema: [{ AttributeName: 'day', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'b'] },
        },
      ],
      VectorIndexes: [
        {
          IndexName: 'near',
          VectorAttribute: { AttributeName: 'embedding' },
          Dimensions: 1_024,
          DistanceFunction: 'COSINE',
          IndexStatus: 'ACTIVE',
        },
      ],
      Replicas: [
        { RegionName: 'eu-west-1', ReplicaStatus: 'ACTIVE' },
        {
          RegionName: 'eu-north-1',
          ReplicaStatus: 'UPDATING',
          ProvisionedThroughputOverride: { ReadCapacityUnits: 1_500 },
          OnDemandThroughputOverride: { MaxReadRequestUnits: 1 },
          ReplicaTableClassSummary: { TableClass: 'STANDARD' },
          GlobalSecondaryIndexes: [
            { IndexName: 'byDay', ProvisionedThroughputOverride: { ReadCapacityUnits: 7 } },
          ],
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      LatestStreamArn: 'arn:stream',
      DeletionProtectionEnabled: true,
      WarmThroughput: { ReadUnitsPerSecond: 15_000, WriteUnitsPerSecond: 4_000, Status: 'UPDATING' },
      SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: 'arn:key' },
    }
    const given = (output: object) => ({ output: output as { [name: string]: unknown }, durationMs: 1 })
    expect(
      linesOf({
        table: set,
        timeToLive: given({
          TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
        }),
        recovery: given({
          ContinuousBackupsDescription: {
            PointInTimeRecoveryDescription: {
              PointInTimeRecoveryStatus: 'ENABLED',
              RecoveryPeriodInDays: 35,
              EarliestRestorableDateTime: 1_772_366_400,
            },
          },
        }),
        backups: given({ BackupSummaries: [{ BackupName: 'nightly' }] }),
        tags: given({ Tags: [{ Key: 'team', Value: 'a' }] }),
        policy: given({ Policy: '{"Statement":[{},{}]}' }),
      }),
    ).toMatchObject({
      Capacity: 'on demand · at most 1,000 read units',
      Indexes:
        'byDay: day (S) · global · holds a, b · 1 item · CREATING\nnear: embedding · vectors of 1,024 · COSINE',
      Replicas:
        'eu-west-1 · ACTIVE\neu-north-1 · UPDATING · 1,500 read units a second · at most 1 read unit · STANDARD · byDay: 7 read units a second',
      Stream: 'NEW_IMAGE · arn:stream',
      'Time to live': 'by expires',
      'Point-in-time recovery': 'to any second · of 35 days · from 2026-03-01 12:00 UTC',
      Backups: 'nightly',
      'Deletion protection': 'on',
      'Warm throughput': '15,000 read and 4,000 write units a second · UPDATING',
      Encryption: 'with KMS · arn:key',
      'Resource policy': '2 statements',
      Tags: 'team = a',
    })
  })
})
