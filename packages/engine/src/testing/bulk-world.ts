import { gunzipSync } from 'node:zlib'
import type { BulkOperationDescription, StartBulkPutItemsInput } from '@monotable/protocol'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { ObjectFolder } from '../util/object-folder.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { createMemoryObjects, type MemoryObjects } from './memory-objects.ts'

/** When the clock of a world starts. */
export const worldStartMs = Date.UTC(2026, 8, 1)

/** The table of a world, with an index and a stream. */
export const worldTable = {
  TableName: 'Music',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'genre', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byGenre',
      KeySchema: [{ AttributeName: 'genre', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} as const

/** What a test requests in addition to the defaults. */
export type BulkRequest = Partial<StartBulkPutItemsInput> & {
  readonly input?: Partial<StartBulkPutItemsInput['InputS3Configuration']>
  readonly output?: Partial<StartBulkPutItemsInput['OutputS3Configuration']>
}

/** Returns a line of a file. */
export const bulkLine = (pk: string, more: object = {}, beside: object = {}): string =>
  `${JSON.stringify({ Item: { pk: { S: pk }, ...more }, ...beside })}\n`

/** A database with a table, a bucket `in` for files and a bucket `out` for reports on them. */
export class BulkWorld {
  readonly clock: TestClock = createTestClock(worldStartMs)
  readonly objects: MemoryObjects = createMemoryObjects()
  /** Survives the closing of its database, as a file does. */
  readonly storage: Storage = { ...delegated(createMemoryStorage()), close: async () => {} }
  db!: Database

  static async open(): Promise<BulkWorld> {
    const world = new BulkWorld()
    const { clock, objects, storage } = world
    world.db = await createDatabase({ clock, objects, storage })
    await world.db.send('CreateTable', worldTable)
    return world
  }

  async reopen(options: { readonly objects?: ObjectFolder; readonly storage?: Storage }): Promise<void> {
    await this.db.close()
    this.db = await createDatabase({ clock: this.clock, storage: this.storage, ...options })
  }

  upload(key: string, content: string | Uint8Array): void {
    const bucket = this.objects.objects.get('in') ?? new Map<string, Uint8Array>()
    bucket.set(key, typeof content === 'string' ? Buffer.from(content) : content)
    this.objects.objects.set('in', bucket)
  }

  async begin({ input, output, ...more }: BulkRequest = {}): Promise<BulkOperationDescription> {
    const { BulkOperationDescription } = await this.db.send('StartBulkPutItems', {
      TableName: 'Music',
      InputS3Configuration: { S3Bucket: 'in', InputFormat: 'DYNAMODB_JSON', ...input },
      OutputS3Configuration: {
        S3Bucket: 'out',
        OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'],
        ...output,
      },
      ...more,
    })
    return BulkOperationDescription
  }

  async describe({ BulkOperationArn = '' }: BulkOperationDescription): Promise<BulkOperationDescription> {
    return (await this.db.send('DescribeBulkOperation', { BulkOperationArn })).BulkOperationDescription
  }

  async finish(request?: BulkRequest): Promise<BulkOperationDescription> {
    const begun = await this.begin(request)
    await this.db.settled()
    return this.describe(begun)
  }

  /** Advances the clock in small steps, so that work can schedule more of itself. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 20) {
      await this.clock.advance(20)
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  outputKeys(): string[] {
    return [...(this.objects.objects.get('out')?.keys() ?? [])].sort()
  }

  /** Returns the reports in a folder. */
  reports(folder: string): unknown[] {
    const keys = this.outputKeys().filter((key) => key.includes(`/${folder}/`))
    return keys.flatMap((key) => {
      const text = gunzipSync(this.objects.objects.get('out')?.get(key) ?? '').toString()
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line) as unknown)
    })
  }

  /** Requests another index of the table, which is then being filled. */
  async addIndex(): Promise<void> {
    const pk = { AttributeName: 'pk', KeyType: 'HASH' } as const
    const index = { IndexName: 'byPk', KeySchema: [pk], Projection: { ProjectionType: 'ALL' } } as const
    await this.db.send('UpdateTable', {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    })
  }

  /** Returns the keys of the table's items. */
  async stored(): Promise<(string | undefined)[]> {
    const { Items = [] } = await this.db.send('Scan', { TableName: 'Music' })
    return Items.map(({ pk }) => pk?.S).sort()
  }

  /** Returns the contents of the table's stream. */
  async streamed(): Promise<string[]> {
    const { Table } = await this.db.send('DescribeTable', { TableName: 'Music' })
    const StreamArn = Table?.LatestStreamArn ?? ''
    const { StreamDescription } = await this.db.send('DescribeStream', { StreamArn })
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId ?? ''
    const { ShardIterator = '' } = await this.db.send('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    })
    const { Records = [] } = await this.db.send('GetRecords', { ShardIterator })
    return Records.map(({ eventName, dynamodb }) => `${eventName} ${dynamodb?.Keys?.['pk']?.S}`)
  }
}

/** Returns a store that delegates to another, for tests to override parts of it. */
export function delegated(inner: Storage): Storage {
  return {
    createSpace: (space) => inner.createSpace(space),
    dropSpace: (space) => inner.dropSpace(space),
    listSpaces: () => inner.listSpaces(),
    read: (keys) => inner.read(keys),
    range: (request) => inner.range(request),
    mutate: (keys, decide) => inner.mutate(keys, decide),
    size: (space, partition) => inner.size(space, partition),
    clear: () => inner.clear(),
    snapshot: () => inner.snapshot(),
    restore: (snapshot) => inner.restore(snapshot),
    close: () => inner.close(),
  }
}
