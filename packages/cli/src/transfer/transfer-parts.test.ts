import { afterEach, describe, expect, test, vi } from 'vitest'
import { EndpointError } from '../endpoint-client.ts'
import { BatchWriter } from './batch-writer.ts'
import { tableInput } from './create-exported-table.ts'
import { estimateTotal } from './estimate-total.ts'
import type { FileWrite } from './file-write.ts'
import { formatItems } from './format-items.ts'
import { jsonWrites } from './json-writes.ts'
import { parseProfiles } from './parse-profiles.ts'
import { plainWrites } from './plain-writes.ts'
import { ProgressBar } from './progress.ts'
import { readCredentials } from './read-credentials.ts'
import { withRetries } from './table-connection.ts'
import { parseExportOptions, parseImportOptions } from './transfer-options.ts'

describe('options', () => {
  test('the endpoint comes from the option, the environment or the default', () => {
    const endpointOf = (args: string[], environment = {}) =>
      parseExportOptions(['-t', 'T', '--to', 'x', ...args], environment).place.endpoint
    expect(endpointOf([])).toBe('http://127.0.0.1:8000')
    expect(endpointOf([], { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' })).toBe('http://127.0.0.1:9')
    expect(endpointOf(['--endpoint', 'aws', '--region', 'eu-west-1'])).toBe(
      'https://dynamodb.eu-west-1.amazonaws.com',
    )
  })

  test('an empty variable counts as unset, and an invalid one is named', () => {
    const placeIn = (environment: object) =>
      parseExportOptions(['-t', 'T', '--to', 'x'], environment as { [name: string]: string }).place
    const empty = { AWS_REGION: '', AWS_DEFAULT_REGION: 'eu-west-1', AWS_ENDPOINT_URL_DYNAMODB: '' }
    expect(placeIn(empty)).toMatchObject({ endpoint: 'http://127.0.0.1:8000', region: 'eu-west-1' })
    const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: 'localhost:8000' }
    expect(() => placeIn(endpoint)).toThrow(
      'AWS_ENDPOINT_URL_DYNAMODB must be aws or look like http://127.0.0.1:8000',
    )
    expect(() => placeIn({ AWS_REGION: 'Ireland' })).toThrow('AWS_REGION must look like us-east-1')
    expect(() => placeIn({ AWS_DEFAULT_REGION: 'Eire' })).toThrow(
      'AWS_DEFAULT_REGION must look like us-east-1',
    )
  })

  test('an endpoint with a password is rejected, and the password is not shown', () => {
    const args = ['-t', 'T', '--to', 'x', '--endpoint', 'http://me:hidden@127.0.0.1:8000']
    expect(() => parseExportOptions(args, {})).toThrow(/^--endpoint takes no user or password(?!.*hidden)/)
  })

  test.each([
    [['-t', 'T', '--to', '-', '--resume'], '--resume needs a folder'],
    [['-t', 'T', '--to', '-', '--json'], '--json needs a folder'],
    [['-t', 'T', '--to', '-', '--segments', '2'], '--segments needs a folder'],
    [['-t', 'T', '--to', '-', '--format', 'csv'], '--format csv needs a folder'],
    [['-t', 'T', '--to', 'x', '--segments', '0'], '--segments must be a number from 1 to 1000000'],
    [['-t', 'T', '--to', 'x', '--endpoint', 'ftp://x'], '--endpoint must be aws or look like'],
    [['-t', 'T', '--to', 'x', '--path', 'p', '--endpoint', 'aws'], 'cannot be used together'],
  ])('%j is wrong', (args, message) => {
    expect(() => parseExportOptions(args, {})).toThrow(message)
  })

  test('an import may have a maximum rate', () => {
    expect(parseImportOptions(['-t', 'T', '--from', 'x', '--rate', '50'], {})).toMatchObject({ rate: 50 })
    expect(parseImportOptions(['-t', 'T', '--from', 'x'], {}).rate).toBeUndefined()
  })

  test('the delimiter of CSV is a character or a word for it', () => {
    const delimiterOf = (...args: string[]) => parseImportOptions(['-t', 'T', '--from', 'x', ...args], {})
    expect(delimiterOf().delimiter).toBeUndefined()
    expect(delimiterOf('--delimiter', ';').delimiter).toBe(';')
    expect(delimiterOf('--delimiter', 'tab').delimiter).toBe('\t')
    expect(() => delimiterOf('--delimiter', 'x')).toThrow('--delimiter must be one of')
  })
})

describe('credentials', () => {
  test('profiles are sections of names and values', () => {
    const text = '# comment\n[default]\naws_access_key_id = A\n\n[profile work]\naws_access_key_id=B=C\n'
    expect(Object.fromEntries(parseProfiles(text).get('default') ?? [])).toEqual({ aws_access_key_id: 'A' })
    expect(parseProfiles(text).get('work')?.get('aws_access_key_id')).toBe('B=C')
  })

  test('the environment comes first; a local endpoint accepts any keys, others do not', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' }
    const none = { AWS_SHARED_CREDENTIALS_FILE: '/nowhere' }
    const remote = { profile: undefined, endpoint: 'https://dynamodb.eu-west-1.amazonaws.com' }
    expect(readCredentials(keys, remote)).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    })
    expect(readCredentials(none, { profile: undefined, endpoint: 'http://localhost:1' })).toEqual({
      accessKeyId: 'local',
      secretAccessKey: 'local',
    })
    expect(() => readCredentials(none, remote)).toThrow('No access keys')
    // Servers and programs, which send to Kinesis, have no option --profile.
    expect(() => readCredentials(none, remote)).toThrow('or AWS_PROFILE')
    expect(() => readCredentials(none, { ...remote, profile: 'work' })).toThrow('no profile "work"')
    expect(() => readCredentials({ ...none, AWS_PROFILE: '' }, remote)).toThrow('No access keys')
  })

  test('a profile without keys in the environment matters only for AWS', () => {
    const environment = { AWS_SHARED_CREDENTIALS_FILE: '/nowhere', AWS_PROFILE: 'sso' }
    const own = { profile: undefined, endpoint: 'http://localhost:1' }
    expect(readCredentials(environment, own)).toEqual({ accessKeyId: 'local', secretAccessKey: 'local' })
    expect(() => readCredentials(environment, { ...own, profile: 'work' })).toThrow('no profile "work"')
    const remote = { profile: undefined, endpoint: 'https://dynamodb.eu-west-1.amazonaws.com' }
    expect(() => readCredentials(environment, remote)).toThrow('export-credentials --profile sso')
  })
})

