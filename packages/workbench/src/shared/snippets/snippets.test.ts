import { describe, expect, it } from 'vitest'
import type { PatternModel, TableModel } from '../api.ts'
import { cliSnippet, quoteWord } from './cli-snippet.ts'
import { cloudFormationSnippet } from './cloudformation-snippet.ts'
import { hasBytes, readLiteral } from './literal.ts'
import { modelSnippet } from './model-snippet.ts'
import { pythonSnippet } from './python-snippet.ts'
import { readQuery } from './read-query.ts'
import { readTemplate } from './read-template.ts'
import { sdkSnippet } from './sdk-snippet.ts'

const local = { endpoint: 'http://127.0.0.1:8000', region: 'us-east-1' }
const remote = { region: 'eu-central-1', profile: 'work' }
const scan = { operation: 'Scan', input: { TableName: 'Shop' } }

describe('binary values', () => {
  it('are recognized by position: an attribute may be called B', () => {
    expect(hasBytes(readLiteral('PutItem', { Item: { B: { S: 'x' } } }))).toBe(false)
    expect(hasBytes(readLiteral('PutItem', { Item: { a: { M: { B: { L: [] } } } } }))).toBe(false)
    expect(hasBytes(readLiteral('PutItem', { Item: { a: { M: { b: { L: [{ B: 'AA==' }] } } } } }))).toBe(true)
    expect(
      hasBytes(readLiteral('Query', { KeyConditions: { B: { AttributeValueList: [{ B: 'AA==' }] } } })),
    ).toBe(true)
    expect(
      hasBytes(readLiteral('BatchWriteItem', { RequestItems: { B: [{ PutRequest: { Item: {} } }] } })),
    ).toBe(false)
  })
})

it('a point in time is a Date for the SDK, and seconds for the others', () => {
  const input = { SourceTableName: 'Shop', TargetTableName: 'Shop2', RestoreDateTime: 1_700_000_000.5 }
  const call = { operation: 'RestoreTableToPointInTime', input }
  expect(sdkSnippet(call, local)).toContain('RestoreDateTime: new Date(1700000000500)')
  expect(cliSnippet(call, local)).toContain('--restore-date-time 1700000000.5')
  expect(pythonSnippet(call, local)).toContain('RestoreDateTime=1700000000.5')
})

describe('the target of the code', () => {
  it('a local database accepts any credentials', () => {
    expect(sdkSnippet(scan, local)).toContain(`endpoint: 'http://127.0.0.1:8000'`)
    expect(sdkSnippet(scan, local)).toContain('credentials')
    expect(cliSnippet(scan, local)).toContain('AWS_ACCESS_KEY_ID=local')
    expect(pythonSnippet(scan, local)).toContain('aws_access_key_id')
  })

  it('AWS uses those of the profile', () => {
    expect(sdkSnippet(scan, remote)).toContain(`{ region: 'eu-central-1', profile: 'work' }`)
    expect(cliSnippet(scan, remote)).toContain('--profile work')
    expect(pythonSnippet(scan, remote)).toContain(`boto3.Session(profile_name='work')`)
    for (const code of [sdkSnippet(scan, remote), cliSnippet(scan, remote), pythonSnippet(scan, remote)]) {
      expect(code).not.toMatch(/local|endpoint/i)
    }
  })
})

it.each([
  ['plain', 'plain'],
  ["it's", `'it'\\''s'`],
  ['a b', `'a b'`],
  ['', `''`],
  ['$(id)', `'$(id)'`],
])('bash reads %s as %s', (text, word) => expect(quoteWord(text)).toBe(word))

it('options have the names that the AWS CLI uses', () => {
  const SSESpecification = { Enabled: true }
  const call = { operation: 'UpdateTable', input: { TableName: 'Shop', SSESpecification } }
  expect(cliSnippet(call, remote)).toContain(`--sse-specification '{"Enabled":true}'`)
})

