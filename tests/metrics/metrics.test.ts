import { createDatabase, createTestClock, type Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../conformance/http-client.ts'
import { type ParsedFamily, parsePrometheus } from '../parse-prometheus.ts'

const definition = {
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' as const },
    { AttributeName: 'label', AttributeType: 'S' as const },
  ],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-label',
      KeySchema: [{ AttributeName: 'label', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
}
const home = { region: 'us-east-1', account: '000000000000' }

let db: Database
beforeEach(async () => {
  db = await createDatabase({ metrics: true })
  await db.send('CreateTable', { TableName: 'Music', ...definition })
})
afterEach(() => db.close())

const put = (pk: string, more = {}) =>
  db.send('PutItem', { TableName: 'Music', Item: { pk: { S: pk }, label: { S: 'x' }, ...more } })
const read = async (): Promise<Map<string, ParsedFamily>> => parsePrometheus(await db.metrics())

/** Returns the value of the sample whose labels are exactly these. */
function sampleOf(families: Map<string, ParsedFamily>, name: string, labels: object): number | undefined {
  const family = [...families].find(([title]) => name === title || name.startsWith(`${title}_`))?.[1]
  const wanted = JSON.stringify(Object.entries(labels).sort())
  return family?.samples.find(
    (sample) => sample.name === name && JSON.stringify(Object.entries(sample.labels).sort()) === wanted,
  )?.value
}

describe('metrics', () => {
  it('count requests, errors and durations by operation and table', async () => {
    await put('a')
    await put('b')
    await put('a', { n: { N: 'x' } }).catch(() => {})
    await db.send('GetItem', { TableName: 'Missing', Key: { pk: { S: 'a' } } }).catch(() => {})
    const families = await read()
    const labels = { operation: 'PutItem', ...home, table: 'Music' }
    expect(sampleOf(families, 'monotable_requests_total', labels)).toBe(3)
    const failed = { ...labels, error: 'ValidationException' }
    expect(sampleOf(families, 'monotable_request_errors_total', failed)).toBe(1)
    expect(sampleOf(families, 'monotable_request_duration_seconds_count', labels)).toBe(3)
    // A name that is not a table's creates no series.
    expect(sampleOf(families, 'monotable_requests_total', { operation: 'GetItem' })).toBe(1)
  })

  it('know the table of a statement, and that of a stream that is read', async () => {
    await db.send('ExecuteStatement', { Statement: 'SELECT * FROM Music' })
    await db.send('ExecuteStatement', { Statement: 'no statement at all' }).catch(() => {})
    const StreamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music/stream/2026-01-01T00:00:00.000'
    await db.send('DescribeStream', { StreamArn }).catch(() => {})
    const families = await read()
    const count = (labels: object) => sampleOf(families, 'monotable_requests_total', labels)
    expect(count({ operation: 'ExecuteStatement', table: 'Music', ...home })).toBe(1)
    expect(count({ operation: 'ExecuteStatement' })).toBe(1)
    expect(count({ operation: 'DescribeStream', table: 'Music', ...home })).toBe(1)
  })

  it('count units by table and index', async () => {
    await put('a')
    await put('b')
    await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } }, ConsistentRead: true })
    await db.send('Query', {
      TableName: 'Music',
      IndexName: 'by-label',
      KeyConditionExpression: 'label = :o',
      ExpressionAttributeValues: { ':o': { S: 'x' } },
    })
    const families = await read()
    const table = { ...home, table: 'Music' }
    const index = { ...table, index: 'by-label' }
    expect(sampleOf(families, 'monotable_consumed_write_units_total', table)).toBe(2)
    expect(sampleOf(families, 'monotable_consumed_write_units_total', index)).toBe(2)
    expect(sampleOf(families, 'monotable_consumed_read_units_total', table)).toBe(1)
    expect(sampleOf(families, 'monotable_consumed_read_units_total', index)).toBe(0.5)
  })

  it('report what tables and indexes hold', async () => {
    await put('a')
    const families = await read()
    const table = { ...home, table: 'Music' }
    expect(sampleOf(families, 'monotable_table_items', table)).toBe(1)
    expect(sampleOf(families, 'monotable_table_items', { ...table, index: 'by-label' })).toBe(1)
    expect(sampleOf(families, 'monotable_table_size_bytes', table)).toBe(9)
  })

  it('keep the counts of a table that is changed, and drop those of one that is deleted', async () => {
    await put('a')
    await db.send('UpdateTable', { TableName: 'Music', DeletionProtectionEnabled: true })
    await put('b')
    const labels = { operation: 'PutItem', ...home, table: 'Music' }
    expect(sampleOf(await read(), 'monotable_requests_total', labels)).toBe(2)
    await db.send('UpdateTable', { TableName: 'Music', DeletionProtectionEnabled: false })
    await db.send('DeleteTable', { TableName: 'Music' })
    expect(sampleOf(await read(), 'monotable_requests_total', labels)).toBeUndefined()
  })

  it('count throttled requests by the limit that was exceeded', async () => {
    const tight = await createDatabase({
      metrics: true,
      clock: createTestClock(0),
      capacity: { throttle: true },
    })
    const units = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
    await tight.send('CreateTable', {
      TableName: 'Tight',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      ProvisionedThroughput: units,
    })
    let refused = 0
    for (let number = 0; number < 500; number++) {
      const item = { pk: { S: String(number) } }
      await tight.send('PutItem', { TableName: 'Tight', Item: item }).catch(() => refused++)
    }
    expect(refused).toBeGreaterThan(0)
    const families = parsePrometheus(await tight.metrics())
    const labels = { ...home, table: 'Tight', kind: 'write', limit: 'ProvisionedThroughputExceeded' }
    expect(sampleOf(families, 'monotable_throttled_total', labels)).toBe(refused)
    await tight.close()
  })

  it('report how far triggers are behind', async () => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    const streaming = await createDatabase({ clock })
    await streaming.send('CreateTable', {
      TableName: 'Music',
      ...definition,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const trigger = await streaming.on('Music', () => held, {
      name: 'slow',
      startingPosition: 'TRIM_HORIZON',
    })
    await streaming.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' } } })
    await clock.advance(3_000)
    const lag = sampleOf(parsePrometheus(await streaming.metrics()), 'monotable_stream_lag_seconds', {
      ...home,
      trigger: 'slow',
    })
    expect(lag).toBe(3)
    expect(trigger.lagMs()).toBe(3_000)
    release()
    await streaming.close()
  })

  it('tell apart triggers of the same name in two regions', async () => {
    const global = await createDatabase()
    const TableName = 'Music'
    await global.send('CreateTable', { TableName, ...definition })
    await global.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] })
    for (const region of ['us-east-1', 'eu-west-1']) await global.on(TableName, async () => {}, { region })
    const families = parsePrometheus(await global.metrics())
    const { samples = [] } = families.get('monotable_stream_lag_seconds') ?? {}
    expect(samples.map(({ labels }) => labels)).toEqual([
      { ...home, trigger: TableName },
      { ...home, region: 'eu-west-1', trigger: TableName },
    ])
    await global.close()
  })

  it('have a bounded number of series, however many tables there are', async () => {
    for (let number = 0; number < 350; number++) {
      await db.send('CreateTable', { TableName: `Table${number}`, ...definition })
      await db.send('PutItem', { TableName: `Table${number}`, Item: { pk: { S: 'a' } } })
    }
    const families = await read()
    const requests = families.get('monotable_requests_total')?.samples ?? []
    expect(requests.length).toBeLessThan(310)
    expect(requests.reduce((sum, sample) => sum + sample.value, 0)).toBe(701)
    expect((await db.metrics()).split('\n').length).toBeLessThan(10_000)
  })

  it('are only sizes by default', async () => {
    const quiet = await createDatabase()
    await quiet.send('CreateTable', { TableName: 'Music', ...definition })
    const families = parsePrometheus(await quiet.metrics())
    expect(families.get('monotable_requests_total')?.samples).toEqual([])
    expect(sampleOf(families, 'monotable_table_items', { ...home, table: 'Music' })).toBe(0)
    expect(quiet.requests()).toEqual([])
    await quiet.close()
  })

  it('escape labels as the format requires', async () => {
    const odd = await createDatabase({ metrics: true, region: 'a"b\\c\nd' })
    await odd.send('CreateTable', { TableName: 'Music', ...definition })
    const labels = { region: 'a"b\\c\nd', account: home.account, table: 'Music' }
    expect(sampleOf(parsePrometheus(await odd.metrics()), 'monotable_table_items', labels)).toBe(0)
    await odd.close()
  })
})

