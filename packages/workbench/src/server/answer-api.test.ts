import { createDatabase, type Database } from '@monotable/engine'
import { model, shape, table } from '@monotable/model'
import { shards } from '@monotable/model/distribution'
import { createServer, type Server } from '@monotable/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionInfo, ImportReport, PatternRun, TableModel, WorkbenchState } from '../shared/api.ts'
import { embeddedConnection } from './embedded-connection.ts'
import { endpointConnection } from './endpoint-connection.ts'
import type { Expectation } from './expectation-store.ts'
import type { LoadedModel } from './known-model.ts'
import type { Sample } from './sample.ts'
import { type ServedPage, scriptedConnection, servePage } from './testing/serve-page.ts'

const notes = table('Notes', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { ByDay: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Note = notes.entity('Note', {
  schema: shape<{ owner: string; number: number; day: Date; text: string }>(),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{number:pad4}' },
  index: { ByDay: { pk: 'DAY', sk: '{day:iso}' } },
  stored: { day: 'date' },
})
const notesModel = model({
  entities: { Note },
  patterns: {
    ofOwner: Note.query('primary', { page: 2 }),
    since: Note.query('ByDay', { page: 10 }),
    all: Note.scan('primary'),
  },
})

const sample: Sample = {
  name: 'notes',
  title: 'Notes',
  description: 'Some notes.',
  model: notesModel,
  load: async (client) => {
    const db = notesModel.connect(client)
    const day = (number: number) => new Date(Date.UTC(2026, 0, number))
    await db.batch.write(
      [1, 2, 3].map((number) => db.Note.put({ owner: 'ann', number, day: day(number), text: `${number}` })),
    )
  },
}

let db: Database
let page: ServedPage
const send = (operation: string, input: object, id = 'embedded') =>
  page.json(`/api/connections/${id}/send`, { body: { operation, input } }) as Promise<{
    output?: { [name: string]: unknown }
    error?: { name: string; message: string }
  }>

beforeEach(async () => {
  db = await createDatabase({ metrics: true })
})

afterEach(async () => {
  await page.served.close()
  await db.close()
})

async function serve(options: Parameters<typeof servePage>[0] = {}) {
  const connections = [embeddedConnection(db, { name: 'Here', address: 'in memory' })]
  page = await servePage({ connections, samples: [sample], ...options })
}

describe('operations', () => {
  it('are sent, and answers are returned unchanged', async () => {
    await serve()
    await send('CreateTable', {
      TableName: 'Odd',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    const number = '12345678901234567890123456789012345678'
    const Item = JSON.parse(
      `{"id":{"N":"${number}"},"__proto__":{"SS":["<script>","b"]},"bytes":{"BS":["AAE="]},"empty":{"L":[]}}`,
    )
    expect(await send('PutItem', { TableName: 'Odd', Item })).toMatchObject({ output: {} })
    const { text } = await page.api('/api/connections/embedded/send', {
      body: { operation: 'GetItem', input: { TableName: 'Odd', Key: { id: { N: number } } } },
    })
    expect(JSON.stringify(JSON.parse(text).output.Item)).toContain(`"id":{"N":"${number}"}`)
    expect(text).toContain('"__proto__":{"SS":["<script>","b"]}')
    expect(text).toContain('"bytes":{"BS":["AAE="]}')
  })

  it('that are refused are answered with the complete error', async () => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    const Put = {
      TableName: 'Notes',
      Item: { PK: { S: 'OWNER#ann' }, SK: { S: 'NOTE#0001' } },
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }
    const { error } = await send('TransactWriteItems', { TransactItems: [{ Put }] })
    expect(error).toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { text: { S: '1' } } }],
    })
    expect((await send('Nonsense', {})).error?.name).toBe('UnknownOperationException')
  })
})

