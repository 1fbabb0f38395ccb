import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ExportDescription, ImportTableDescription, ImportTableInput } from '@monotable/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { delegated } from '../testing/bulk-world.ts'
import { onFullDisk } from '../testing/full-disk.ts'
import { createMemoryObjects, type MemoryObjects } from '../testing/memory-objects.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { ionDecimal } from './write-ion.ts'

const start = Date.UTC(2026, 0, 1)
const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music'
let clock: TestClock
let db: Database
let objects: MemoryObjects

const definition = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  BillingMode: 'PAY_PER_REQUEST' as const,
}

beforeEach(async () => {
  clock = createTestClock(start)
  objects = createMemoryObjects()
  db = await createDatabase({ clock, objects })
  await db.send('CreateTable', { TableName: 'Music', ...definition })
  await db.send('UpdateContinuousBackups', {
    TableName: 'Music',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
})

function textOf(key: string, bucket = 'bucket'): string {
  return Buffer.from(objects.objects.get(bucket)?.get(key) ?? '').toString()
}

function keysOf(bucket = 'bucket'): string[] {
  return [...(objects.objects.get(bucket)?.keys() ?? [])].sort()
}

function linesOf(key: string): unknown[] {
  const content = objects.objects.get('bucket')?.get(key) ?? new Uint8Array()
  const lines = gunzipSync(content).toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

async function finished(exportArn: string): Promise<ExportDescription> {
  await db.settled()
  const { ExportDescription = {} } = await db.send('DescribeExport', { ExportArn: exportArn })
  return ExportDescription
}

async function put(pk: string, v: string): Promise<void> {
  await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: pk }, v: { S: v } } })
}

// All ten types, and names and values that are easily corrupted.
const rich = {
  pk: { S: 'rich' },
  text: { S: 'line\nbreak, "quotes" \\ ü 😀' },
  number: { N: '12345678901234567890123456789012345678' },
  small: { N: '1E-130' },
  bytes: { B: 'AP8QgA==' },
  flag: { BOOL: false },
  none: { NULL: true as const },
  texts: { SS: ['', 'a', 'b'] },
  numbers: { NS: ['-1', '0.5', '100'] },
  blobs: { BS: ['AA==', '/w=='] },
  list: { L: [{ S: 'x' }, { L: [] }, { M: {} }] },
  map: { M: JSON.parse('{"__proto__":{"S":"p"},"constructor":{"N":"1"}}') },
  ...JSON.parse('{"__proto__":{"S":"own"},"toString":{"S":"t"},"10":{"S":"first"}}'),
}

