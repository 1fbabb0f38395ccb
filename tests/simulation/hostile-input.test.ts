import type { Database } from '@monotable/engine'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  badNumbers,
  deepValue,
  inheritedNames,
  inheritedProperties,
  loneSurrogates,
} from './hostile/hostile-values.ts'
import { expectAlive, openTarget, refusalOf, target, targetKey } from './hostile/open-target.ts'
import { normalText } from './model/normal-form.ts'
import { type Json, wireAnswer, wireCall } from './wire-call.ts'

let db: Database
const before = inheritedProperties()

beforeAll(async () => {
  db = await openTarget()
})
afterEach(() => expectAlive(db))
afterAll(() => expect(inheritedProperties()).toEqual(before))

/** Builds a request that contains an expression and everything else it needs. */
const places: readonly (readonly [name: string, request: (expression: string) => [string, Json]])[] = [
  [
    'ConditionExpression',
    (text) => ['PutItem', { TableName: target, Item: targetKey, ConditionExpression: text }],
  ],
  [
    'UpdateExpression',
    (text) => ['UpdateItem', { TableName: target, Key: targetKey, UpdateExpression: text }],
  ],
  ['FilterExpression', (text) => ['Scan', { TableName: target, FilterExpression: text }]],
  [
    'ProjectionExpression',
    (text) => ['GetItem', { TableName: target, Key: targetKey, ProjectionExpression: text }],
  ],
  ['KeyConditionExpression', (text) => ['Query', { TableName: target, KeyConditionExpression: text }]],
]

const patterns: readonly (readonly [name: string, text: string])[] = [
  ['4,096 opening brackets', '('.repeat(4096)],
  ['4,096 closing brackets', ')'.repeat(4096)],
  ['2,000 pairs of brackets', `${'('.repeat(2000)}a = b${')'.repeat(2000)}`],
  ['brackets that could pair in many ways', '(a = b OR '.repeat(400)],
  ['brackets around operands', `${'('.repeat(1500)}a${')'.repeat(1500)} = b`],
  ['NOT a thousand times', `${'NOT '.repeat(1000)}a = b`],
  ['NOT and brackets in turn', `${'NOT ('.repeat(600)}a = b${')'.repeat(600)}`],
  ['more than 300 operators', Array.from({ length: 310 }, () => 'a = b').join(' OR ')],
  ['a path of 2,000 members', Array.from({ length: 2000 }, () => 'a').join('.')],
  ['a path of 1,300 indexes', `a${'[0]'.repeat(1300)}`],
  ['an index of 4,000 digits', `a[${'9'.repeat(4000)}]`],
  ['functions in functions', `${'size('.repeat(800)}a`],
  ['functions in functions of updates', `SET a = ${'if_not_exists(a, '.repeat(200)}b${')'.repeat(200)}`],
  ['many operands', `SET a = ${Array.from({ length: 1000 }, () => 'b').join(' + ')}`],
  ['many sections', 'SET a = b '.repeat(400)],
  ['BETWEEN without an end', 'a BETWEEN b AND '.repeat(250)],
  ['IN with too many', `a IN (${Array.from({ length: 1300 }, () => 'b').join(',')})`],
  ['commas', ','.repeat(4096)],
  ['spaces', ' '.repeat(4096)],
  ['signs', '<>='.repeat(1365)],
  ['one name of 4,096 letters', 'a'.repeat(4096)],
  ['more than 4,096 bytes in fewer characters', `a = ${'é'.repeat(2100)}`],
  ['a megabyte', 'a = b OR '.repeat(120_000)],
  ['null bytes', 'a\u0000 = b\u0000'],
  ['lone surrogates', 'a\ud800 = \udfffb'],
  ['placeholders of inherited names', '#__proto__ = :constructor'],
  ['names of what is inherited', 'constructor = __proto__'],
  ['functions of inherited names', 'constructor(a, b) AND hasOwnProperty(a)'],
  ['updates with functions of inherited names', 'SET a = toString(b, c)'],
  ['a comment', 'a = b -- c'],
  ['quotes', `a = 'b' OR "c" = \`d\``],
]

describe.each(places)('a hostile %s is refused', (_, request) => {
  it.each(patterns)('%s', async (__, text) => {
    const refusal = await refusalOf(db, ...request(text))
    // A projection may be any list of names; everything else here refers to undefined names or values.
    expect(['ValidationException', 'SerializationException', undefined]).toContain(refusal)
  })
})

