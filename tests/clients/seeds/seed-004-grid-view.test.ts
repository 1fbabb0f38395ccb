import { type AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBStreamEvent, StreamImage } from '@monotable/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSingleTable } from './create-single-table.ts'

// A grid of issues with fields that each customer defines, sorted by any of them, in four designs.
type Item = Record<string, unknown>

describe('seed 004, grid view, with the document client of the AWS SDK v3', () => {
  let served: ServedDatabase
  let low: DynamoDBClient
  let client: DynamoDBDocumentClient
  beforeAll(async () => {
    served = await serveDatabase()
    low = new DynamoDBClient({ endpoint: served.url, region, credentials })
    client = DynamoDBDocumentClient.from(low)
  })
  afterAll(async () => {
    low.destroy()
    await served.close()
  })

  describe('classic design', () => {
    beforeAll(async () => {
      await createSingleTable(served.db, {
        name: 'issue',
        pk: 'id',
        indexes: { byProject: { pk: 'project', sk: 'num' } },
        types: { num: 'N' },
      })
      await createSingleTable(served.db, {
        name: 'value',
        pk: 'issue',
        sk: 'attribute',
        indexes: { byText: { pk: 'attribute', sk: 'text' }, byNumber: { pk: 'attribute', sk: 'number' } },
        types: { number: 'N' },
      })
      await putAll('issue', [
        { id: 'i1', project: 'p1', num: 1, state: 'open' },
        { id: 'i2', project: 'p1', num: 2, state: 'closed' },
        { id: 'i3', project: 'p1', num: 10, state: 'open' },
      ])
      await putAll('value', [
        { issue: 'i1', attribute: 'start', text: '2023-05-02' },
        { issue: 'i2', attribute: 'start', text: '2023-05-01' },
        { issue: 'i2', attribute: 'weight', number: 9 },
        { issue: 'i3', attribute: 'weight', number: 10 },
        { issue: 'i1', attribute: 'weight', number: -1 },
      ])
    })

    it('seed 004, classic design: an issue and its fields with two reads', async () => {
      const issue = await client.send(new GetCommand({ TableName: 'issue', Key: { id: 'i2' } }))
      const fields = await query({ TableName: 'value', ...equals('issue', 'i2') })
      expect(issue.Item?.['state']).toBe('closed')
      expect(fields.map((field) => field['attribute'])).toEqual(['start', 'weight'])
    })

    it('seed 004, classic design: texts and numbers sort in separate indexes, each with only its kind', async () => {
      const byText = await query({ TableName: 'value', IndexName: 'byText', ...equals('attribute', 'start') })
      expect(byText.map((value) => value['issue'])).toEqual(['i2', 'i1'])
      const byNumber = await query({
        TableName: 'value',
        IndexName: 'byNumber',
        ...equals('attribute', 'weight'),
      })
      expect(byNumber.map((value) => value['number'])).toEqual([-1, 9, 10])
      expect(
        await query({ TableName: 'value', IndexName: 'byText', ...equals('attribute', 'weight') }),
      ).toEqual([])
    })

    it('seed 004, classic design: a value of the wrong type is refused where it is a key of an index', async () => {
      const error = await rejection(putOne('value', { issue: 'i1', attribute: 'size', number: 'large' }))
      expect(error.message).toBe(
        'One or more parameter values were invalid: Type mismatch for Index Key number Expected: N Actual: S IndexName: byNumber',
      )
    })

    it('seed 004, classic design: the issues of a page with one batch get', async () => {
      const page = await query({
        TableName: 'value',
        IndexName: 'byNumber',
        ...equals('attribute', 'weight'),
      })
      const Keys = page.map((value) => ({ id: value['issue'] }))
      const { Responses } = await client.send(new BatchGetCommand({ RequestItems: { issue: { Keys } } }))
      expect(Responses?.['issue']?.map((issue) => issue['id']).sort()).toEqual(['i1', 'i2', 'i3'])
    })

    it('seed 004, classic design: issues of a project in the order of their numbers', async () => {
      const issues = await query({ TableName: 'issue', IndexName: 'byProject', ...equals('project', 'p1') })
      expect(issues.map((issue) => issue['num'])).toEqual([1, 2, 10])
    })
  })

  it('seed 004, pages of an index: entries with equal keys come once each', async () => {
    await createSingleTable(served.db, {
      name: 'equal-keys',
      pk: 'issue',
      sk: 'attribute',
      indexes: { byText: { pk: 'attribute', sk: 'text' } },
    })
    const ids = Array.from({ length: 23 }, (_, at) => `i${at}`)
    await putAll(
      'equal-keys',
      ids.map((issue) => ({ issue, attribute: 'state', text: 'same' })),
    )
    const seen: unknown[] = []
    const sizes: number[] = []
    const input = { TableName: 'equal-keys', IndexName: 'byText', ...equals('attribute', 'state') }
    for await (const { Items = [] } of paginateQuery({ client, pageSize: 5 }, input)) {
      seen.push(...Items.map((item) => item['issue']))
      sizes.push(Items.length)
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect(sizes).toEqual([5, 5, 5, 5, 3])
  })

  describe('pre-joined table', () => {
    const TableName = 'prejoined'
    beforeAll(async () => {
      await createSingleTable(served.db, {
        name: TableName,
        pk: 'issue',
        sk: 'related',
        indexes: { byText: { pk: 'related', sk: 'text' }, byNum: { pk: 'related', sk: 'num' } },
        types: { num: 'N' },
      })
      await putAll(TableName, [
        { issue: 'i1', related: 'p1', num: 1, name: 'Paint' },
        { issue: 'i1', related: 'f-start', text: '2023-05-01' },
        { issue: 'i2', related: 'p1', num: 2, name: 'Rust' },
        { issue: 'i2', related: 'f-weight', num: 42 },
      ])
    })

    it('seed 004, pre-joined table: an issue with all its fields with one query', async () => {
      const found = await query({ TableName, ...equals('issue', 'i1') })
      expect(found.map((item) => item['related'])).toEqual(['f-start', 'p1'])
    })

    it('seed 004, pre-joined table: one overloaded index returns issues by number and fields by value', async () => {
      const issues = await query({ TableName, IndexName: 'byNum', ...equals('related', 'p1') })
      expect(issues.map((item) => item['issue'])).toEqual(['i1', 'i2'])
      const weights = await query({ TableName, IndexName: 'byNum', ...equals('related', 'f-weight') })
      expect(weights.map((item) => item['num'])).toEqual([42])
    })
  })

  it('seed 004, composite sort key: by value, then by number, with a separator below every other character', async () => {
    const TableName = 'composite'
    await createSingleTable(served.db, {
      name: TableName,
      pk: 'issue',
      sk: 'related',
      indexes: { sorted: { pk: 'related', sk: 'sort' } },
    })
    const row = (issue: string, value: string, num: number): Item => ({
      issue,
      related: 'f-name',
      sort: `${value}\u0001${String(num).padStart(6, '0')}`,
    })
    await putAll(TableName, [
      row('i1', 'Oak!', 1),
      row('i2', 'Oak', 20),
      row('i3', 'Oak', 3),
      row('i4', 'Oak Tree', 4),
    ])
    const found = await query({ TableName, IndexName: 'sorted', ...equals('related', 'f-name') })
    expect(found.map((item) => item['issue'])).toEqual(['i3', 'i2', 'i4', 'i1'])
  })

  it('seed 004, composite sort key in bytes: a binary key sorts by unsigned bytes', async () => {
    const TableName = 'bytes'
    await createSingleTable(served.db, { name: TableName, pk: 'p', sk: 'b', types: { b: 'B' } })
    const keys = [[0], [0, 0], [0, 1], [127], [128], [255]]
    await putAll(
      TableName,
      keys.toReversed().map((key) => ({ p: 'x', b: new Uint8Array(key) })),
    )
    const found = await query({ TableName, ...equals('p', 'x') })
    expect(found.map((item) => [...(item['b'] as Uint8Array)])).toEqual(keys)
  })

  describe('single table', () => {
    const TableName = 'grid'
    beforeAll(async () => {
      await createSingleTable(served.db, {
        name: TableName,
        pk: 'entity',
        sk: 'related',
        indexes: { sorted: { pk: 'related', sk: 'sort' } },
      })
      await putAll(TableName, [
        { entity: 'tenant-1', related: '*', name: 'Works Ltd' },
        { entity: 'project-1', related: 'tenant-1', sort: 'Bridge' },
        { entity: 'project-2', related: 'tenant-1', sort: 'Aqueduct' },
        { entity: 'project-1', related: 'xattrib-a', name: 'Start', type: 'date' },
        { entity: 'project-1', related: 'xattrib-b', name: 'Weight', type: 'int' },
        { entity: 'issue-1', related: 'project-1', sort: '000001', name: 'Paint', state: 'open' },
        { entity: 'issue-2', related: 'project-1', sort: '000002', name: 'Rust', state: 'closed' },
        { entity: 'issue-1', related: 'xattrib-a', sort: '2023-05-02#000001' },
        { entity: 'issue-2', related: 'xattrib-a', sort: '2023-05-01#000002' },
        { entity: 'issue-2', related: 'xattrib-b', sort: '000042#000002' },
      ])
    })

    it('seed 004, single table: a tenant by key', async () => {
      const Key = { entity: 'tenant-1', related: '*' }
      expect((await client.send(new GetCommand({ TableName, Key }))).Item?.['name']).toBe('Works Ltd')
    })

    it('seed 004, single table: a project with its field definitions, the project first', async () => {
      const found = await query({ TableName, ...equals('entity', 'project-1') })
      expect(found.map((item) => item['related'])).toEqual(['tenant-1', 'xattrib-a', 'xattrib-b'])
    })

    it('seed 004, single table: an issue with its field values with one query', async () => {
      const found = await query({ TableName, ...equals('entity', 'issue-2') })
      expect(found.map((item) => item['related'])).toEqual(['project-1', 'xattrib-a', 'xattrib-b'])
    })

    it('seed 004, single table: projects by name, issues by number, issues by any field, all in one index', async () => {
      const sorted = async (related: string) => {
        const found = await query({ TableName, IndexName: 'sorted', ...equals('related', related) })
        return found.map((item) => item['entity'])
      }
      expect(await sorted('tenant-1')).toEqual(['project-2', 'project-1'])
      expect(await sorted('project-1')).toEqual(['issue-1', 'issue-2'])
      expect(await sorted('xattrib-a')).toEqual(['issue-2', 'issue-1'])
      expect(await sorted('xattrib-b')).toEqual(['issue-2'])
    })

    it('seed 004, many items for one issue: a hundred change at once, a hundred and one are refused', async () => {
      const write = (count: number) =>
        client.send(
          new TransactWriteCommand({
            TransactItems: Array.from({ length: count }, (_, at) => ({
              Put: { TableName, Item: { entity: 'issue-9', related: `xattrib-${at}` } },
            })),
          }),
        )
      await write(100)
      expect(await query({ TableName, ...equals('entity', 'issue-9') })).toHaveLength(100)
      const error = await rejection(write(101))
      expect(error.name).toBe('ValidationException')
      expect(error.message).toContain('Member must have length less than or equal to 100')
    })
  })

  it('seed 004, consistency: the table can be read consistently, a global index cannot', async () => {
    const input = { TableName: 'grid', ConsistentRead: true }
    expect(await query({ ...input, ...equals('entity', 'tenant-1') })).toHaveLength(1)
    const error = await rejection(query({ ...input, IndexName: 'sorted', ...equals('related', 'tenant-1') }))
    expect(error.message).toBe('Consistent reads are not supported on global secondary indexes')
  })

  it('seed 004, document design: a page sorted by a field takes a query of the index table and a batch get', async () => {
    await createSingleTable(served.db, { name: 'document', pk: 'id' })
    await createSingleTable(served.db, { name: 'document-index', pk: 'field', sk: 'sort' })
    await putAll('document', [
      { id: 'i1', num: 1, fields: { start: '2023-05-02' } },
      { id: 'i2', num: 2, fields: { start: '2023-05-01' } },
    ])
    await putAll('document-index', [
      { field: 'start', sort: '2023-05-02#000001', issue: 'i1' },
      { field: 'start', sort: '2023-05-01#000002', issue: 'i2' },
    ])
    const page = await query({ TableName: 'document-index', ...equals('field', 'start') })
    const ids = page.map((row) => row['issue'])
    expect(ids).toEqual(['i2', 'i1'])
    const { Responses } = await client.send(
      new BatchGetCommand({ RequestItems: { document: { Keys: ids.map((id) => ({ id })) } } }),
    )
    expect(Responses?.['document']).toHaveLength(2)
  })
  it('seed 004, document design: a handler maintains the index table from old and new images', async () => {
    await createSingleTable(served.db, { name: 'kept', pk: 'id', stream: true })
    await createSingleTable(served.db, { name: 'kept-index', pk: 'field', sk: 'sort' })
    // The entries that an issue must have in the index: one for each of its fields.
    const entries = (image: StreamImage = {}) => {
      const { id, num, fields } = unmarshall(image as Record<string, AttributeValue>)
      const place = String(num).padStart(6, '0')
      return new Map(
        Object.entries((fields ?? {}) as Item).map(([field, value]) => {
          const sort = typeof value === 'number' ? String(value).padStart(6, '0') : value
          return [`${field} ${sort}`, { field, sort: `${sort}#${place}`, issue: id }]
        }),
      )
    }
    const keepIndex = async ({ Records }: DynamoDBStreamEvent) => {
      for (const { dynamodb } of Records) {
        const before = entries(dynamodb?.OldImage)
        const after = entries(dynamodb?.NewImage)
        const requests = [
          ...[...before].flatMap(([key, { field, sort }]) =>
            after.has(key) ? [] : [{ DeleteRequest: { Key: { field, sort } } }],
          ),
          ...[...after].flatMap(([key, entry]) => (before.has(key) ? [] : [{ PutRequest: { Item: entry } }])),
        ]
        if (requests.length > 0) {
          await client.send(new BatchWriteCommand({ RequestItems: { 'kept-index': requests } }))
        }
      }
    }
    const hasFields = { fields: { M: { start: { S: [{ exists: true }] } } } }
    const trigger = await served.db.on('kept', keepIndex, {
      // Changes to issues without the field cost nothing.
      filter: [{ dynamodb: { NewImage: hasFields } }, { dynamodb: { OldImage: hasFields } }],
    })
    const sorted = async (field: string) => {
      await trigger.idle()
      return (await query({ TableName: 'kept-index', ...equals('field', field) })).map((row) => row['issue'])
    }
    await putAll('kept', [
      { id: 'i1', num: 1, fields: { start: '2023-05-02', points: 42 } },
      { id: 'i2', num: 2, fields: { start: '2023-05-01', points: 9 } },
      { id: 'i3', num: 3 },
    ])
    expect(await sorted('start')).toEqual(['i2', 'i1'])
    expect(await sorted('points')).toEqual(['i2', 'i1'])
    await putOne('kept', { id: 'i1', num: 1, fields: { start: '2023-04-01' } })
    expect(await sorted('start')).toEqual(['i1', 'i2'])
    expect(await sorted('points')).toEqual(['i2'])
    await client.send(new DeleteCommand({ TableName: 'kept', Key: { id: 'i2' } }))
    expect(await sorted('start')).toEqual(['i1'])
    expect(await sorted('points')).toEqual([])
    await trigger.stop()
  })
  it('the database itself: the SQL-compatible language', async () => {
    const run = (Statement: string, ...Parameters: unknown[]) =>
      client.send(new ExecuteStatementCommand({ Statement, ...(Parameters.length > 0 && { Parameters }) }))
    await createSingleTable(served.db, { name: 'asked', pk: 'id' })
    await run(
      "INSERT INTO asked VALUE {'id': 'i1', 'num': 1, 'fields': {'start': '2023-05-02', 'points': 42}}",
    )
    await run("INSERT INTO asked VALUE {'id': ?, 'num': ?, 'fields': ?}", 'i2', 2, { points: 9 })
    await run("UPDATE asked SET fields.points = fields.points + 1 WHERE id = 'i2'")
    const { Items } = await run('SELECT id, fields.points FROM asked WHERE fields.points < ?', 20)
    expect(Items).toEqual([{ id: 'i2', points: 10 }])
    const kept = await run("SELECT * FROM asked WHERE id IN ['i1', 'i3'] AND fields.start IS NOT MISSING")
    expect(kept.Items).toEqual([{ id: 'i1', num: 1, fields: { start: '2023-05-02', points: 42 } }])
    const removed = await run("DELETE FROM asked WHERE id = 'i1' RETURNING ALL OLD *")
    expect(removed.Items).toHaveLength(1)
  })

  const equals = (name: string, value: string) => ({
    KeyConditionExpression: '#key = :value',
    ExpressionAttributeNames: { '#key': name },
    ExpressionAttributeValues: { ':value': value },
  })

  async function query(input: QueryCommandInput): Promise<Item[]> {
    return (await client.send(new QueryCommand(input))).Items ?? []
  }

  const putOne = (table: string, item: Item): Promise<void> => putAll(table, [item])

  async function putAll(table: string, items: readonly Item[]): Promise<void> {
    const requests = items.map((item) => ({ PutRequest: { Item: item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }))
  }
})