describe('a full export', () => {
  test('is laid out as on S3, with manifests that match the data', async () => {
    await put('a', '1')
    await put('b', '2')
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
      S3Prefix: 'pre/fix',
    })
    expect(ExportDescription).toMatchObject({
      ExportStatus: 'IN_PROGRESS',
      ExportFormat: 'DYNAMODB_JSON',
      DestinationType: 'S3',
      S3SseAlgorithm: 'AES256',
      ExportTime: start / 1000,
    })
    expect(ExportDescription).not.toHaveProperty('ExportType')
    const done = await finished(ExportDescription?.ExportArn as string)
    expect(done).toMatchObject({ ExportStatus: 'COMPLETED', ItemCount: 2, BilledSizeBytes: 10 })
    const folder = (done.ExportManifest as string).replace('/manifest-summary.json', '')
    expect(folder).toMatch(/^pre\/fix\/AWSDynamoDB\/\d{14}-[0-9a-f]{8}$/)
    const data = keysOf().filter((key) => key.includes('/data/'))
    expect(keysOf()).toEqual([
      `${folder}/_started`,
      ...data,
      `${folder}/manifest-files.json`,
      `${folder}/manifest-files.md5`,
      `${folder}/manifest-summary.json`,
      `${folder}/manifest-summary.md5`,
    ])
    expect(linesOf(data[0] as string)).toEqual(
      expect.arrayContaining([
        { Item: { pk: { S: 'a' }, v: { S: '1' } } },
        { Item: { pk: { S: 'b' }, v: { S: '2' } } },
      ]),
    )
    const summary = textOf(`${folder}/manifest-summary.json`)
    expect(textOf(`${folder}/manifest-summary.md5`)).toBe(createHash('md5').update(summary).digest('base64'))
    expect(JSON.parse(summary)).toMatchObject({
      version: '2020-06-30',
      exportArn: done.ExportArn,
      tableArn: arn,
      s3Bucket: 'bucket',
      s3Prefix: 'pre/fix',
      s3SseKmsKeyId: null,
      manifestFilesS3Key: `${folder}/manifest-files.json`,
      itemCount: 2,
      outputFormat: 'DYNAMODB_JSON',
    })
    const [file = '{}'] = textOf(`${folder}/manifest-files.json`).trim().split('\n')
    const content = objects.objects.get('bucket')?.get(data[0] as string) as Uint8Array
    expect(JSON.parse(file)).toEqual({
      itemCount: 2,
      md5Checksum: createHash('md5').update(content).digest('base64'),
      etag: expect.stringMatching(/^[0-9a-f]{32}-1$/),
      dataFileS3Key: data[0],
    })
  })

  test('can be filtered and projected in Ion, too', async () => {
    await put('a', 'then')
    await put('b', 'other')
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
      ExportFormat: 'ION',
      FilterSpecification: {
        FilterExpression: 'v = :then',
        ExpressionAttributeValues: { ':then': { S: 'then' } },
        ProjectionExpression: 'pk',
      },
    })
    await finished(ExportDescription?.ExportArn as string)
    const [data = ''] = keysOf().filter((key) => key.includes('/data/'))
    const content = objects.objects.get('bucket')?.get(data) ?? new Uint8Array()
    expect(gunzipSync(content).toString()).toBe('$ion_1_0 {Item:{pk:"a"}}\n')
  })

  test('contains the table as of its time', async () => {
    await put('a', 'then')
    await clock.advance(5_000)
    await put('a', 'now')
    await put('b', 'now')
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
      ExportTime: start / 1000 + 2,
    })
    await finished(ExportDescription?.ExportArn as string)
    const data = keysOf().filter((key) => key.includes('/data/'))
    expect(data.flatMap(linesOf)).toEqual([{ Item: { pk: { S: 'a' }, v: { S: 'then' } } }])
  })

  test('contains what a filter admits, projected as requested', async () => {
    for (const pk of ['a', 'b', 'c']) await put(pk, pk)
    const FilterSpecification = {
      FilterExpression: '#v <> :b',
      ProjectionExpression: 'pk',
      ExpressionAttributeNames: { '#v': 'v' },
      ExpressionAttributeValues: { ':b': { S: 'b' } },
    }
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
      FilterSpecification,
    })
    expect(ExportDescription?.FilterSpecification).toEqual(FilterSpecification)
    expect(await finished(ExportDescription?.ExportArn as string)).toMatchObject({ ItemCount: 2 })
    const data = keysOf().filter((key) => key.includes('/data/'))
    const lines = data.flatMap(linesOf).map((line) => JSON.stringify(line))
    expect(lines.sort()).toEqual(['{"Item":{"pk":{"S":"a"}}}', '{"Item":{"pk":{"S":"c"}}}'])
    const refused = (given: object) =>
      db.send('ExportTableToPointInTime', { TableArn: arn, S3Bucket: 'bucket', FilterSpecification: given })
    await expect(refused({})).rejects.toThrow(
      'Invalid Request: Invalid FilterSpecification: The specification can not be empty',
    )
    await expect(refused({ FilterExpression: 'v =' })).rejects.toThrow('Invalid FilterExpression')
  })

  test('of an empty table has one empty file', async () => {
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
    })
    expect(await finished(ExportDescription?.ExportArn as string)).toMatchObject({ ItemCount: 0 })
    const data = keysOf().filter((key) => key.includes('/data/'))
    expect(data.map(linesOf)).toEqual([[]])
  })

  test('is made once for a token used in concurrent requests', async () => {
    const input = { TableArn: arn, S3Bucket: 'bucket', ClientToken: 'token' }
    const answers = await Promise.all([1, 2].map(() => db.send('ExportTableToPointInTime', input)))
    const [one, other] = answers.map(({ ExportDescription }) => ExportDescription?.ExportArn)
    expect(one).toBe(other)
  })

  test('is made once for a token', async () => {
    const input = { TableArn: arn, S3Bucket: 'bucket', ClientToken: 'token' }
    const first = await db.send('ExportTableToPointInTime', input)
    const second = await db.send('ExportTableToPointInTime', input)
    expect(second.ExportDescription?.ExportArn).toBe(first.ExportDescription?.ExportArn)
    await expect(db.send('ExportTableToPointInTime', { ...input, S3Prefix: 'other' })).rejects.toMatchObject({
      name: 'ExportConflictException',
      message: 'Export conflict: Duplicate request detected with conflicting parameters',
    })
  })
})