describe('an input of others, from a file or a list of requests', () => {
  const hostile = { operation: 'Query', input: { TableName: 'Shop', '$(id)': true, 'x=id(),y': 'a' } }

  it('has its members in a document if they are not options', () => {
    const code = cliSnippet(hostile, local)
    expect(code).toMatch(/--cli-input-json file:\/\/\/dev\/stdin <<'JSON'\n.*\nJSON\n$/)
    expect(code.split("<<'JSON'")[0]).not.toContain('id')
  })

  it('does not make the CLI read files or addresses', () => {
    for (const text of ['file:///etc/passwd', 'fileb://x', 'HTTP://example.com']) {
      const code = cliSnippet({ operation: 'ExecuteStatement', input: { Statement: text } }, local)
      expect(code).toContain(`<<'JSON'\n{"Statement":"${text}"}\nJSON`)
    }
  })

  it('has its members in a map of Python if they are not arguments', () => {
    expect(pythonSnippet(hostile, local)).toContain(
      "output = client.query(**{'TableName': 'Shop', '$(id)': True, 'x=id(),y': 'a'})",
    )
    expect(pythonSnippet(scan, local)).toContain("output = client.scan(\n    TableName='Shop',\n)")
  })
})

describe('a CloudFormation template', () => {
  const create = {
    operation: 'CreateTable',
    input: {
      TableName: 'Shop',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/mine' },
      ResourcePolicy: '{"Version":"2012-10-17"}',
    },
  }

  it('combines several requests in one resource', () => {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
    const ttl = { operation: 'UpdateTimeToLive', input: { TableName: 'Shop', TimeToLiveSpecification } }
    expect(cloudFormationSnippet([create, ttl])).toEqual({
      code: `AWSTemplateFormatVersion: "2010-09-09"
Resources:
  Table:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Retain
    UpdateReplacePolicy: Retain
    Properties:
      TableName: Shop
      BillingMode: PAY_PER_REQUEST
      KeySchema:
        - AttributeName: PK
          KeyType: HASH
      StreamSpecification:
        StreamViewType: NEW_IMAGE
      SSESpecification:
        SSEEnabled: true
        SSEType: KMS
        KMSMasterKeyId: alias/mine
      ResourcePolicy:
        PolicyDocument:
          Version: "2012-10-17"
      TimeToLiveSpecification:
        Enabled: true
        AttributeName: expires
`,
    })
  })

  it('is not written if it would leave something out', () => {
    const replica = { operation: 'UpdateTable', input: { TableName: 'Shop', ReplicaUpdates: [] } }
    expect(cloudFormationSnippet([create, replica])).toMatchObject({
      reason: expect.stringContaining('AWS::DynamoDB::GlobalTable'),
    })
  })
})

describe('keys are parsed by their templates', () => {
  it.each([
    [[{ text: 'ORDER#' }, { slot: 'id' }], 'ORDER#a$23b', { id: 'a#b' }],
    [[{ text: 'A#' }, { slot: 'a' }, { text: '#B#' }, { slot: 'b' }], 'A#x$23y#B#z', { a: 'x#y', b: 'z' }],
    [
      [{ slot: 'day' }, { text: '_' }, { slot: 'n', encoding: 'pad3' }],
      '2026%5F_007',
      { day: '2026_', n: '007' },
    ],
    [[{ text: 'ORDER#' }, { slot: 'id' }], 'CUSTOMER#1', undefined],
    [[{ text: '(a+)+$' }, { slot: 'id' }], '(a+)+$x', { id: 'x' }],
    [
      [{ slot: 'a', encoding: 'iso' }, { text: '#' }, { slot: 'b' }, { text: '|x' }],
      'a#|y#b|x',
      { a: 'a#|y', b: 'b' },
    ],
    [[{ slot: 'a' }, { slot: 'b', encoding: 'pad3' }, { text: '!' }], 'a007!', { a: 'a007', b: '' }],
  ])('%j %s', (parts, key, slots) => {
    const read = readTemplate(parts, key)
    expect(read && Object.fromEntries(read.map(({ slot, text }) => [slot, text]))).toEqual(slots)
  })

  it.each(['', '#'])('without trying all ways to share a long key among slots separated by "%s"', (text) => {
    const slots = ['a', 'b', 'c', 'd'].flatMap((slot) => [{ slot, encoding: 'iso' }, { text }])
    expect(readTemplate([...slots, { text: '!' }], '#'.repeat(2_000))).toBeUndefined()
  })
})