describe('a read-only connection', () => {
  const writes = [
    ['PutItem', { TableName: 'Notes', Item: {} }],
    ['DeleteTable', { TableName: 'Notes' }],
    ['TransactWriteItems', { TransactItems: [] }],
    [
      'BatchExecuteStatement',
      { Statements: [{ Statement: 'SELECT * FROM Notes' }, { Statement: 'DELETE FROM Notes' }] },
    ],
    ['ExecuteStatement', { Statement: ' \n insert into Notes value {}' }],
    ['ExecuteStatement', { Statement: { toString: 'SELECT' } }],
    ['UpdateTableToSomethingNew', {}],
  ] as const
  const reads = [
    ['ListTables', {}],
    ['Query', { TableName: 'Notes' }],
    ['ExecuteStatement', { Statement: ' select * FROM "Notes"' }],
  ] as const

  it.each(writes)('does not pass on %s', async (operation, input) => {
    await serve({ readOnly: true })
    expect((await send(operation, input)).error?.name).toBe('ReadOnly')
  })

  it.each(reads)('passes on %s', async (operation, input) => {
    await serve({ readOnly: true })
    expect((await send(operation, input)).error?.name).not.toBe('ReadOnly')
  })

  it('opens no sample, cannot be switched, and does not advise to allow writing', async () => {
    await serve({ readOnly: true })
    const opened = await page.api('/api/samples/notes/open', { method: 'POST' })
    expect(opened.status).toBe(403)
    expect(JSON.parse(opened.text).error.message).toBe('This workbench was started with --read-only.')
    expect((await send('PutItem', {})).error?.message).toMatch(
      /^PutItem could change data, but .* is read-only\. This workbench was started with --read-only\.$/,
    )
    const switched = await page.api('/api/connections/embedded', {
      method: 'PATCH',
      body: { readOnly: false },
    })
    expect(switched.status).toBe(403)
    const state: WorkbenchState = await page.json('/api/state')
    expect(state).toMatchObject({ readOnly: true, connections: [{ id: 'embedded', readOnly: true }] })
  })
})