describe('an incremental export', () => {
  test('contains the net change of each item in its period', async () => {
    for (const pk of ['same', 'updated', 'deleted', 'later']) await put(pk, 'before')
    await clock.advance(60_000)
    const from = clock.now() / 1000
    await put('updated', 'once')
    await clock.advance(1_000)
    await put('updated', 'twice')
    await put('inserted', 'new')
    await put('passing', 'new')
    await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: 'passing' } } })
    await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: 'deleted' } } })
    await clock.advance(15 * 60_000)
    const to = clock.now() / 1000
    await put('updated', 'after')
    await put('later', 'after')
    await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: 'inserted' } } })
    await clock.advance(60_000)
    const written = (from + 1) * 1_000_000
    const run = async (ExportViewType: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES') => {
      const { ExportDescription } = await db.send('ExportTableToPointInTime', {
        TableArn: arn,
        S3Bucket: 'bucket',
        ExportType: 'INCREMENTAL_EXPORT',
        IncrementalExportSpecification: { ExportFromTime: from, ExportToTime: to, ExportViewType },
      })
      const done = await finished(ExportDescription?.ExportArn as string)
      const manifest = textOf((done.ExportManifest as string).replace('summary', 'files'))
      const key = JSON.parse(manifest).dataFileS3Key as string
      expect(key).toMatch(/^AWSDynamoDB\/data\/[a-z2-7]+\.json\.gz$/)
      expect(JSON.parse(textOf(done.ExportManifest as string))).toMatchObject({
        exportType: 'INCREMENTAL_EXPORT',
        outputView: ExportViewType,
        exportFromTime: new Date(from * 1000).toISOString(),
      })
      return linesOf(key).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }
    const change = (pk: string, images: object) => ({
      Metadata: { WriteTimestampMicros: { N: `${written}` } },
      Keys: { pk: { S: pk } },
      ...images,
    })
    const image = (pk: string, v: string) => ({ pk: { S: pk }, v: { S: v } })
    expect(await run('NEW_AND_OLD_IMAGES')).toEqual([
      change('deleted', { OldImage: image('deleted', 'before') }),
      change('inserted', { NewImage: image('inserted', 'new') }),
      change('updated', { OldImage: image('updated', 'before'), NewImage: image('updated', 'twice') }),
    ])
    expect(await run('NEW_IMAGE')).toEqual([
      change('deleted', {}),
      change('inserted', { NewImage: image('inserted', 'new') }),
      change('updated', { NewImage: image('updated', 'twice') }),
    ])
  })

  test('in Ion has one record per line', async () => {
    await put('a', '1')
    await clock.advance(1_000)
    const from = clock.now() / 1000
    await put('a', '2')
    await clock.advance(15 * 60_000)
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
      ExportFormat: 'ION',
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: { ExportFromTime: from, ExportToTime: clock.now() / 1000 },
    })
    await finished(ExportDescription?.ExportArn as string)
    const [file = ''] = keysOf().filter((key) => key.endsWith('.ion.gz'))
    expect(gunzipSync(objects.objects.get('bucket')?.get(file) ?? '').toString()).toBe(
      `$ion_1_0 {Record:{Metadata:{WriteTimestampMicros:${ionDecimal(`${from}000000`)}},Keys:{pk:"a"},` +
        'OldImage:{pk:"a",v:"1"},NewImage:{pk:"a",v:"2"}}}\n',
    )
  })
})