it('key conditions are parsed, whatever surrounds them', () => {
  const input = {
    KeyConditionExpression: '(#p = :p) AND SK between :a and :b',
    ExpressionAttributeNames: { '#p': 'and' },
    ExpressionAttributeValues: { ':p': { S: 'x' }, ':a': { N: '1' }, ':b': { N: '2' } },
  }
  expect(readQuery(input)).toMatchObject({
    equal: [{ attribute: 'and', value: { S: 'x' } }],
    sort: { attribute: 'SK', operator: 'between', values: [{ N: '1' }, { N: '2' }] },
  })
})

describe('model code', () => {
  const model: TableModel = {
    table: 'Shop',
    source: 'file',
    key: { pk: [{ name: 'PK', type: 'S' }], sk: [{ name: 'SK', type: 'S' }] },
    indexes: [],
    typeAttribute: '_type',
    entities: [
      {
        name: 'Order',
        templates: {
          PK: [{ text: 'CUSTOMER#' }, { slot: 'username' }],
          SK: [{ text: '#ORDER#' }, { slot: 'number', encoding: 'pad4' }],
        },
        indexes: [],
        attributes: ['username', 'number', 'placedAt', 'tags'],
        stored: { placedAt: 'date', pin: 'own: sealed' },
      },
    ],
    patterns: [],
    findings: [],
  }
  const Key = { PK: { S: 'CUSTOMER#a$23b' }, SK: { S: '#ORDER#0007' } }
  const codeOf = (operation: string, input: object, of = model) => {
    const written = modelSnippet({ operation, input }, of)
    return 'code' in written ? written.code : written.reason
  }

  it.each([
    ['GetItem', { Key }, `db.Order.get({ username: 'a#b', number: 7 })`],
    ['DeleteItem', { Key }, `db.Order.remove({ username: 'a#b', number: 7 })`],
    [
      'PutItem',
      {
        Item: {
          ...Key,
          _type: { S: 'Order' },
          username: { S: 'a' },
          tags: { SS: ['x'] },
          placedAt: { S: 'T' },
        },
      },
      `db.Order.put({ username: 'a', tags: new Set(['x']), placedAt: new Date('T') })`,
    ],
    [
      'PutItem',
      { Item: { ...Key, username: { S: 'a' }, pin: { B: 'eA==' } } },
      `db.Order.put({ username: 'a', pin: undefined /* stored in a form of the program's own */ })`,
    ],
    [
      'PutItem',
      { Item: { ...Key, username: { S: 'a' } }, ConditionExpression: 'attribute_not_exists(PK)' },
      `db.Order.create({ username: 'a' })`,
    ],
    [
      'UpdateItem',
      {
        Key,
        UpdateExpression: 'SET #t = :t',
        ExpressionAttributeNames: { '#t': 'tags' },
        ExpressionAttributeValues: { ':t': { SS: ['x'] } },
      },
      `db.Order.update({ username: 'a#b', number: 7 }, { tags: new Set(['x']) })`,
    ],
    [
      'PutItem',
      { Item: { ...Key, username: { S: 'a' } }, ConditionExpression: 'attribute_not_exists(deletedAt)' },
      'The model cannot express this condition',
    ],
    [
      'DeleteItem',
      { Key, Expected: { username: { Exists: true } } },
      'The model cannot express this condition',
    ],
    [
      'UpdateItem',
      {
        Key,
        UpdateExpression: 'SET constructor = :t',
        ExpressionAttributeValues: { ':t': { S: 'x' } },
      },
      `{ constructor: 'x' }`,
    ],
    ['BatchGetItem', { RequestItems: { Shop: { Keys: [Key] } } }, 'db.batch.get(['],
    ['GetItem', { Key: { PK: { S: 'X' }, SK: { S: 'Y' } } }, 'The key belongs to no entity'],
    ['Scan', {}, 'no verb'],
  ])('%s %j', (operation, input, part) => expect(codeOf(operation, input)).toContain(part))

  const pattern: PatternModel = {
    name: 'since',
    kind: 'query',
    index: 'primary',
    entities: ['Order'],
    arguments: [
      { name: 'username', required: true, range: false, type: 'text' },
      { name: 'number', required: false, range: true, type: 'number' },
      { name: 'day', required: false, range: true, type: 'date' },
      { name: 'big', required: false, range: true, type: 'bigint' },
    ],
    condition: 'PK = CUSTOMER#{username}',
    state: 'passes',
    findings: [],
    expectations: [],
  }

  it('calls a pattern with typed values, although the page has only text', () => {
    const values = {
      username: '7',
      number: { between: ['1', '20'] },
      day: { gte: '2026-01-31' },
      big: '12345678901234567890',
    }
    const written = modelSnippet(scan, model, { pattern, arguments: values })
    const code = 'code' in written ? written.code : ''
    expect(code).toContain(`username: '7'`)
    expect(code).toContain('number: { between: [1, 20] }')
    expect(code).toContain(`day: { gte: new Date('2026-01-31') }`)
    expect(code).toContain('big: 12345678901234567890n')
  })

  it('is not written for a query whose filter no pattern has', () => {
    const input = {
      KeyConditionExpression: 'PK = :p AND begins_with(SK, :s)',
      ExpressionAttributeValues: { ':p': { S: 'CUSTOMER#a' }, ':s': { S: '#ORDER#' }, ':f': { S: 'x' } },
    }
    const known = { ...model, patterns: [pattern] }
    expect(codeOf('Query', input, known)).toContain(`db.q.since({ username: 'a' })`)
    expect(codeOf('Query', { ...input, FilterExpression: 'f = :f' }, known)).toContain('this filter')
  })

  it('has numbers where keys are numbers', () => {
    const counted: TableModel = {
      ...model,
      key: { pk: [{ name: 'id', type: 'N' }], sk: [] },
      entities: [{ name: 'Count', templates: { id: [{ slot: 'id' }] }, indexes: [], attributes: ['id'] }],
    }
    expect(codeOf('GetItem', { Key: { id: { N: '5' } } }, counted)).toContain('db.Count.get({ id: 5 })')
    const patterns: TableModel['patterns'] = [{ ...pattern, name: 'one', entities: ['Count'] }]
    const query = {
      KeyConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': { N: '5' } },
    }
    expect(codeOf('Query', query, { ...counted, patterns })).toContain('db.q.one({ id: 5 })')
  })

  it('has text where a key of another program has none of the number that is declared', () => {
    const [order] = model.entities
    const stored = { number: 'bigint', at: 'epochMs' }
    const counted = { ...model, entities: [{ ...order, stored }] } as typeof model
    const key = { ...Key, SK: { S: '#ORDER#0);alert(' } }
    expect(codeOf('GetItem', { Key: key }, counted)).toContain("number: '0);alert(' }")
    const Item = { ...Key, at: { N: '0);alert(' } }
    expect(codeOf('PutItem', { Item }, counted)).toContain('at: new Date(NaN)')
  })

  it('is not written for a guessed model', () => {
    expect(codeOf('GetItem', { Key }, { ...model, source: 'guessed' })).toContain('only guessed')
  })

  it("uses the application's names where the stored ones differ", () => {
    const [order] = model.entities
    const storedAs = { username: 'u', placedAt: 'pa', 'lines.*.price': 'p' }
    const named = {
      ...model,
      entities: [{ ...order, attributes: ['u', 'number', 'pa', 'lines'], storedAs }],
    } as typeof model
    const values = { pa: { S: '2026-01-01T00:00:00.000Z' }, lines: { L: [{ M: { p: { N: '1' } } }] } }
    const written = codeOf('PutItem', { Item: { ...Key, u: { S: 'ann' }, ...values } }, named)
    expect(written).toContain("username: 'ann'")
    expect(written).toContain("placedAt: new Date('2026-01-01T00:00:00.000Z')")
    expect(written).toContain('lines: [{ price: 1 }]')
    const update = {
      Key,
      UpdateExpression: 'SET #pa = :pa',
      ExpressionAttributeNames: { '#pa': 'pa' },
      ExpressionAttributeValues: { ':pa': values.pa },
    }
    expect(codeOf('UpdateItem', update, named)).toContain('{ placedAt: new Date(')
  })
})