describe('a database served elsewhere', () => {
  let server: Server
  let elsewhere: Database

  beforeEach(async () => {
    elsewhere = await createDatabase()
    server = await createServer(elsewhere, { port: 0 })
    await serve({
      openConnection: async (wanted) =>
        endpointConnection({
          kind: 'endpoint',
          name: 'there',
          endpoint: wanted.kind === 'endpoint' ? wanted.endpoint : '',
          region: wanted.region ?? 'us-east-1',
          credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
          now: Date.now,
        }),
    })
  })

  afterEach(async () => {
    await server.close()
    await elsewhere.close()
  })

  const connect = (endpoint: string): Promise<ConnectionInfo> =>
    page.json('/api/connections', { body: { kind: 'endpoint', endpoint } })

  it('is read-only until the user switches it', async () => {
    const { id, readOnly } = await connect(`${server.url}/`)
    expect(readOnly).toBe(true)
    const created = {
      TableName: 'Some',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }
    expect((await send('CreateTable', created, id)).error?.name).toBe('ReadOnly')
    expect(
      (await page.api(`/api/connections/${id}`, { method: 'PATCH', body: { readOnly: 1 } })).status,
    ).toBe(400)
    await page.api(`/api/connections/${id}`, { method: 'PATCH', body: { readOnly: false } })
    expect((await send('CreateTable', created, id)).error).toBeUndefined()
    expect((await send('ListTables', {}, id)).output).toEqual({ TableNames: ['Some'] })
    expect((await send('ListTables', {})).output).toEqual({ TableNames: [] })
    expect((await send('DescribeTable', { TableName: 'Absent' }, id)).error?.name).toBe(
      'ResourceNotFoundException',
    )
    expect((await send('ListStreams', {}, id)).output).toEqual({ Streams: [] })
  })

  it('can be removed, unlike the database of this process', async () => {
    const { id } = await connect(server.url)
    expect((await page.api(`/api/connections/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await page.api(`/api/connections/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await page.api('/api/connections/embedded', { method: 'DELETE' })).status).toBe(409)
  })

  it('has its own error when it does not answer', async () => {
    const { id } = await connect('http://127.0.0.1:1')
    expect((await send('ListTables', {}, id)).error).toMatchObject({ name: 'NetworkError' })
  })

  it.each(['file:///etc/passwd', 'http://user:secret@example.org', 'nonsense', '', 7])(
    'cannot be at %s',
    async (endpoint) => {
      const { status } = await page.api('/api/connections', { body: { kind: 'endpoint', endpoint } })
      expect(status).toBe(400)
    },
  )
})

describe('models', () => {
  it('of samples are found by the names of their tables', async () => {
    await serve()
    expect(await page.json('/api/samples/notes/open', { method: 'POST' })).toEqual({
      connection: 'embedded',
      table: 'Notes',
    })
    const described: TableModel = await page.json('/api/connections/embedded/model?table=Notes')
    expect(described).toMatchObject({ source: 'sample', typeAttribute: '_type' })
    expect(described.patterns.map(({ name, state }) => [name, state])).toEqual([
      ['ofOwner', 'passes'],
      ['since', expect.any(String)],
      ['all', expect.any(String)],
    ])
    expect(described.patterns[1]?.arguments).toEqual([
      { name: 'day', required: false, range: true, type: 'date' },
    ])
  })

  it('samples go into the database of this process, even if earlier connections are writable', async () => {
    const own = embeddedConnection(db, { name: 'Here', address: 'in memory' })
    const refuses = async () => ({ error: { name: 'Unasked', message: 'Nobody should ask.' } })
    await serve({ connections: [{ ...own, kind: 'endpoint', name: 'There', send: refuses }, own] })
    await page.json('/api/connections/c1', { method: 'PATCH', body: { readOnly: false } })
    expect(await page.json('/api/samples/notes/open', { method: 'POST' })).toMatchObject({ connection: 'c2' })
  })

  it('a sample that was opened before is left as it is', async () => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    await send('DeleteItem', { TableName: 'Notes', Key: { PK: { S: 'OWNER#ann' }, SK: { S: 'NOTE#0001' } } })
    await page.json('/api/samples/notes/open', { method: 'POST' })
    expect((await send('Scan', { TableName: 'Notes', Select: 'COUNT' })).output).toMatchObject({ Count: 2 })
    expect((await page.api('/api/samples/absent/open', { method: 'POST' })).status).toBe(404)
  })

  it('are guessed if none is declared', async () => {
    await serve({ samples: [] })
    await send('CreateTable', {
      TableName: 'Guess',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    })
    await send('PutItem', { TableName: 'Guess', Item: { PK: { S: 'USER#ann' }, username: { S: 'ann' } } })
    const described: TableModel = await page.json('/api/connections/embedded/model?table=Guess')
    expect(described).toMatchObject({ source: 'guessed', entities: [{ name: 'User' }] })
    expect((await page.api('/api/connections/embedded/model?table=Absent')).status).toBe(409)
    expect((await page.api('/api/connections/embedded/model')).status).toBe(400)
  })

  it('of a file take precedence over those of samples, and errors in the file are reported', async () => {
    const Other = notes.entity('Other', { schema: shape<{ id: string }>(), key: { pk: '{id}', sk: '{id}' } })
    let loaded: LoadedModel = { model: model({ entities: { Other } }) }
    await serve({ modelSource: { file: 'model.ts', current: () => loaded, watch: () => () => {} } })
    const entities = async () =>
      ((await page.json('/api/connections/embedded/model?table=Notes')) as TableModel).entities.map(
        ({ name }) => name,
      )
    expect(await entities()).toEqual(['Other'])
    loaded = { model: undefined, error: 'model.ts: a mistake' }
    expect(await page.json('/api/state')).toMatchObject({
      modelFile: 'model.ts',
      modelError: 'model.ts: a mistake',
    })
    expect(await entities()).toEqual(['Other'])
    loaded = { model: notesModel }
    expect(await entities()).toEqual(['Note'])
  })
})

describe('the tables of a model file', () => {
  const modelSource = { file: 'model.ts', current: () => ({ model: notesModel }), watch: () => () => {} }

  it('are listed, and created if they are missing', async () => {
    await serve({ modelSource })
    expect(await page.json('/api/state')).toMatchObject({ modelTables: ['Notes'] })
    const make = () => page.json('/api/connections/embedded/tables', { body: {} })
    expect(await make()).toEqual({ tables: ['Notes'], made: ['Notes'] })
    expect(await make()).toEqual({ tables: ['Notes'], made: [] })
    const { Table } = await db.send('DescribeTable', { TableName: 'Notes' })
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['ByDay'])
  })

  it('are not created on a read-only connection, nor without a file', async () => {
    await serve({ modelSource, readOnly: true })
    expect(await page.api('/api/connections/embedded/tables', { body: {} })).toMatchObject({ status: 403 })
    await page.served.close()
    await serve()
    expect(await page.api('/api/connections/embedded/tables', { body: {} })).toMatchObject({ status: 404 })
  })
})