describe('nesting', () => {
  it.each([33, 100, 10_000, 200_000])('%i levels deep in an item is refused', async (depth) => {
    expect(
      await refusalOf(db, 'PutItem', { TableName: target, Item: { ...targetKey, deep: deepValue(depth) } }),
    ).toBeTypeOf('string')
  })

  it.each([10_000, 200_000])('%i levels deep in every other place is refused', async (depth) => {
    const deep = deepValue(depth)
    const requests: [string, Json][] = [
      ['GetItem', { TableName: target, Key: { pk: deep, sk: deep } }],
      ['GetItem', { TableName: deep, Key: targetKey }],
      ['Scan', { TableName: target, FilterExpression: 'a = :v', ExpressionAttributeValues: { ':v': deep } }],
      [
        'Scan',
        { TableName: target, ScanFilter: { a: { ComparisonOperator: 'EQ', AttributeValueList: [deep] } } },
      ],
      [
        'Query',
        { TableName: target, KeyConditionExpression: 'pk = :v', ExpressionAttributeValues: { ':v': deep } },
      ],
      ['Query', { TableName: target, ExclusiveStartKey: deep }],
      [
        'UpdateItem',
        { TableName: target, Key: targetKey, AttributeUpdates: { a: { Action: 'PUT', Value: deep } } },
      ],
      ['PutItem', { TableName: target, Item: targetKey, Expected: { a: { Value: deep } } }],
      ['BatchWriteItem', { RequestItems: { [target]: [{ PutRequest: { Item: deep } }] } }],
      ['BatchGetItem', { RequestItems: deep }],
      [
        'TransactWriteItems',
        { TransactItems: [{ Put: { TableName: target, Item: { ...targetKey, deep } } }] },
      ],
      ['TransactGetItems', { TransactItems: [deep] }],
      ['CreateTable', { TableName: 'Deep', KeySchema: [deep], AttributeDefinitions: deep }],
      ['UpdateTable', deep as Json],
      ['TagResource', { ResourceArn: 'arn', Tags: [deep] }],
    ]
    for (const [operation, input] of requests) {
      expect(await refusalOf(db, operation, input), operation).toBeTypeOf('string')
    }
  })

  it('an object that contains itself is refused', async () => {
    const circle: { L: unknown[] } = { L: [] }
    circle.L.push(circle)
    expect(await refusalOf(db, 'PutItem', { TableName: target, Item: { ...targetKey, circle } })).toBeTypeOf(
      'string',
    )
  })
})

describe('numbers', () => {
  it.each(
    badNumbers.map((number) => [
      number.length > 40 ? `${number.slice(0, 8)}… of ${number.length}` : number,
      number,
    ]),
  )('%j is refused wherever a number can be', async (_, number) => {
    const value = { N: number }
    const requests: [string, Json][] = [
      ['PutItem', { TableName: target, Item: { ...targetKey, n: value } }],
      ['PutItem', { TableName: target, Item: { ...targetKey, n: { NS: ['1', number] } } }],
      ['PutItem', { TableName: target, Item: { ...targetKey, n: { L: [{ M: { x: value } }] } } }],
      ['GetItem', { TableName: target, Key: { pk: value, sk: value } }],
      [
        'UpdateItem',
        {
          TableName: target,
          Key: targetKey,
          UpdateExpression: 'ADD n :v',
          ExpressionAttributeValues: { ':v': value },
        },
      ],
      ['Scan', { TableName: target, FilterExpression: 'n = :v', ExpressionAttributeValues: { ':v': value } }],
    ]
    for (const [operation, input] of requests) {
      expect(await refusalOf(db, operation, input), operation).toBe('ValidationException')
    }
  })

  it('sums beyond the range are refused, and change nothing', async () => {
    const Key = { pk: { S: 'sum' }, sk: { S: 's' } }
    await wireAnswer(db, 'PutItem', { TableName: target, Item: { ...Key, n: { N: '9e125' } } })
    const input = { TableName: target, Key, UpdateExpression: 'SET n = n + n' }
    expect(await refusalOf(db, 'UpdateItem', input)).toBe('ValidationException')
    expect(await wireAnswer(db, 'GetItem', { TableName: target, Key })).toMatchObject({
      Item: { n: { N: `9${'0'.repeat(125)}` } },
    })
  })

  it.each([Infinity, -1, 0, 1.5, 2 ** 53, '3', [], {}, null, true, Number.NaN])(
    'a Limit of %j is refused or ignored',
    async (Limit) => {
      await refusalOf(db, 'Scan', { TableName: target, Limit })
      await refusalOf(db, 'Scan', { TableName: target, Segment: Limit, TotalSegments: Limit })
      await refusalOf(db, 'ListTables', { Limit })
    },
  )
})