describe('retries', () => {
  test('temporary errors are retried, others are not', async () => {
    const failing = (name: string, times: number) => {
      let calls = 0
      const send = async () => {
        if (++calls <= times) throw new EndpointError(name, 'no')
        return calls
      }
      return withRetries(send, { pause: async () => {} })
    }
    expect(await failing('ThrottlingException', 2)('Scan', {})).toBe(3)
    await expect(failing('ValidationException', 1)('Scan', {})).rejects.toThrow('no')
    await expect(failing('NetworkError', 3)('Scan', {})).rejects.toThrow('no')
  })

  test('a silent endpoint is reported once, until it answers', async () => {
    const told: string[] = []
    let now = 0
    let failures = ['NetworkError', 'NetworkError']
    const send = withRetries(
      async () => {
        const name = failures.shift()
        if (name === undefined) return {}
        now += 30_000
        throw Object.assign(new Error(`${name} at ${now}`), { name })
      },
      { pause: async () => {}, now: () => now, report: (reason) => told.push(reason) },
    )
    await send('Scan', {})
    expect(told).toEqual(['NetworkError at 30000'])
    failures = ['ThrottlingException', 'HTTP 503', 'HTTP 502']
    await send('Scan', {})
    expect(told).toEqual(['NetworkError at 30000', 'HTTP 503 at 120000'])
  })
})