describe('patterns', () => {
  const run = (pattern: string, args: object, more: object = {}) =>
    page.api('/api/connections/embedded/patterns/run', {
      body: { table: 'Notes', pattern, arguments: args, ...more },
    })

  it('are run page by page, with the requests and the keys that were returned', async () => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    const first: PatternRun = JSON.parse((await run('ofOwner', { owner: 'ann' })).text)
    expect(first.request.operation).toBe('Query')
    expect(first.keys).toEqual([
      { entity: 'Note', key: { PK: { S: 'OWNER#ann' }, SK: { S: 'NOTE#0001' } } },
      { entity: 'Note', key: { PK: { S: 'OWNER#ann' }, SK: { S: 'NOTE#0002' } } },
    ])
    expect(first.answer.output).toMatchObject({ Count: 2, ConsumedCapacity: { CapacityUnits: 0.5 } })
    const second: PatternRun = JSON.parse(
      (await run('ofOwner', { owner: 'ann' }, { cursor: first.next })).text,
    )
    expect(second.keys).toHaveLength(1)
  })

  it('accept numbers and dates as text, also in ranges', async () => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    const keys = async (pattern: string, args: object) =>
      (JSON.parse((await run(pattern, args)).text) as PatternRun).keys.map(({ key }) => key)
    expect(await keys('ofOwner', { owner: 'ann', number: '3' })).toHaveLength(1)
    expect(await keys('ofOwner', { owner: 'ann', number: { between: ['2', '3'] } })).toHaveLength(2)
    expect(await keys('since', { day: { gte: '2026-01-02' } })).toHaveLength(2)
  })

  it.each([
    ['absent', {}, 404],
    ['constructor', {}, 404],
    ['ofOwner', {}, 400],
    ['ofOwner', { owner: 'ann', other: 1 }, 400],
    ['ofOwner', { owner: 'ann', number: 'many' }, 400],
  ])('%s with %j is answered with %i', async (pattern, args, status) => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    const answer = await run(pattern, args)
    expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([
      status,
      expect.stringMatching(/\w/),
    ])
  })

  it('are saved as expectations, with whole items and the returned keys', async () => {
    const saved: Expectation[] = []
    const expectations = {
      list: () => saved,
      save: async (one: Expectation) => {
        saved.push(one)
        return 'model.expectations.json'
      },
    }
    await serve({
      modelSource: {
        file: 'model.ts',
        current: () => ({ model: notesModel, expectations }),
        watch: () => () => {},
      },
    })
    await page.json('/api/samples/notes/open', { method: 'POST' })
    const body = { table: 'Notes', pattern: 'since', arguments: { day: { gte: '2026-01-03' } } }
    expect(await page.json('/api/connections/embedded/patterns/save', { body })).toEqual({
      file: 'model.expectations.json',
    })
    expect(saved).toMatchObject([
      {
        pattern: 'since',
        arguments: { day: { gte: '2026-01-03' } },
        items: [{ text: { S: '3' } }],
        returns: [{ PK: { S: 'OWNER#ann' }, SK: { S: 'NOTE#0003' } }],
      },
    ])
    const described: TableModel = await page.json('/api/connections/embedded/model?table=Notes')
    expect(described.patterns[1]?.expectations).toEqual([{ arguments: { day: { gte: '2026-01-03' } } }])
  })

  it('are not saved if part of what they read was refused', async () => {
    const logs = table('Logs', { key: { pk: 'PK', sk: 'SK' } })
    const Log = logs.entity('Log', {
      schema: shape<{ day: string; id: string }>(),
      key: { pk: '{day}_{shard}', sk: '{id}' },
      shard: shards({ by: 'hash(id)', count: 2 }),
    })
    const logsModel = model({ entities: { Log }, patterns: { ofDay: Log.query('primary', { page: 10 }) } })
    const saved: Expectation[] = []
    const expectations = {
      list: () => saved,
      save: async (one: Expectation) => {
        saved.push(one)
        return 'file'
      },
    }
    const loaded = { model: logsModel, expectations }
    let queries = 0
    const error = { name: 'AccessDeniedException', message: 'Not this one' }
    await serve({
      modelSource: { file: 'model.ts', current: () => loaded, watch: () => () => {} },
      connections: [
        {
          ...scriptedConnection(() => ({})),
          send: async () => (++queries === 2 ? { error } : { output: '{"Items":[]}' }),
        },
      ],
    })
    const body = { table: 'Logs', pattern: 'ofDay', arguments: { day: 'd' } }
    const answer = await page.api('/api/connections/embedded/patterns/save', { body })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([409, { error }])
    expect(saved).toEqual([])
  })

  it('are not saved with --read-only', async () => {
    const saved: Expectation[] = []
    const expectations = {
      list: () => saved,
      save: async (one: Expectation) => {
        saved.push(one)
        return 'file'
      },
    }
    await serve({
      readOnly: true,
      modelSource: {
        file: 'model.ts',
        current: () => ({ model: notesModel, expectations }),
        watch: () => () => {},
      },
      connections: [scriptedConnection(() => ({ Items: [] }))],
    })
    const body = { table: 'Notes', pattern: 'ofOwner', arguments: { owner: 'ann' } }
    expect((await page.api('/api/connections/embedded/patterns/run', { body })).status).toBe(200)
    const answer = await page.api('/api/connections/embedded/patterns/save', { body })
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([403, { error: { name: 'ReadOnly' } }])
    expect(saved).toEqual([])
  })

  it('without a model file cannot be saved', async () => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    const body = { table: 'Notes', pattern: 'ofOwner', arguments: { owner: 'ann' } }
    expect((await page.api('/api/connections/embedded/patterns/save', { body })).status).toBe(409)
  })
})