describe('the last requests', () => {
  it('show the request and its outcome, but no values', async () => {
    await put('secret')
    await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'secret' } } })
    await db.send('Query', { TableName: 'Music', IndexName: 'no-index', KeyConditions: {} }).catch(() => {})
    const [created, written, got, failed] = db.requests()
    expect(created).toMatchObject({ operation: 'CreateTable', tables: ['Music'] })
    expect(written).toMatchObject({ operation: 'PutItem', tables: ['Music'], units: 2, error: undefined })
    expect(got).toMatchObject({ operation: 'GetItem', units: 0.5, items: 1, ...{ region: 'us-east-1' } })
    expect(failed).toMatchObject({ operation: 'Query', index: 'no-index', error: 'ValidationException' })
    expect(JSON.stringify(db.requests())).not.toContain('secret')
  })

  it('name all tables of a batch or a transaction', async () => {
    await db.send('CreateTable', { TableName: 'Second', ...definition })
    const items = [{ PutRequest: { Item: { pk: { S: 'a' } } } }]
    await db.send('BatchWriteItem', { RequestItems: { Music: items, Second: items } })
    await db.send('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'Music', Item: { pk: { S: 'b' } } } },
        { Delete: { TableName: 'Second', Key: { pk: { S: 'a' } } } },
      ],
    })
    const [batch, transaction] = db.requests().slice(-2)
    expect(batch).toMatchObject({ tables: ['Music', 'Second'], items: 2, units: 2 })
    expect(transaction).toMatchObject({ tables: ['Music', 'Second'], items: 2, units: 4 })
  })

  it('keep as many as configured, the newest last', async () => {
    const small = await createDatabase({ metrics: { requests: { keep: 3 } } })
    for (let limit = 1; limit <= 5; limit++) await small.send('ListTables', { Limit: limit })
    await small.send('DescribeLimits', {})
    expect(small.requests().map(({ operation }) => operation)).toEqual([
      'ListTables',
      'ListTables',
      'DescribeLimits',
    ])
    await small.close()
  })

  it('include bodies if configured, truncated', async () => {
    const open = await createDatabase({ metrics: { requests: { bodies: true, bodyMaxLength: 30 } } })
    await open.send('ListTables', { Limit: 7 })
    await open.send('ListTables', { ExclusiveStartTableName: 'x'.repeat(100) })
    const [short, long] = open.requests()
    expect(short).toMatchObject({ request: '{"Limit":7}', answer: '{"TableNames":[]}' })
    expect(long?.request).toHaveLength(31)
    await open.close()
  })

  it('count the units of concurrent requests separately', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => put(`k${number}`, { pad: { S: 'x'.repeat(1024 * number) } })),
    )
    const units = db
      .requests()
      .slice(1)
      .map((request) => request.units)
    expect(units.toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
      Array.from({ length: 20 }, (_, number) => 2 * (number + 1)),
    )
  })

  it('tolerate deeply nested and invalid input', async () => {
    const open = await createDatabase({ metrics: { requests: { bodies: true } } })
    const nested = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
    const caller = { region: 'us-east-1', accountId: '000000000000' }
    for (const input of [
      nested,
      { TableName: nested },
      { RequestItems: [nested] },
      { TransactItems: [1, null] },
    ]) {
      await open.execute('BatchGetItem', input, caller).catch(() => {})
    }
    expect(open.requests()).toHaveLength(4)
    await open.close()
  })
})