describe('an import', () => {
  async function imported(input: Partial<ImportTableInput>): Promise<ImportTableDescription> {
    const { ImportTableDescription } = await db.send('ImportTable', {
      ClientToken: 'token',
      S3BucketSource: { S3Bucket: 'bucket' },
      InputFormat: 'DYNAMODB_JSON',
      TableCreationParameters: { TableName: 'Copy', ...definition },
      ...input,
    })
    await db.settled()
    const ImportArn = ImportTableDescription.ImportArn as string
    return (await db.send('DescribeImport', { ImportArn })).ImportTableDescription
  }

  async function scanned(TableName: string): Promise<string[]> {
    const caller = { region: 'us-east-1', accountId: '000000000000' }
    const { Items } = JSON.parse(await db.execute('Scan', { TableName }, caller)) as { Items: object[] }
    return Items.map((item) => JSON.stringify(Object.entries(item).sort())).sort()
  }

  test('is made once for a token, until eight hours after its end', async () => {
    await objects.write('bucket', 'a', Buffer.from('{"Item":{"pk":{"S":"a"}}}'))
    const first = await imported({})
    expect(first.ImportStatus).toBe('COMPLETED')
    await clock.advance(8 * 60 * 60 * 1000 - 1)
    expect(await imported({})).toEqual(first)
    await clock.advance(1)
    await expect(imported({})).rejects.toMatchObject({ name: 'ResourceInUseException' })
  })

  // Seen on AWS by two recordings of October 2026: Alternator's tests of ImportTable, and public notes on its API.
  test('that repeats a token is the earlier one, whatever else differs, unless it names another table', async () => {
    await objects.write('bucket', 'a', Buffer.from('{"Item":{"pk":{"S":"a"}}}'))
    const first = await imported({})
    const S3BucketSource = { S3Bucket: 'other', S3KeyPrefix: 'some/where' }
    for (const changed of [
      { InputFormat: 'ION' },
      { InputCompressionType: 'GZIP' },
      { S3BucketSource },
    ] as const) {
      expect(await imported(changed)).toEqual(first)
    }
    const TableCreationParameters = { TableName: 'Other', ...definition }
    await expect(imported({ TableCreationParameters })).rejects.toMatchObject({
      name: 'ImportConflictException',
      message: 'Import conflict: Duplicate request detected with conflicting parameters',
    })
  })

  test.each([
    { format: 'DYNAMODB_JSON' as const, ending: '.json.gz' },
    { format: 'ION' as const, ending: '.ion.gz' },
  ])('of an export in $format produces the same table', async ({ format, ending }) => {
    await db.send('PutItem', { TableName: 'Music', Item: rich })
    for (let i = 0; i < 300; i++) await put(`k${i}`, `${i}`)
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
      ExportFormat: format,
    })
    expect(ExportDescription?.ExportFormat).toBe(format)
    const { ExportManifest } = await finished(ExportDescription?.ExportArn as string)
    expect(JSON.parse(textOf(ExportManifest as string))).toMatchObject({ outputFormat: format })
    const prefix = (ExportManifest as string).replace('manifest-summary.json', 'data/')
    expect(keysOf().find((key) => key.startsWith(prefix))).toMatch(new RegExp(`${ending}$`))
    const done = await imported({
      S3BucketSource: { S3Bucket: 'bucket', S3KeyPrefix: prefix },
      InputFormat: format,
      InputCompressionType: 'GZIP',
    })
    expect(done).toMatchObject({
      ImportStatus: 'COMPLETED',
      ProcessedItemCount: 301,
      ImportedItemCount: 301,
      ErrorCount: 0,
    })
    expect(await scanned('Copy')).toEqual(await scanned('Music'))
  })

  test('that cannot open its folder does not tell where that is on the server', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const message = "EACCES: permission denied, scandir '/srv/bucket'"
    objects.list = () => Promise.reject(Object.assign(new Error(message), { syscall: 'scandir' }))
    expect(await imported({})).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'UNKNOWN',
      FailureMessage: 'EACCES: permission denied',
    })
    expect(warn.mock.calls).toEqual([[`The import of Copy has failed: ${message}`]])
    warn.mockRestore()
  })

  test('skips invalid items, and ends a file at invalid JSON', async () => {
    const item = (value: object) => JSON.stringify({ Item: value })
    const good = (n: number) => item({ pk: { S: `g${n}` } })
    const lines = [
      good(1),
      item({ other: { S: 'x' } }),
      item({ pk: { N: '1' } }),
      good(2),
      'garbage',
      good(3),
    ]
    await objects.write('bucket', 'a.json', Buffer.from(lines.join('\n')))
    await objects.write('bucket', 'b.json', Buffer.from(`${good(4)}\r\n\n${item({ pk: { S: 4 } })}\n`))
    const done = await imported({})
    expect(done).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'ItemValidationError',
      FailureMessage:
        'Some of the items failed validation checks and were not imported. ' +
        'Please check CloudWatch error logs for more details.',
      ProcessedItemCount: 7,
      ImportedItemCount: 3,
      ErrorCount: 4,
    })
    expect((await scanned('Copy')).length).toBe(3)
    const log = textOf(`${(done.ImportArn as string).split('/').at(-1)}/error.jsonl`, 'aws-dynamodb-imports')
    expect(JSON.parse(log.split('\n')[0] as string)).toEqual({
      s3ObjectKey: 'a.json',
      itemNumber: 2,
      errorMessage: 'One or more parameter values were invalid: Missing the key pk in the item',
    })
  })

  test('ends a file at a line without an item, and reports a size of zero only once it has ended', async () => {
    const good = (n: number) => JSON.stringify({ Item: { pk: { S: `g${n}` } } })
    await objects.write('bucket', 'a.json', Buffer.from([good(1), '{"NotAnItem":{}}', good(2)].join('\n')))
    await objects.write('bucket', 'b.json', Buffer.from(`${good(3)}\n`))
    const done = await imported({})
    expect(done).toMatchObject({ ProcessedItemCount: 3, ImportedItemCount: 2, ErrorCount: 1 })
    expect(done.ProcessedSizeBytes).toBeGreaterThan(0)
    const nothing = await imported({
      ClientToken: 'another',
      S3BucketSource: { S3Bucket: 'bucket', S3KeyPrefix: 'none/' },
      TableCreationParameters: { TableName: 'Empty', ...definition },
    })
    expect(nothing).toMatchObject({ ImportStatus: 'COMPLETED', ProcessedItemCount: 0, ProcessedSizeBytes: 0 })
  })

  test('reads objects without a line break between them', async () => {
    const item = (pk: string) =>
      JSON.stringify({ Item: { pk: { S: pk }, note: { M: { '"}{\\': { S: '\\"{' } } } } })
    await objects.write(
      'bucket',
      'a.json',
      Buffer.from(`${item('1')}\n${item('2')}${item('3')} \t${item('4')}\n`),
    )
    await objects.write('bucket', 'b.json', Buffer.from(`${item('5')}${item('6')}{"Item"${item('7')}`))
    expect(await imported({})).toMatchObject({ ProcessedItemCount: 7, ImportedItemCount: 6, ErrorCount: 1 })
    expect((await scanned('Copy')).length).toBe(6)
  })

  test('reads CSV: key attributes by their types, all others as strings', async () => {
    const csv = 'pk,n,"note, with comma"\n1,2.50,"say ""hi"""\r\n2,3,\n"multi\nline",4,x\n'
    await objects.write('bucket', 'in.csv', gzipSync(csv))
    const done = await imported({
      InputFormat: 'CSV',
      InputCompressionType: 'GZIP',
      TableCreationParameters: {
        TableName: 'Copy',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'n', AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'n', KeyType: 'RANGE' },
        ],
      },
    })
    expect(done).toMatchObject({ ImportStatus: 'COMPLETED', ImportedItemCount: 3 })
    const { Items } = await db.send('Scan', { TableName: 'Copy' })
    expect(Items).toEqual(
      expect.arrayContaining([
        { pk: { S: '1' }, n: { N: '2.5' }, 'note, with comma': { S: 'say "hi"' } },
        { pk: { S: '2' }, n: { N: '3' }, 'note, with comma': { S: '' } },
        { pk: { S: 'multi\nline' }, n: { N: '4' }, 'note, with comma': { S: 'x' } },
      ]),
    )
  })

  test('takes a header and a delimiter', async () => {
    await objects.write('bucket', 'in.csv', Buffer.from('1;a\n2;b'))
    const done = await imported({
      InputFormat: 'CSV',
      InputFormatOptions: { Csv: { Delimiter: ';', HeaderList: ['pk', 'v'] } },
    })
    expect(done).toMatchObject({ ImportStatus: 'COMPLETED', ImportedItemCount: 2 })
  })

  test('fails without a table if there is no bucket, and creates an empty table from an empty bucket', async () => {
    expect(await imported({ S3BucketSource: { S3Bucket: 'none' } })).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'S3NoSuchBucket',
    })
    await expect(db.send('DescribeTable', { TableName: 'Copy' })).rejects.toThrow('not found')
    await objects.write('bucket', 'x', Buffer.from(''))
    const S3BucketSource = { S3Bucket: 'bucket', S3KeyPrefix: 'nothing' }
    expect(await imported({ ClientToken: 'another', S3BucketSource })).toMatchObject({
      ImportStatus: 'COMPLETED',
      ImportedItemCount: 0,
    })
  })

  test('of Amazon Ion maps the types as AWS does', async () => {
    await objects.write(
      'bucket',
      'x.ion',
      Buffer.from('$ion_1_0 {Item:{pk:"a",n:2d3,s:$dynamodb_NS::[1.,2.]}}\n$ion_1_0 {Item:{pk:"b",f:1e0}}\n'),
    )
    expect(await imported({ InputFormat: 'ION' })).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'ItemValidationError',
      ProcessedItemCount: 2,
      ImportedItemCount: 1,
    })
    const { Items } = await db.send('Scan', { TableName: 'Copy' })
    expect(Items).toEqual([{ pk: { S: 'a' }, n: { N: '2000' }, s: { NS: ['1', '2'] } }])
  })

  test('of a file with another compression than stated is refused as a whole', async () => {
    await objects.write('bucket', 'x', Buffer.from('{"Item":{"pk":{"S":"a"}}}'))
    expect(await imported({ InputCompressionType: 'GZIP' })).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'ItemValidationError',
      ProcessedItemCount: 1,
      ImportedItemCount: 0,
    })
  })
})