describe('files of NoSQL Workbench', () => {
  const file = {
    ModelName: 'Library',
    DataModel: [
      {
        TableName: 'Books',
        KeyAttributes: {
          PartitionKey: { AttributeName: 'PK', AttributeType: 'S' },
          SortKey: { AttributeName: 'SK', AttributeType: 'S' },
        },
        TableData: [
          { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK#1' }, title: { S: 'One' }, pages: { N: 300 } },
          { PK: { S: 'BOOK#2' }, SK: { S: 'BOOK#2' }, title: { S: 'Two' } },
          { PK: { S: 'BOOK#2' }, SK: { S: 'COPY#7' } },
          { PK: { S: 'BOOK#3' } },
        ],
      },
    ],
  }

  it('are imported with their items, and repairs are reported', async () => {
    await serve()
    const report: ImportReport = await page.json('/api/connections/embedded/import', { body: { file } })
    expect(report.tables).toEqual([{ name: 'Books', items: 3 }])
    expect(report.messages.length).toBeGreaterThanOrEqual(2)
    const Key = { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK#1' } }
    const { output } = await send('GetItem', { TableName: 'Books', Key })
    expect(output).toMatchObject({ Item: { pages: { N: '300' } } })
    const model: TableModel = await page.json('/api/connections/embedded/model?table=Books')
    expect(model.entities.map(({ name }) => name)).toEqual(['Book', 'Copy'])
  })

  it('are not imported over an existing table', async () => {
    await serve()
    await page.json('/api/connections/embedded/import', { body: { file } })
    const again: ImportReport = await page.json('/api/connections/embedded/import', { body: { file } })
    expect(again).toMatchObject({
      tables: [],
      messages: expect.arrayContaining([expect.stringContaining('already exists')]),
    })
  })

  it('are exported, and can be imported again', async () => {
    await serve()
    await page.json('/api/samples/notes/open', { method: 'POST' })
    await page.json('/api/connections/embedded/import', { body: { file } })
    const exported: object = await page.json('/api/connections/embedded/export?tables=Notes,Books')
    await send('DeleteTable', { TableName: 'Notes' })
    await send('DeleteTable', { TableName: 'Books' })
    const report: ImportReport = await page.json('/api/connections/embedded/import', {
      body: { file: exported },
    })
    expect(report).toEqual({
      tables: [
        { name: 'Notes', items: 3 },
        { name: 'Books', items: 3 },
      ],
      messages: [],
    })
  })

  it('are exported with what the file said and the table does not hold; as a draft, with the entities guessed', async () => {
    await serve()
    const [table] = file.DataModel
    const facet = (FacetName: string, TableData: readonly object[]) => ({
      FacetName,
      KeyAttributeAlias: { PartitionKeyAlias: 'PK', SortKeyAlias: 'SK' },
      NonKeyAttributes: TableData.length > 0 ? ['title'] : [],
      TableData,
      DataAccess: { MySql: {} },
    })
    const whole = {
      ModelName: 'Library',
      ModelMetadata: { Author: 'A reader', Description: 'Books and copies', DateCreated: 'once' },
      DataModel: [
        {
          ...table,
          BillingMode: 'PROVISIONED',
          SampleDataFormats: { PK: ['identifiers', 'UUID'] },
          TableFacets: [facet('Works', table?.TableData.slice(1, 2) ?? []), facet('Copies', [])],
          TableData: table?.TableData.slice(2, 3),
        },
      ],
    }
    await page.json('/api/connections/embedded/import', { body: { file: whole } })
    const exported = await page.json('/api/connections/embedded/export?tables=Books')
    expect(exported).toMatchObject(whole)
    const draft: { DataModel: { TableFacets: { FacetName: string }[] }[] } = await page.json(
      '/api/connections/embedded/export?tables=Books&draft=true',
    )
    expect(draft.DataModel[0]?.TableFacets.map(({ FacetName }) => FacetName)).toEqual(['Book', 'Copy'])
  })

  it('are drafts with the first items of a table, however many it has', async () => {
    await serve()
    await page.json('/api/connections/embedded/import', { body: { file } })
    for (let batch = 0; batch < 41; batch++) {
      const Books = Array.from({ length: 25 }, (_, place) => {
        const id = { S: `BOOK#${batch * 25 + place}` }
        return { PutRequest: { Item: { PK: id, SK: id, title: { S: 'Another' } } } }
      })
      await send('BatchWriteItem', { RequestItems: { Books } })
    }
    const draft: { DataModel: { TableFacets: { TableData: object[] }[]; TableData: object[] }[] } =
      await page.json('/api/connections/embedded/export?tables=Books&draft=true')
    const [table] = draft.DataModel
    const items = [...(table?.TableData ?? []), ...(table?.TableFacets.flatMap((one) => one.TableData) ?? [])]
    expect(items).toHaveLength(1_000)
  })

  it('are exported with the types found in the table', async () => {
    await serve()
    await send('CreateTable', {
      TableName: 'Plain',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    const items = [
      { id: { S: 'a' }, price: { N: '1' }, tags: { SS: ['x'] }, mixed: { S: 'x' } },
      { id: { S: 'b' }, price: { N: '2' }, mixed: { BOOL: true } },
    ]
    for (const Item of items) await send('PutItem', { TableName: 'Plain', Item })
    const exported: { DataModel: { NonKeyAttributes: object[] }[] } = await page.json(
      '/api/connections/embedded/export?tables=Plain',
    )
    expect(exported.DataModel[0]?.NonKeyAttributes).toEqual(
      expect.arrayContaining([
        { AttributeName: 'price', AttributeType: 'N' },
        { AttributeName: 'tags', AttributeType: 'SS' },
        { AttributeName: 'mixed', AttributeType: 'S' },
      ]),
    )
  })

  it.each([[{}], ['text'], [null], [{ DataModel: 7 }], [[]]])('%j is not such a file', async (wrong) => {
    await serve()
    const { status } = await page.api('/api/connections/embedded/import', { body: { file: wrong } })
    expect(status).toBeOneOf([400, 409])
  })

  it('are not imported on a read-only connection, and missing tables are not exported', async () => {
    await serve({ readOnly: true })
    expect((await page.api('/api/connections/embedded/import', { body: { file } })).status).toBe(403)
    expect((await page.api('/api/connections/embedded/export?tables=Absent')).status).toBe(409)
    expect((await page.api('/api/connections/embedded/export')).status).toBe(400)
  })
})