describe('progress', () => {
  function output(isTTY: boolean) {
    let text = ''
    return {
      isTTY,
      columns: 200,
      write: (more: string) => {
        text += more
      },
      text: () => text,
    }
  }

  afterEach(() => void vi.unstubAllEnvs())

  test('is a bar on a terminal, with the rate and the remaining time', () => {
    vi.stubEnv('TERM', 'xterm')
    vi.stubEnv('LC_ALL', 'en_GB.UTF-8')
    const out = output(true)
    let now = 0
    const bar = new ProgressBar('Exporting T', out, () => now)
    bar.update({ items: 0, bytes: 0, total: 10_000 })
    now = 2_000
    bar.update({ items: 5_000, bytes: 3 * 1024 * 1024, total: 10_000 })
    expect(out.text()).toContain('█'.repeat(12) + '░'.repeat(12))
    expect(out.text()).toContain(
      ' 50 % Exporting T: 5,000 of about 10,000 items, 3.0 MB, 2,500 a second, 2 s left',
    )
    bar.end({ items: 10_000, bytes: 1024 })
    expect(out.text()).toMatch(/Exporting T: 10,000 items, 1\.0 KB, in 2 s, 5,000 a second\n$/)
  })

  test.each([
    ['by how much has been read', 1_234, 2e6, 20e6, 12_300],
    ['in whole ones, where there are few', 24, 14e6, 30e6, 51],
    ['not by the first piece, which is read ahead', 25, 65_536, 1e9, undefined],
    ['not where all has been read', 1, 2e6, 2e6, undefined],
    ['not through a pipe', 1_000, 2e6, Number.NaN, undefined],
  ])('estimates the number of lines %s', (_, lines, readBytes, sizeBytes, total) => {
    expect(estimateTotal({ lines, readBytes, sizeBytes })).toBe(total)
  })

  test('uses only ASCII if the locale requires it', () => {
    vi.stubEnv('TERM', 'xterm')
    vi.stubEnv('LC_ALL', 'C')
    const out = output(true)
    new ProgressBar('Exporting T', out, () => 0).update({ items: 1, total: 2 })
    expect(out.text()).toContain(`\r\u001b[K${'#'.repeat(12)}${'-'.repeat(12)}  50 % Exporting T`)
  })

  test('rounds seconds before it computes minutes', () => {
    const out = output(false)
    let now = 0
    const bar = new ProgressBar('Exporting T', out, () => now)
    now = 119_700
    bar.end({ items: 1 })
    expect(out.text()).toBe('Exporting T: 1 item, in 2 min 0 s\n')
  })

  test.each([
    ['elsewhere', false],
    ['on a terminal that draws nothing anew', true],
  ])('is an occasional line %s', (_, isTTY) => {
    vi.stubEnv('TERM', 'dumb')
    const out = output(isTTY)
    let now = 0
    const bar = new ProgressBar('Importing T', out, () => now)
    bar.update({ items: 1, bytes: 10 })
    now = 1_000
    bar.update({ items: 2, bytes: 20 })
    now = 6_000
    bar.update({ items: 31, bytes: 30 })
    expect(out.text()).toBe('Importing T: 1 item, 10 bytes\nImporting T: 31 items, 30 bytes, 5 a second\n')
  })
})

test('CSV has a column for every attribute, and JSON for values that are not scalars', () => {
  const items = [
    { pk: { S: 'a' }, n: { N: '1' }, list: { L: [{ S: 'x' }] } },
    { pk: { S: 'say "hi"' }, flag: { BOOL: true }, none: { NULL: true as const } },
  ]
  expect(formatItems(items, 'csv')).toBe(
    'pk,n,list,flag,none\na,1,"{""L"":[{""S"":""x""}]}","",""\n"say ""hi""","","",true,""\n',
  )
})