describe('over HTTP', () => {
  let server: Server | undefined
  afterEach(async () => server?.close({ limitMs: 0 }))
  const serve = async (options: Parameters<typeof createServer>[1] = {}) => {
    server = await createServer(db, { port: 0, ...options })
    return server.url
  }
  const get = (url: string, headers: { [name: string]: string } = {}) => fetch(url, { headers })

  it('GET /metrics has what the database and the server counted', async () => {
    const url = await serve()
    const client = createHttpClient({
      endpoint: url,
      region: 'us-east-1',
      accessKeyId: 'me',
      secretAccessKey: 'x',
    })
    await client.call('ListTables', {})
    await client.call('Nonsense', {})
    client.close()
    const answer = await get(`${url}/metrics`)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const families = parsePrometheus(await answer.text())
    expect(sampleOf(families, 'monotable_requests_total', { operation: 'ListTables' })).toBe(1)
    expect(sampleOf(families, 'monotable_http_responses_total', { code: '200' })).toBe(1)
    expect(sampleOf(families, 'monotable_http_responses_total', { code: '400' })).toBe(1)
    expect(sampleOf(families, 'process_resident_memory_bytes', {})).toBeGreaterThan(0)
  })

  it('GET /requests shows the caller, and the request id that the client got', async () => {
    const url = await serve()
    const authorization =
      'AWS4-HMAC-SHA256 Credential=me/20260801/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'
    const answer = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        'x-amz-date': '20260801T000000Z',
        authorization,
      },
    })
    await answer.text()
    const requests = (await (await get(`${url}/requests`)).json()) as object[]
    expect(requests.at(-1)).toMatchObject({
      operation: 'ListTables',
      region: 'eu-west-1',
      accessKeyId: 'me',
      requestId: answer.headers.get('x-amzn-requestid'),
      requestBytes: 2,
      answerBytes: 17,
    })
  })

  it('GET /heat explains itself when no table is named, and returns 404 for an unknown table', async () => {
    const url = await serve()
    const unnamed = await get(`${url}/heat`)
    expect([unnamed.status, await unnamed.text()]).toEqual([400, 'Name a table, as in /heat?table=Music\n'])
    expect((await get(`${url}/heat?table=None`)).status).toBe(404)
  })

  it.each(['/metrics', '/requests', '/heat?table=T'])(
    '%s wants the token where there is one',
    async (page) => {
      const url = await serve({ metricsToken: 'a long token' })
      expect((await get(url + page)).status).toBe(401)
      expect((await get(url + page, { authorization: 'Bearer another one' })).status).toBe(401)
      expect((await get(url + page, { authorization: 'Basic a long token' })).status).toBe(401)
    },
  )

  it.each(['/metrics', '/requests'])('%s is served for the token', async (page) => {
    const url = await serve({ metricsToken: 'token-of-eight' })
    expect((await get(url + page, { authorization: 'Bearer token-of-eight' })).status).toBe(200)
  })

  it('a renewed token applies at once', async () => {
    const url = await serve({ metricsToken: 'token-of-eight' })
    server?.renewMetricsToken('another-token')
    expect((await get(`${url}/metrics`, { authorization: 'Bearer token-of-eight' })).status).toBe(401)
    expect((await get(`${url}/metrics`, { authorization: 'Bearer another-token' })).status).toBe(200)
  })

  it.each(['/metrics', '/requests'])(
    '%s is not there with access keys, unless there is a token',
    async (page) => {
      const auth = new Map()
      const closed = await serve({ auth })
      expect((await get(closed + page)).status).toBe(404)
      await server?.close({ limitMs: 0 })
      const open = await serve({ auth, metricsToken: 'token-of-eight' })
      expect((await get(open + page)).status).toBe(401)
      expect((await get(open + page, { authorization: 'Bearer token-of-eight' })).status).toBe(200)
    },
  )

  it.each(['/metrics', '/requests', '/heat?table=T'])(
    '%s is not there when it is turned off',
    async (page) => {
      expect((await get((await serve({ metrics: false })) + page)).status).toBe(404)
    },
  )

  it('a web page that resolves its own host name to this address cannot read them', async () => {
    const url = new URL(await serve())
    const ask = (host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        import('node:http').then(({ get: httpGet }) =>
          httpGet({ port: url.port, path: '/requests', headers: { host } }, (answer) => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          }).on('error', reject),
        )
      })
    expect(await ask('evil.example.com:8000')).toBe(403)
    for (const host of ['localhost:8000', '127.0.0.1', '[::1]:8000', 'monotable', 'db.local']) {
      expect(await ask(host)).toBe(200)
    }
  })

  it('other pages and methods are unaffected', async () => {
    const url = await serve()
    expect((await get(`${url}/metrics/more`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'DELETE' })).status).toBe(404)
    expect(await (await get(url)).text()).toMatch(/^healthy: /)
  })
})