test('without a folder, exports and imports say how to configure one', async () => {
  db = await createDatabase({ clock })
  await db.send('CreateTable', { TableName: 'Music', ...definition })
  await db.send('UpdateContinuousBackups', {
    TableName: 'Music',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  await expect(
    db.send('ExportTableToPointInTime', { TableArn: arn, S3Bucket: 'bucket' }),
  ).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('Monotable has no folder for exports, imports and bulk operations'),
  })
})

test('lists go back 90 days, and those of exports are in the order of ARNs', async () => {
  const old = await db.send('ExportTableToPointInTime', { TableArn: arn, S3Bucket: 'bucket' })
  await clock.advance(91 * 24 * 3_600_000)
  await db.send('CreateTable', { TableName: 'Albums', ...definition })
  await db.send('UpdateContinuousBackups', {
    TableName: 'Albums',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  for (const TableArn of [arn, arn.replace('Music', 'Albums'), arn]) {
    await db.send('ExportTableToPointInTime', { TableArn, S3Bucket: 'bucket' })
    await clock.advance(1_000)
  }
  await db.settled()
  const { ExportSummaries = [] } = await db.send('ListExports', {})
  const listed = ExportSummaries.map(({ ExportArn = '' }) => ExportArn)
  expect(listed).toHaveLength(3)
  expect(listed).toEqual(listed.toSorted().reverse())
  const ExportArn = old.ExportDescription?.ExportArn as string
  expect((await finished(ExportArn)).ExportStatus).toBe('COMPLETED')
  await clock.advance((365 - 91) * 24 * 3_600_000)
  await db.settled()
  await expect(finished(ExportArn)).rejects.toMatchObject({ name: 'ExportNotFoundException' })
  expect((await finished(listed[0] as string)).ExportStatus).toBe('COMPLETED')
})

test('exports and imports are forgotten after a year, even if the database is opened only later', async () => {
  const storage = { ...delegated(createMemoryStorage()), close: async () => {} }
  const first = await createDatabase({ clock, objects, storage })
  await first.send('ImportTable', {
    S3BucketSource: { S3Bucket: 'bucket', S3KeyPrefix: 'none' },
    InputFormat: 'CSV',
    TableCreationParameters: { TableName: 'Imported', ...definition },
    ClientToken: 'token',
  })
  await first.settled()
  const ImportArn = (await first.send('ListImports', {})).ImportSummaryList?.[0]?.ImportArn ?? ''
  await first.close()
  const second = await createDatabase({ clock, objects, storage })
  await clock.advance(365 * 24 * 3_600_000 - 1)
  await second.send('DescribeImport', { ImportArn })
  await clock.advance(1)
  await second.settled()
  await expect(second.send('DescribeImport', { ImportArn })).rejects.toMatchObject({
    name: 'ImportNotFoundException',
  })
  await second.close()
})

describe('an interrupted import', () => {
  /** Starts an import of endless files, and closes the database in the middle of it. */
  async function cutShort(InputFormat: ImportTableInput['InputFormat']) {
    const storage = { ...delegated(createMemoryStorage()), close: async () => {} }
    const endless: MemoryObjects = {
      ...objects,
      list: async () => [{ key: 'a', sizeBytes: 1 }],
      read: async function* () {
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve))
          yield Buffer.from('\n')
        }
      },
    }
    db = await createDatabase({ clock, objects: endless, storage })
    const { ImportTableDescription } = await db.send('ImportTable', {
      S3BucketSource: { S3Bucket: 'bucket' },
      InputFormat,
      TableCreationParameters: { TableName: 'Imported', ...definition },
      ClientToken: 'token',
    })
    await db.close()
    await clock.advance(5_000)
    return { storage, ImportArn: ImportTableDescription.ImportArn as string }
  }

  test.each([
    ['CSV', 'pk,v\na,1\n'],
    ['DYNAMODB_JSON', '{"Item":{"pk":{"S":"a"},"v":{"S":"1"}}}\n'],
    ['ION', '{Item:{pk:"a",v:"1"}}\n'],
  ] as const)('is completed when the database is reopened: %s', async (format, content) => {
    const { storage, ImportArn } = await cutShort(format)
    await objects.write('bucket', 'a', Buffer.from(content))
    db = await createDatabase({ clock, objects, storage })
    await db.settled()
    const told = await db.send('DescribeImport', { ImportArn })
    expect(told.ImportTableDescription).toMatchObject({ ImportStatus: 'COMPLETED', ImportedItemCount: 1 })
    const { Items } = await db.send('Scan', { TableName: 'Imported' })
    expect(Items).toEqual([{ pk: { S: 'a' }, v: { S: '1' } }])
  })

  test('reports its result if it was interrupted after its table became available', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const storage = { ...delegated(createMemoryStorage()), close: async () => {} }
    const { mutate } = storage
    let isCut = false
    const cutOff: Storage = {
      ...storage,
      // The commit that would record the end never happens.
      mutate: (keys, decide) =>
        mutate(keys, (values) => {
          const decision = decide(values)
          isCut ||= decision.changes.some(({ value }) => value?.doc.includes('"endMs"'))
          if (isCut) throw new StorageError('CLOSED', 'the server was killed')
          return decision
        }),
    }
    await objects.write('bucket', 'a', Buffer.from('pk,v\na,1\nb\n'))
    db = await createDatabase({ clock, objects, storage: cutOff })
    const { ImportTableDescription } = await db.send('ImportTable', {
      S3BucketSource: { S3Bucket: 'bucket' },
      InputFormat: 'CSV',
      TableCreationParameters: { TableName: 'Imported', ...definition },
      ClientToken: 'token',
    })
    await vi.waitFor(() => expect(isCut).toBe(true), { timeout: 50_000 })
    await db.close()
    warnings.mockRestore()
    db = await createDatabase({ clock, objects, storage })
    await db.settled()
    const ImportArn = ImportTableDescription.ImportArn as string
    const told = await db.send('DescribeImport', { ImportArn })
    expect(told.ImportTableDescription).toMatchObject({
      ImportStatus: 'FAILED',
      FailureCode: 'ItemValidationError',
      ErrorCount: 1,
      ImportedItemCount: 1,
      ProcessedItemCount: 2,
      ProcessedSizeBytes: 11,
    })
    expect((await db.send('Scan', { TableName: 'Imported' })).Count).toBe(1)
  })

  test('is given up if there is no folder any more', async () => {
    const { storage, ImportArn } = await cutShort('CSV')
    db = await createDatabase({ clock, storage })
    const told = await db.send('DescribeImport', { ImportArn })
    expect(told.ImportTableDescription).toMatchObject({ ImportStatus: 'FAILED', EndTime: start / 1000 + 5 })
    expect((await db.send('ListTables', {})).TableNames).toEqual([])
  })

  test('does not prevent opening on a full disk, and is given up once there is room', async () => {
    const { storage, ImportArn } = await cutShort('CSV')
    const statusIn = async (opened: Storage) => {
      db = await createDatabase({ clock, storage: opened })
      const { ImportTableDescription } = await db.send('DescribeImport', { ImportArn })
      await db.close()
      return ImportTableDescription.ImportStatus
    }
    expect(await statusIn(onFullDisk(storage))).toBe('IN_PROGRESS')
    expect(await statusIn(storage)).toBe('FAILED')
  })
})