describe('JSON', () => {
  const item = { a: { S: '1' } }
  const noItem = { fault: expect.stringMatching(/^neither an item in DynamoDB JSON/) }

  async function writesOf(...lines: readonly string[]): Promise<readonly FileWrite[]> {
    async function* given() {
      yield* lines
    }
    const writes: FileWrite[] = []
    for await (const write of jsonWrites(given(), 'Music')) writes.push(write)
    return writes
  }

  test('lines of exports are items, or change records', async () => {
    const lines = [
      '{"Item":{"a":{"S":"1"}}}',
      '{"Keys":{"a":{"S":"1"}},"NewImage":{"a":{"S":"1"},"b":{"S":"2"}}}',
      '{"Keys":{"a":{"S":"1"}},"OldImage":{}}',
      '{"a":{"S":"1"}}',
      '{"a":"1"}',
      '{"a":{"S":"1","N":"1"}}',
      '{}',
      'null',
      '{',
    ]
    expect(await writesOf(...lines)).toEqual([
      { put: item },
      { put: { ...item, b: { S: '2' } } },
      { remove: item },
      { put: item },
      noItem,
      noItem,
      noItem,
      noItem,
      { fault: expect.stringMatching(/^not JSON: /) },
    ])
  })

  test.each([undefined, 4])(
    'reads a document of items, as the AWS CLI prints it, with an indentation of %j',
    async (indent) => {
      const document = JSON.stringify(
        { Items: [item, { a: { S: 'two  spaces' } }, 1], Count: 3 },
        null,
        indent,
      )
      expect(await writesOf(...document.split('\n').map((line) => line.trim()))).toEqual([
        { put: item },
        { put: { a: { S: 'two  spaces' } } },
        noItem,
      ])
    },
  )

  test.each([undefined, 2])('reads a list of items, with an indentation of %j', async (indent) => {
    const document = JSON.stringify([item, { Item: item }, 1], null, indent)
    const lines = document.split('\n').map((line) => line.trim())
    expect(await writesOf(...lines)).toEqual([{ put: item }, { put: item }, noItem])
  })

  test('reads a list with leading commas, of items whose attributes have the names of their usual wrappers', async () => {
    const items = [
      { ...item, Item: { S: 'sword' }, Keys: { L: [] } },
      { ...item, Item: { M: { M: { S: '1' } } } },
    ]
    const [first, second] = items.map((each) => JSON.stringify(each))
    expect(await writesOf(`[${first}`, `,${second}`, ']')).toEqual(items.map((put) => ({ put })))
    const oddlyKeyed = ['S', 'M'].map((name) => ({ [name]: { S: '1' } }))
    const lines = oddlyKeyed.map((Item) => JSON.stringify({ Item }))
    expect(await writesOf(...lines)).toEqual(oddlyKeyed.map((put) => ({ put })))
  })

  test('reads requests in the format of BatchWriteItem, for this table or for the only one', async () => {
    const list = [{ PutRequest: { Item: item } }, { DeleteRequest: { Key: item } }, { PutRequest: {} }]
    const wanted = [{ put: item }, { remove: item }, noItem]
    expect(await writesOf('{ "Other": [', `${JSON.stringify(list).slice(1, -1)}`, ']}')).toEqual(wanted)
    expect(await writesOf(JSON.stringify({ Other: [], Music: list }))).toEqual(wanted)
    expect(await writesOf(JSON.stringify({ Other: list, constructor: list }))).toEqual([
      { fault: 'requests for Other, constructor, but none for Music' },
    ])
  })

  test('a truncated document is reported once', async () => {
    expect(await writesOf('{', '"Items": [')).toEqual([{ fault: expect.stringMatching(/^not JSON: /) }])
  })
})

test('plain JSON gets the types of JSON, and its keys those of the table', async () => {
  async function* given() {
    yield '[{"id":7,"__proto__":{"deep":[1.5,null,true,{"e":""}]},"g":"5"},'
    yield '{"id":"a"}, 1, {"n":12345678901234567890,"a\\"1":[-0.1234567890123456789e-5,"\\\\\\"7"]},'
    yield '{"id":1234567890123456789,"n":[1e-400,100000000000000,-1e+3,"0.1234567890123456789"]}]'
  }
  const writes: FileWrite[] = []
  const types = new Map([
    ['id', 'S'],
    ['g', 'N'],
  ] as const)
  for await (const write of plainWrites(given(), types)) writes.push(write)
  const item = JSON.parse(`{
    "id": {"S":"7"},
    "__proto__": {"M":{"deep":{"L":[{"N":"1.5"},{"NULL":true},{"BOOL":true},{"M":{"e":{"S":""}}}]}}},
    "g": {"N":"5"}
  }`)
  expect(writes).toEqual([
    { put: item },
    { put: { id: { S: 'a' } } },
    { fault: 'not a JSON object' },
    {
      put: {
        n: { N: '12345678901234567890' },
        'a"1': { L: [{ N: '-0.1234567890123456789e-5' }, { S: '\\"7' }] },
      },
    },
    {
      put: {
        id: { S: '1234567890123456789' },
        n: { L: [{ N: '1e-400' }, { N: '100000000000000' }, { N: '-1e+3' }, { S: '0.1234567890123456789' }] },
      },
    },
  ])
  const [first] = writes
  expect(Object.keys(first && 'put' in first ? first.put : {})).toEqual(['id', '__proto__', 'g'])
})