describe('invalid Unicode', () => {
  it.each(loneSurrogates.map((text) => [JSON.stringify(text), text]))(
    '%s is answered or refused everywhere',
    async (_, text) => {
      const requests: [string, Json][] = [
        ['PutItem', { TableName: target, Item: { pk: { S: text }, sk: { S: 's' } } }],
        ['PutItem', { TableName: target, Item: { ...targetKey, a: { S: text } } }],
        ['PutItem', { TableName: target, Item: { ...targetKey, [text]: { S: 'x' } } }],
        ['PutItem', { TableName: target, Item: { ...targetKey, a: { SS: [text, 'x'] } } }],
        [
          'PutItem',
          { TableName: target, Item: { ...targetKey, a: { M: { [text]: { L: [{ S: text }] } } } } },
        ],
        ['PutItem', { TableName: target, Item: { ...targetKey, a: { B: text } } }],
        ['PutItem', { TableName: target, Item: { ...targetKey, a: { [text]: text } } }],
        ['PutItem', { TableName: text, Item: targetKey }],
        ['PutItem', { TableName: target, Item: targetKey, [text]: text }],
        ['GetItem', { TableName: target, Key: { pk: { S: text }, sk: { S: text } } }],
        [
          'GetItem',
          {
            TableName: target,
            Key: targetKey,
            ProjectionExpression: '#a',
            ExpressionAttributeNames: { '#a': text },
          },
        ],
        [
          'GetItem',
          {
            TableName: target,
            Key: targetKey,
            ProjectionExpression: `#${text}`,
            ExpressionAttributeNames: { [`#${text}`]: 'a' },
          },
        ],
        ['GetItem', { TableName: target, Key: targetKey, AttributesToGet: [text] }],
        [
          'Scan',
          { TableName: target, FilterExpression: 'a = :a', ExpressionAttributeValues: { ':a': { S: text } } },
        ],
        [
          'Scan',
          {
            TableName: target,
            FilterExpression: `a = :${text}`,
            ExpressionAttributeValues: { [`:${text}`]: { S: 'a' } },
          },
        ],
        ['Scan', { TableName: target, IndexName: text }],
        [
          'Query',
          {
            TableName: target,
            KeyConditionExpression: 'pk = :a AND begins_with(sk, :b)',
            ExpressionAttributeValues: { ':a': { S: text }, ':b': { S: text } },
          },
        ],
        [
          'UpdateItem',
          {
            TableName: target,
            Key: targetKey,
            UpdateExpression: 'SET a = :a',
            ExpressionAttributeValues: { ':a': { S: text } },
          },
        ],
        [
          'TransactWriteItems',
          { ClientRequestToken: text, TransactItems: [{ Put: { TableName: target, Item: targetKey } }] },
        ],
        ['CreateTable', { TableName: text }],
        ['CreateTable', newTable('Surrogates', text)],
        [
          'TagResource',
          {
            ResourceArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${target}`,
            Tags: [{ Key: text, Value: text }],
          },
        ],
      ]
      for (const [operation, input] of requests) await refusalOf(db, operation, input)
      await wireAnswer(db, 'Scan', { TableName: target })
      await wireCall(db, 'DeleteTable', { TableName: 'Surrogates' })
    },
  )

  it('a name means the same wherever a request uses it', async () => {
    const half = '\ud800'
    const names = { ExpressionAttributeNames: { '#n': half } }
    const values = { ExpressionAttributeValues: { ':v': { S: 'now' } } }
    const at = { TableName: target, Key: targetKey }
    await wireAnswer(db, 'PutItem', { TableName: target, Item: { ...targetKey, [half]: { S: 'before' } } })
    const is = async (text: string) =>
      expect(await wireAnswer(db, 'GetItem', at)).toEqual({ Item: { ...targetKey, '\ufffd': { S: text } } })
    await wireAnswer(db, 'UpdateItem', { ...at, UpdateExpression: 'SET #n = :v', ...names, ...values })
    await is('now')
    const AttributeUpdates = { [half]: { Value: { S: 'then' } } }
    await wireAnswer(db, 'UpdateItem', {
      ...at,
      AttributeUpdates,
      Expected: { [half]: { Value: { S: 'now' } } },
    })
    await is('then')
    const part = { Item: { '\ufffd': { S: 'then' } } }
    expect(await wireAnswer(db, 'GetItem', { ...at, ProjectionExpression: '#n', ...names })).toEqual(part)
    expect(await wireAnswer(db, 'GetItem', { ...at, AttributesToGet: [half] })).toEqual(part)
    const ScanFilter = { [half]: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'then' }] } }
    expect(await wireAnswer(db, 'Scan', { TableName: target, ScanFilter })).toMatchObject({ Count: 1 })
    await wireAnswer(db, 'CreateTable', newTable('Surrogates', half))
    await wireAnswer(db, 'PutItem', { TableName: 'Surrogates', Item: { [half]: { S: 'a' } } })
    await wireAnswer(db, 'DeleteTable', { TableName: 'Surrogates' })
  })

  it('what is read is well-formed, and finds the item again in the table and its index', async () => {
    const Item = {
      pk: { S: '\ud800' },
      sk: { S: 'a\udfff' },
      gp: { S: '\udc00' },
      list: { L: [{ S: '\ud800' }] },
    }
    if ((await refusalOf(db, 'PutItem', { TableName: target, Item })) !== undefined) return
    const { Items } = (await wireAnswer(db, 'Scan', { TableName: target })) as { Items: (typeof Item)[] }
    const stored = Items.find(({ sk }) => /^a\W$/u.test(sk.S))
    expect(JSON.stringify(stored)).not.toMatch(/\\ud/)
    const Key = { pk: stored?.pk, sk: stored?.sk }
    expect(await wireAnswer(db, 'GetItem', { TableName: target, Key })).toEqual({ Item: stored })
    const KeyConditionExpression = 'gp = :gp'
    const ExpressionAttributeValues = { ':gp': stored?.gp }
    const query = {
      TableName: target,
      IndexName: 'global',
      KeyConditionExpression,
      ExpressionAttributeValues,
    }
    expect(await wireAnswer(db, 'Query', query)).toMatchObject({ Items: [stored] })
    await wireAnswer(db, 'DeleteItem', { TableName: target, Key })
  })

  it('null bytes are ordinary characters', async () => {
    const Item = {
      pk: { S: '\u0000' },
      sk: { S: 'a\u0000b' },
      '\u0000': { S: '\u0000' },
      m: { M: { '\u0000': { SS: ['\u0000', ''] } } },
    }
    await wireAnswer(db, 'PutItem', { TableName: target, Item })
    const Key = { pk: Item.pk, sk: Item.sk }
    expect(await wireAnswer(db, 'GetItem', { TableName: target, Key })).toMatchObject({
      Item: { ...Key, '\u0000': { S: '\u0000' } },
    })
    const query = { TableName: target, KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)' }
    const ExpressionAttributeValues = { ':p': { S: '\u0000' }, ':s': { S: 'a\u0000' } }
    expect(await wireAnswer(db, 'Query', { ...query, ExpressionAttributeValues })).toMatchObject({ Count: 1 })
    expect(
      await wireAnswer(db, 'Query', {
        ...query,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':s': { S: 'a\u0000\u0000' } },
      }),
    ).toMatchObject({ Count: 0 })
  })
})

describe.each(inheritedNames)('the name %s is a name like any other', (name) => {
  const own = (entries: Json, value: unknown): Json =>
    Object.fromEntries([...Object.entries(entries), [name, value]])

  it('as an attribute and in every expression', async () => {
    const Key = { pk: { S: 'names' }, sk: { S: name } }
    const names = { '#n': name }
    const Item = own({ ...Key, gp: { S: 'g' } }, { M: own({}, { N: '1' }) })
    await wireAnswer(db, 'PutItem', { TableName: target, Item })
    expect(ownEntries(await wireAnswer(db, 'GetItem', { TableName: target, Key }), 'Item')).toEqual(
      entriesOf(Item),
    )
    const absent = {
      TableName: target,
      Key: { pk: { S: 'absent' }, sk: { S: 's' } },
      ExpressionAttributeNames: names,
    }
    expect(
      await refusalOf(db, 'DeleteItem', { ...absent, ConditionExpression: 'attribute_exists(#n)' }),
    ).toBe('ConditionalCheckFailedException')
    expect(
      await refusalOf(db, 'DeleteItem', { ...absent, ConditionExpression: 'attribute_exists(a.#n.#n)' }),
    ).toBe('ConditionalCheckFailedException')
    const update = {
      TableName: target,
      Key,
      UpdateExpression: 'SET #n.#n = #n.#n + :one, b = if_not_exists(b.#n, :one)',
      ReturnValues: 'UPDATED_NEW',
    }
    const updated = await wireAnswer(db, 'UpdateItem', {
      ...update,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':one': { N: '1' } },
    })
    expect(ownEntries(updated, 'Attributes')).toEqual(
      entriesOf(own({ b: { N: '1' } }, { M: own({}, { N: '2' }) })),
    )
    const projected = await wireAnswer(db, 'GetItem', {
      TableName: target,
      Key,
      ProjectionExpression: '#n',
      ExpressionAttributeNames: names,
    })
    expect(ownEntries(projected, 'Item')).toEqual(entriesOf(own({}, { M: own({}, { N: '2' }) })))
    const removed = await wireAnswer(db, 'UpdateItem', {
      TableName: target,
      Key,
      UpdateExpression: 'REMOVE #n',
      ExpressionAttributeNames: names,
      ReturnValues: 'ALL_NEW',
    })
    expect(ownEntries(removed, 'Attributes')).toEqual(entriesOf({ ...Key, gp: { S: 'g' }, b: { N: '1' } }))
  })

  it('as a placeholder', async () => {
    const input = {
      TableName: target,
      FilterExpression: `#${name} = :${name} AND #${name} <> :x`,
      ExpressionAttributeNames: Object.fromEntries([[`#${name}`, 'pk']]),
      ExpressionAttributeValues: Object.fromEntries([
        [`:${name}`, { S: 'p' }],
        [':x', { S: 'x' }],
      ]),
    }
    expect(await wireAnswer(db, 'Scan', input)).toMatchObject({ Count: 1 })
    expect(await refusalOf(db, 'Scan', { TableName: target, FilterExpression: `#${name} = :${name}` })).toBe(
      'ValidationException',
    )
  })

  it('in the legacy parameters', async () => {
    const Key = { pk: { S: 'older' }, sk: { S: name } }
    await wireAnswer(db, 'UpdateItem', {
      TableName: target,
      Key,
      AttributeUpdates: own({}, { Action: 'PUT', Value: { S: 'v' } }),
    })
    const Expected = own({}, { Value: { S: 'v' } })
    await wireAnswer(db, 'UpdateItem', {
      TableName: target,
      Key,
      Expected,
      AttributeUpdates: { c: { Action: 'ADD', Value: { N: '1' } } },
    })
    const ScanFilter = own({}, { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'v' }] })
    const found = await wireAnswer(db, 'Scan', { TableName: target, ScanFilter, AttributesToGet: undefined })
    expect(found).toMatchObject({ Count: 1 })
    expect(
      await refusalOf(db, 'DeleteItem', { TableName: target, Key, Expected: own({}, { Exists: false }) }),
    ).toBe('ConditionalCheckFailedException')
    const gotten = await wireAnswer(db, 'GetItem', { TableName: target, Key, AttributesToGet: [name] })
    expect(ownEntries(gotten, 'Item')).toEqual(entriesOf(own({}, { S: 'v' })))
  })

  it('as the name of a table, an index and a key', async () => {
    await wireAnswer(db, 'CreateTable', newTable(name, name))
    const Item = own({}, { S: 'k' })
    await wireAnswer(db, 'BatchWriteItem', { RequestItems: own({}, [{ PutRequest: { Item } }]) })
    const read = await wireAnswer(db, 'BatchGetItem', {
      RequestItems: own({}, { Keys: [Item] }),
      ReturnConsumedCapacity: 'INDEXES',
    })
    expect(ownEntries(read, 'Responses')).toEqual([[name, [Item]]])
    const scanned = await wireAnswer(db, 'Scan', {
      TableName: name,
      IndexName: name,
      ReturnConsumedCapacity: 'INDEXES',
    })
    expect(scanned).toMatchObject({ Count: 1 })
    expect(ownEntries(scanned['ConsumedCapacity'] as Json, 'GlobalSecondaryIndexes')).toEqual([
      [name, { CapacityUnits: 0.5 }],
    ])
    const paged = await wireAnswer(db, 'Scan', { TableName: name, Limit: 1 })
    expect(ownEntries(paged, 'LastEvaluatedKey')).toEqual([[name, { S: 'k' }]])
    expect(
      await wireAnswer(db, 'Scan', { TableName: name, ExclusiveStartKey: paged['LastEvaluatedKey'] }),
    ).toMatchObject({ Count: 0 })
    await wireAnswer(db, 'DeleteTable', { TableName: name })
  })

  it('as an unknown member, and as an operation', async () => {
    expect(await refusalOf(db, 'Scan', own({ TableName: target }, { TableName: 'other' }))).toBe(undefined)
    expect(await refusalOf(db, 'Scan', JSON.parse(`{"${name}":{"TableName":"${target}"}}`))).toBe(
      'ValidationException',
    )
    expect(await refusalOf(db, name, {})).toBe('UnknownOperationException')
  })

  it('as the type of a value', async () => {
    const value = own({}, 'x')
    expect(
      await refusalOf(db, 'PutItem', { TableName: target, Item: { ...targetKey, a: value } }),
    ).toBeTypeOf('string')
    expect(
      await refusalOf(db, 'PutItem', { TableName: target, Item: { ...targetKey, a: { S: 'x', ...value } } }),
    ).not.toBe('InternalServerError')
  })
})