// It would not finish if the number of steps were quadratic in the length.
test('a token with very many zeros is refused like a short one', async () => {
  const token = `${'00'.repeat(2_000_000)}01`
  await expect(db.send('ListExports', { NextToken: token })).rejects.toMatchObject({
    message: `Invalid Request: Provided nextToken is invalid: ${token}`,
  })
})

test('lists are newest first, in pages', async () => {
  const arns: string[] = []
  for (let i = 0; i < 12; i++) {
    const { ExportDescription } = await db.send('ExportTableToPointInTime', {
      TableArn: arn,
      S3Bucket: 'bucket',
    })
    arns.unshift(ExportDescription?.ExportArn as string)
    await clock.advance(1_000)
  }
  await db.settled()
  const first = await db.send('ListExports', {})
  expect(first.ExportSummaries?.map(({ ExportArn }) => ExportArn)).toEqual(arns.slice(0, 10))
  const second = await db.send('ListExports', { NextToken: first.NextToken })
  expect(second.ExportSummaries?.map(({ ExportArn }) => ExportArn)).toEqual(arns.slice(10))
  expect(second).not.toHaveProperty('NextToken')
  await expect(db.send('ListImports', { NextToken: first.NextToken })).rejects.toMatchObject({
    message: `Invalid Request: Provided nextToken is invalid: ${first.NextToken}`,
  })
})