test.each(['{"n":01234567890123456}', '{"n":1e5,"m":\\n}', '{"n":1.2.3.4.5.6.7.8.9}'])(
  'invalid plain JSON is rejected, also with long numbers: %s',
  async (line) => {
    async function* given() {
      yield line
    }
    for await (const write of plainWrites(given(), new Map()))
      expect(write).toEqual({ fault: expect.stringMatching(/^not JSON: /) })
  },
)

test('a table is created again as it was described', () => {
  const throughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 6, NumberOfDecreasesToday: 0 }
  const described = {
    TableName: 'Old',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: throughput,
    GlobalSecondaryIndexes: [
      {
        IndexName: 'g',
        KeySchema: [],
        Projection: {},
        IndexStatus: 'ACTIVE',
        ProvisionedThroughput: throughput,
      },
    ],
  }
  const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 6 }
  expect(tableInput(described, 'New')).toEqual({
    TableName: 'New',
    AttributeDefinitions: described.AttributeDefinitions,
    KeySchema: described.KeySchema,
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: units,
    GlobalSecondaryIndexes: [{ IndexName: 'g', KeySchema: [], Projection: {}, ProvisionedThroughput: units }],
  })
})

describe('batches', () => {
  const table = {
    TableName: 'T',
    TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T',
    TableId: 'id',
    TableStatus: 'ACTIVE',
    ItemCount: 0,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  }
  const item = (pk: string, v: number) => ({ pk: { S: pk }, v: { N: String(v) } })

  test('with the same item are sent one after the other, however slow the first is', async () => {
    const stored = new Map<string, string>()
    const released: (() => void)[] = []
    let sent = 0
    const send = async (_operation: string, input: object) => {
      // The first request is processed only after all those that could overtake it.
      if (sent++ === 0) await new Promise<void>((resolve) => released.push(resolve))
      const { RequestItems } = input as {
        RequestItems: { T: { PutRequest: { Item: ReturnType<typeof item> } }[] }
      }
      for (const { PutRequest } of RequestItems.T) stored.set(PutRequest.Item.pk.S, PutRequest.Item.v.N)
      return {}
    }
    const writer = new BatchWriter({
      connection: { send, name: 'there', close: async () => {} },
      table,
      parallel: 4,
      rate: undefined,
      onRefused: () => {},
      onWritten: () => {},
    })
    const all = (async () => {
      for (let i = 0; i < 25; i++) await writer.add({ put: item(`k${i}`, 1) })
      for (let i = 25; i < 50; i++) await writer.add({ put: item(`k${i}`, 1) })
      for (let i = 0; i < 25; i++) await writer.add({ put: item(`k${i}`, 2) })
      await writer.end()
    })()
    while (sent < 2) await new Promise((resolve) => setImmediate(resolve))
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
    for (const release of released) release()
    await all
    expect(stored.size).toBe(50)
    expect(stored.get('k0')).toBe('2')
  })

  test('recognize a key that is written in another way', async () => {
    const sent: object[] = []
    const send = async (_operation: string, input: object) => {
      sent.push(input)
      return {}
    }
    const writer = new BatchWriter({
      connection: { send, name: 'there', close: async () => {} },
      table,
      parallel: 1,
      rate: undefined,
      onRefused: () => {},
      onWritten: () => {},
    })
    for (const pk of [{ N: '1' }, { N: '1.0' }, { N: '10e-1' }, { N: 'x' }]) await writer.add({ put: { pk } })
    await writer.end()
    expect(writer.writtenItems).toBe(4)
    const kept = [{ N: '10e-1' }, { N: 'x' }]
    expect(sent).toEqual([{ RequestItems: { T: kept.map((pk) => ({ PutRequest: { Item: { pk } } })) } }])
  })

  test('are written item by item if one of their items is refused; the last valid write of an item wins', async () => {
    const stored = new Map<string, string>()
    const refused: string[] = []
    const send = async (operation: string, input: object) => {
      if (operation === 'BatchWriteItem')
        throw Object.assign(new Error('one is wrong'), { name: 'SerializationException' })
      const { Item } = input as { Item: ReturnType<typeof item> }
      if (Item.v.N === '3') throw Object.assign(new Error('no room'), { name: full })
      stored.set(Item.pk.S, Item.v.N)
      return {}
    }
    const full = 'ItemCollectionSizeLimitExceededException'
    const writer = new BatchWriter({
      connection: { send, name: 'there', close: async () => {} },
      table,
      parallel: 1,
      rate: undefined,
      onRefused: (reason) => refused.push(reason),
      onWritten: () => {},
    })
    for (const version of [1, 2, 3]) await writer.add({ put: item('a', version) })
    await writer.end()
    expect([...stored]).toEqual([['a', '2']])
    expect(refused).toEqual(['pk {"S":"a"}: no room'])
    expect(writer).toMatchObject({ writtenItems: 2, arrivedLines: 3 })
  })

  test('also work for a table named like a member of every object', async () => {
    const sent: object[] = []
    const send = async (_operation: string, input: object) => {
      sent.push(input)
      return { UnprocessedItems: {} }
    }
    const writer = new BatchWriter({
      connection: { send, name: 'there', close: async () => {} },
      table: { ...table, TableName: 'constructor' },
      parallel: 1,
      rate: undefined,
      onRefused: () => {},
      onWritten: () => {},
    })
    await writer.add({ put: item('a', 1) })
    await writer.end()
    expect(sent).toHaveLength(1)
    expect(writer.writtenItems).toBe(1)
  })

  test('that contain far too large an item have only that item refused: it shares no request with others', async () => {
    const refused: string[] = []
    const longest: number[] = []
    const send = async (_operation: string, input: object) => {
      longest.push(Buffer.byteLength(JSON.stringify(input)))
      return {}
    }
    const writer = new BatchWriter({
      connection: { send, name: 'there', close: async () => {} },
      table,
      parallel: 1,
      rate: undefined,
      onRefused: (reason) => refused.push(reason),
      onWritten: () => {},
    })
    for (const [pk, megabytes] of Object.entries({ a: 3, b: 6, c: 3, d: 1, e: 3 })) {
      await writer.add({ put: { pk: { S: pk }, v: { S: 'é'.repeat(megabytes * 512 * 1024) } } })
    }
    await writer.end()
    expect(refused).toEqual(['pk {"S":"b"}: Item size has exceeded the maximum allowed size'])
    expect(Math.max(...longest)).toBeLessThan(16 * 1024 * 1024)
    expect(writer).toMatchObject({ writtenItems: 4, arrivedLines: 5 })
  })

  test('name the key of an item that is refused', async () => {
    const refused: string[] = []
    const send = async () => {
      throw Object.assign(new Error('too large'), { name: 'ValidationException' })
    }
    const writer = new BatchWriter({
      connection: { send, name: 'there', close: async () => {} },
      table,
      parallel: 1,
      rate: undefined,
      onRefused: (reason) => refused.push(reason),
      onWritten: () => {},
    })
    await writer.add({ put: item('a', 1) })
    await writer.add({ put: { v: { N: '1' } } })
    await writer.add({ put: { v: { N: '2' } } })
    await writer.end()
    expect(refused).toEqual(['pk {"S":"a"}: too large', 'pk missing: too large', 'pk missing: too large'])
  })
})