describe('sheer size', () => {
  it('50,000 attributes work if they fit, and are refused otherwise', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, { NULL: true }]))
    const Item = { ...many(50_000), ...targetKey }
    await wireAnswer(db, 'PutItem', { TableName: target, Item })
    const read = await wireAnswer(db, 'GetItem', { TableName: target, Key: targetKey })
    expect(normalText(read) === normalText({ Item })).toBe(true)
    expect(
      await refusalOf(db, 'PutItem', { TableName: target, Item: { ...many(80_000), ...targetKey } }),
    ).toBe('ValidationException')
    await wireAnswer(db, 'PutItem', { TableName: target, Item: { ...targetKey, gp: { S: 'g' } } })
  })

  it('sets and lists with very many members are refused or stored, and compared in reasonable time', async () => {
    const members = Array.from({ length: 40_000 }, (_, index) => String(index))
    const Item = { ...targetKey, many: { SS: members } }
    await wireAnswer(db, 'PutItem', { TableName: target, Item })
    const values = { ':v': { SS: members.toReversed() } }
    const input = {
      TableName: target,
      Key: targetKey,
      ConditionExpression: 'many = :v',
      UpdateExpression: 'ADD many :v',
    }
    await wireAnswer(db, 'UpdateItem', { ...input, ExpressionAttributeValues: values })
    await wireAnswer(db, 'UpdateItem', {
      TableName: target,
      Key: targetKey,
      UpdateExpression: 'DELETE many :v',
      ExpressionAttributeValues: values,
    })
    const repeated = { ...targetKey, many: { SS: [...members, '0'] } }
    expect(await refusalOf(db, 'PutItem', { TableName: target, Item: repeated })).toBe('ValidationException')
  })

  it('100,000 placeholders are refused', async () => {
    const names = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`#n${index}`, `name-${index}`]),
    )
    const input = {
      TableName: target,
      Key: targetKey,
      ProjectionExpression: '#n0',
      ExpressionAttributeNames: names,
    }
    expect(await refusalOf(db, 'GetItem', input)).toBe('ValidationException')
  })
})

function newTable(name: string, key: string): Json {
  const KeySchema = [{ AttributeName: key, KeyType: 'HASH' }]
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
    KeySchema,
    GlobalSecondaryIndexes: [{ IndexName: name, KeySchema, Projection: { ProjectionType: 'ALL' } }],
  }
}

/** Returns the entries of a member of an answer, sorted; `toEqual` ignores a property named like the prototype. */
function ownEntries(answer: Json, member: string): [string, unknown][] {
  return entriesOf(answer[member] as Json)
}

function entriesOf(object: Json): [string, unknown][] {
  return Object.entries(object)
    .map(([name, value]): [string, unknown] => [name, isMap(value) ? { M: entriesOf(value.M) } : value])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

function isMap(value: unknown): value is { M: Json } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'M')
}
