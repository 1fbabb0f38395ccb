import { describe, expect, it } from 'vitest'
import { dataOperations } from '../../shared/snippets/operation-shapes.ts'
import { answeredItems, nextPage } from './answered-items.ts'
import { actionsOf, appendAction } from './append-action.ts'
import { buildRead } from './build-read.ts'
import { readCall, startOf, withCall, withJson, withStatement } from './editor-state.ts'
import { adviseOn } from './error-advice.ts'
import { estimateUnits } from './estimate-units.ts'
import { explainAnswer, isWrite } from './explain-answer.ts'
import { filterHistory, type HistoryEntry, keepInHistory, readHistory } from './history.ts'
import { operationGroups, unfilledSlots } from './operation-template.ts'
import { parsePartiql } from './parse-partiql.ts'
import { parseRead } from './parse-read.ts'
import { emptyRead, findHalfRead, type ReadDraft, readKind, scanReason } from './read-draft.ts'
import { shopModel } from './shop-model.ts'
import { buildWrite, findHalfWrite, parseWrite, type WriteDraft } from './write-draft.ts'
import { writePartiql } from './write-partiql.ts'

const empty = emptyRead(shopModel)
const drafts: readonly (readonly [string, ReadDraft, string])[] = [
  ['nothing', empty, 'SCAN'],
  ['a whole key', { ...empty, partition: ["o'b"], sort: [{ operator: '=', values: ['x'] }] }, 'GET'],
  ['a partition', { ...empty, partition: ['a'] }, 'QUERY'],
  [
    'a range',
    { ...empty, partition: ['a'], sort: [{ operator: 'between', values: ['1', '2'] }], descending: true },
    'QUERY',
  ],
  [
    'a beginning',
    { ...empty, partition: ['a'], sort: [{ operator: 'begins_with', values: ['#O'] }] },
    'QUERY',
  ],
  [
    'an index with filters',
    {
      ...emptyRead(shopModel, 'GSI1'),
      partition: ['STATUS#new'],
      sort: [{ operator: '>=', values: ['12.50'] }],
      filters: [
        { attribute: 'size', operator: '=', type: 'N', values: ['3'] },
        { attribute: 'address.lines[0]', operator: 'contains', type: 'S', values: [`"it's" AND so`] },
        { attribute: 'open', operator: '<>', type: 'BOOL', values: ['true'] },
        { attribute: 'note', operator: 'not exists', type: 'S', values: [] },
        { attribute: 'note', operator: 'exists', type: 'S', values: [] },
        { attribute: 'day', operator: 'between', type: 'S', values: ['a', 'b'] },
        { attribute: 'kind', operator: 'in', type: 'S', values: ['a, b, c'] },
        { attribute: 'kind', operator: 'not contains', type: 'S', values: ['z'] },
        { attribute: 'nothing', operator: '=', type: 'NULL', values: [''] },
      ],
      projection: 'PK, address.city',
    },
    'QUERY',
  ],
  [
    'a scan with a filter',
    { ...empty, filters: [{ attribute: 'n', operator: '>', type: 'N', values: ['-1.5'] }] },
    'SCAN',
  ],
]

function filtered(FilterExpression: string, values: object, names?: object) {
  const input = { TableName: 'Shop', FilterExpression, ExpressionAttributeValues: values }
  return { operation: 'Scan', input: { ...input, ...(names && { ExpressionAttributeNames: names }) } }
}
const projected = { TableName: 'Shop', ProjectionExpression: '#a' }

describe('builder, request and PartiQL stay in sync', () => {
  it.each(drafts)('%s', (_, draft, kind) => {
    expect(readKind(draft)).toBe(kind)
    const call = buildRead(draft, shopModel)
    expect(parseRead(call, shopModel)).toEqual({ ...draft, startKey: undefined })
    const written = writePartiql(call, shopModel)
    const statement = 'statement' in written ? written.statement : ''
    expect(parsePartiql(statement, shopModel)).toEqual(draft)
  })

  it('limit, consistency and the start of the page belong to the request, not to the statement', () => {
    const call = buildRead({ ...empty, partition: ['a'], limit: '5', consistent: true }, shopModel)
    expect(call.input).toMatchObject({ Limit: 5, ConsistentRead: true })
    expect(writePartiql(call, shopModel)).toEqual({ statement: `SELECT *\nFROM "Shop"\nWHERE "PK" = 'a'` })
  })

  it('a scan says why it is one', () => {
    expect(scanReason(empty, shopModel)).toContain('partition key PK')
    expect(scanReason({ ...empty, partition: ['a'] }, shopModel)).toBeUndefined()
  })

  it.each([
    [{ operation: 'Query', input: { TableName: 'Other' } }, 'another table'],
    [{ operation: 'Query', input: { TableName: 'Shop', IndexName: 'No' } }, 'no index No'],
    [{ operation: 'Scan', input: { TableName: 'Shop', Segment: 0 } }, 'Segment'],
    [{ operation: 'Scan', input: { TableName: 'Shop', FilterExpression: 'a = :a OR b = :b' } }, 'more than'],
    [{ operation: 'PutItem', input: { TableName: 'Shop' } }, 'PutItem'],
    [filtered('kind IN (:a, :b)', { ':a': { S: 'x, y' }, ':b': { S: 'z' } }), 'more than'],
    [filtered('#a = :a', { ':a': { S: '1' } }, { '#a': 'price.net' }), 'more than'],
    [{ operation: 'Scan', input: { ...projected, ExpressionAttributeNames: { '#a': 'a.b' } } }, 'a.b'],
  ])('a request that the builder cannot express has a reason: %j', (call, reason) => {
    const parsed = parseRead(call, shopModel)
    expect('reason' in parsed ? parsed.reason : '').toContain(reason)
  })

  it.each([
    'DELETE FROM x',
    'SELECT * FROM "Shop" WHERE',
    'SELECT * FROM Shop WHERE a = ?',
    'SELECT ~',
    `SELECT * FROM Shop WHERE kind IN ['x, y', 'z']`,
    `SELECT * FROM Shop WHERE kind IN ['x', 1]`,
    `SELECT * FROM Shop WHERE n BETWEEN 1 AND '2'`,
    'SELECT * FROM Shop WHERE "price.net" = 1',
    'SELECT * FROM Shop WHERE PK = 1',
    "SELECT * FROM Shop.GSI1 WHERE GSI1PK = 'a' AND total > '1'",
  ])('a statement that the builder would write differently has a reason: %s', (statement) =>
    expect(parsePartiql(statement, shopModel)).toHaveProperty('reason'),
  )

  it('the name of a key may contain path separators', () => {
    const part = (name: string) => [{ name, type: 'S' as const }]
    const dotted = { ...shopModel, key: { pk: part('user.id'), sk: part('made.at') } }
    const sort = [{ operator: 'begins_with' as const, values: ['2026'] }]
    const draft = { ...empty, partition: ['a'], sort, descending: true }
    const written = writePartiql(buildRead(draft, dotted), dotted)
    const statement = 'statement' in written ? written.statement : ''
    expect(parsePartiql(statement, dotted)).toEqual(draft)
    expect(parsePartiql(`SELECT * FROM Shop WHERE "user.id" <> 'a'`, dotted)).toHaveProperty('reason')
    expect(parsePartiql(`SELECT "user.id" FROM Shop`, dotted)).toHaveProperty('reason')
  })

  it('a comparison with a binary value has no statement, since binary values have no literals', () => {
    const key = { ...shopModel.key, pk: [{ name: 'PK', type: 'B' as const }] }
    const call = buildRead({ ...empty, partition: ['AQ=='] }, { ...shopModel, key })
    expect(writePartiql(call, { ...shopModel, key })).toHaveProperty('reason')
    const filter = filtered('a = :a', { ':a': { B: 'AQ==' } })
    expect(writePartiql(filter, shopModel)).toHaveProperty('reason')
  })
})

function changed(UpdateExpression: string, ExpressionAttributeNames?: object) {
  const values = { ExpressionAttributeValues: { ':v': { S: 'x' }, ':w': { L: [{ S: 'y' }] } } }
  return {
    TableName: 'Shop',
    Key: {},
    UpdateExpression,
    ...values,
    ...(ExpressionAttributeNames && { ExpressionAttributeNames }),
  }
}

describe('what is half typed in a read', () => {
  const from = { operator: 'between', values: ['2026', ''] } as const
  const blank = { attribute: '', operator: '=', type: 'S', values: ['x'] } as const
  const second = { operator: '=', values: ['b'] } as const
  it.each<readonly [string, Partial<ReadDraft>, string]>([
    ['one of two values', { sort: [from] }, 'Give both values of SK, or none.'],
    ['a filter', { filters: [{ ...blank, attribute: 'a' }, blank] }, 'filter 2'],
    ['an attribute of the sort key before another', { sort: [empty.sort[0] ?? second, second] }, 'Give SK a'],
    [
      'a range before another attribute',
      { sort: [{ operator: '>', values: ['a'] }, second] },
      'or clear SK2',
    ],
  ])('%s', (_, change, problem) => {
    const sk = [...shopModel.key.sk, { name: 'SK2', type: 'S' as const }]
    const model = { ...shopModel, key: { ...shopModel.key, sk } }
    expect(findHalfRead({ ...empty, partition: ['a'], ...change }, model)).toContain(problem)
    // A Scan filters by every attribute that is given.
    if ('sort' in change && change.sort?.length === 2)
      expect(findHalfRead({ ...empty, ...change }, model)).toBeUndefined()
  })
  it.each(drafts)('is nothing in %s', (_, draft) => expect(findHalfRead(draft, shopModel)).toBeUndefined())
})

describe('a statement that was run before', () => {
  const noteOn = (Statement: string) =>
    withCall({ operation: 'ExecuteStatement', input: { Statement } }, shopModel).notBuilt
  it('says the same about the builder as when it was typed', () => {
    const odd = 'SELECT * FROM "Shop" WHERE "a" = 1 OR "b" = 2'
    expect(noteOn(odd)).toBe(withStatement(odd, shopModel).notBuilt)
    expect(noteOn(odd)).toBeTruthy()
    expect(noteOn('SELECT * FROM "Shop"')).toBeUndefined()
  })
})

describe('forms of writes', () => {
  const draft: WriteDraft = {
    operation: 'UpdateItem',
    key: ['a', 'b'],
    changes: [
      { verb: 'set', attribute: 'status', type: 'S', value: 'new' },
      { verb: 'set if missing', attribute: 'n', type: 'N', value: '1' },
    ],
    conditions: [],
  }
  it('an update of plain values can be parsed', () => {
    expect(parseWrite(buildWrite(draft, shopModel), shopModel)).toEqual(draft)
  })
  it('so can every other change, and conditions', () => {
    const all: WriteDraft = {
      ...draft,
      changes: [
        { verb: 'append', attribute: 'log', type: 'S', value: 'x' },
        ...draft.changes,
        { verb: 'add', attribute: 'count', type: 'N', value: '1' },
        { verb: 'remove', attribute: 'old', type: 'S', value: '' },
        { verb: 'remove', attribute: 'older', type: 'S', value: '' },
      ],
      conditions: [
        { attribute: 'status', operator: '=', type: 'S', values: ['old'] },
        { attribute: 'n', operator: 'between', type: 'N', values: ['1', '2'] },
        { attribute: 'gone', operator: 'not exists', type: 'S', values: [] },
      ],
    }
    expect(parseWrite(buildWrite(all, shopModel), shopModel)).toEqual(all)
    const removal: WriteDraft = { ...all, operation: 'DeleteItem', changes: [] }
    expect(parseWrite(buildWrite(removal, shopModel), shopModel)).toEqual(removal)
  })
  it('a row without an attribute is named, since it would be left out of what is written', () => {
    expect(findHalfWrite(draft)).toBeUndefined()
    const blank = { attribute: '', operator: '=', type: 'S', values: ['old'] } as const
    const named = { ...blank, attribute: 'status' }
    expect(findHalfWrite({ ...draft, conditions: [named, blank] })).toContain('condition 2')
    const change = { verb: 'set', attribute: '', type: 'S', value: 'x' } as const
    expect(findHalfWrite({ ...draft, changes: [change] })).toContain('change 1')
  })
  it.each([
    [{ TableName: 'Other', Key: {} }, 'another table'],
    [{ TableName: 'Shop', Key: {}, Expected: { a: { Exists: false } } }, 'Expected'],
    [{ TableName: 'Shop', Key: {}, AttributeUpdates: {} }, 'AttributeUpdates'],
    [changed('SET a = if_not_exists(b, :v)'), 'cannot edit these expressions'],
    [changed('SET a = b + :v'), 'cannot edit these expressions'],
    [changed('SET a = :v DELETE b :v'), 'cannot edit these expressions'],
    [changed('SET a = list_append(a, :v)'), 'cannot edit these expressions'],
    [changed('SET a = list_append(if_not_exists(a, :w), :w)'), 'cannot edit these expressions'],
    [changed('SET a = if_not_exists(A, :v)'), 'cannot edit these expressions'],
    [changed('SET #a = :v', { '#a': 'price.net' }), 'cannot edit these expressions'],
  ])('a request that the form would lose parts of stays in JSON: %j', (input, reason) => {
    const parsed = parseWrite({ operation: 'UpdateItem', input }, shopModel)
    expect('reason' in parsed ? parsed.reason : '').toContain(reason)
  })
  it('all verbs in one expression', () => {
    const changes = [
      ...draft.changes,
      { verb: 'add' as const, attribute: 'count', type: 'N' as const, value: '1' },
      { verb: 'append' as const, attribute: 'log', type: 'S' as const, value: 'x' },
      { verb: 'remove' as const, attribute: 'old', type: 'S' as const, value: '' },
    ]
    const { input } = buildWrite({ ...draft, changes }, shopModel)
    expect(input).toMatchObject({
      UpdateExpression:
        'SET #status = :status, #n = if_not_exists(#n, :n), #log = list_append(if_not_exists(#log, :empty_list), :log) ADD #count :count REMOVE #old',
    })
  })
})

describe('estimated units of a call', () => {
  const size = { items: 1000, bytes: 4_000_000, indexes: new Map([['GSI1', { items: 10, bytes: 1000 }]]) }
  it.each([
    ['GetItem', { TableName: 'Shop' }, 0.5, false],
    ['GetItem', { ConsistentRead: true }, 1, false],
    ['Query', {}, 0.5, true],
    ['Query', { Limit: 100 }, 49, false],
    ['Scan', {}, 128, true],
    ['Scan', { IndexName: 'GSI1' }, 0.5, false],
    ['PutItem', { Item: { PK: { S: 'x'.repeat(1500) }, GSI1PK: { S: 'a' }, total: { N: '1' } } }, 4, false],
    ['TransactWriteItems', { TransactItems: [{ Put: { Item: { PK: { S: 'a' } } } }] }, 2, false],
    ['BatchGetItem', { RequestItems: { Shop: { Keys: [{}, {}] } } }, 1, false],
  ] as const)('%s %j', (operation, input, units, atLeast) => {
    expect(estimateUnits({ operation, input }, shopModel, size)).toMatchObject({ units, atLeast })
  })

  it('speaks of one item in the singular', () => {
    const because = (input: object, items: number) =>
      estimateUnits({ operation: 'Scan', input: { TableName: 'Shop', ...input } }, shopModel, {
        ...{ items, bytes: 90 * items, indexes: new Map() },
      })?.because
    expect(because({}, 1)).toBe('its only item, 90 B')
    expect(because({}, 2)).toBe('all 2 items, 180 B')
    expect(because({ Limit: 1 }, 2)).toBe('the first item')
    expect(because({ Limit: 2 }, 3)).toBe('the first 2 items')
  })
})

describe('explaining an answer', () => {
  it('sums pages by table and index, and warns of waste', () => {
    const page = {
      durationMs: 1,
      output: {
        Count: 1,
        ScannedCount: 10,
        LastEvaluatedKey: {},
        ConsumedCapacity: {
          TableName: 'Shop',
          CapacityUnits: 2,
          Table: { CapacityUnits: 0 },
          GlobalSecondaryIndexes: { GSI1: { CapacityUnits: 2 } },
        },
      },
    }
    const explained = explainAnswer(
      { operation: 'Query', input: { IndexName: 'GSI1' } },
      [page, page],
      shopModel,
    )
    expect(explained).toMatchObject({
      badge: 'QUERY',
      units: 4,
      byTable: [{ name: 'GSI1', units: 4 }],
      scanned: 20,
      returned: 2,
      efficiency: 0.1,
      more: true,
    })
    expect(explained.warnings[0]).toContain('90 %')
  })

  it('a scan has its reason', () => {
    const { summary } = explainAnswer({ operation: 'Scan', input: {} }, [], shopModel)
    expect(summary).toContain('Scan of the whole table, because no value is given for its partition key PK')
  })

  it.each([
    ['PutItem', {}, true],
    ['Query', {}, false],
    ['ExecuteStatement', { Statement: ' select 1' }, false],
    ['ExecuteStatement', { Statement: 'DELETE FROM x' }, true],
    ['ExecuteTransaction', { TransactStatements: [{ Statement: 'UPDATE x' }] }, true],
  ])('%s %j writes: %s', (operation, input, writes) => expect(isWrite({ operation, input })).toBe(writes))

  it('frequent errors have advice', () => {
    expect(adviseOn({ name: 'ValidationException', message: 'reserved keyword: size' })).toContain('#name')
    expect(adviseOn({ name: 'Strange', message: '' })).toBeUndefined()
  })
})

describe('history', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
  }
  const entry = (name: string): HistoryEntry => ({
    operation: 'Query',
    input: { TableName: name },
    atMs: 1,
    connection: 'c',
    table: name,
    durationMs: 1,
  })
  it('keeps the newest first, each call once', () => {
    const kept = storage()
    for (const name of ['apple', 'berry', 'apple']) keepInHistory(kept, entry(name))
    expect(readHistory(kept).map(({ table }) => table)).toEqual(['apple', 'berry'])
    expect(filterHistory(readHistory(kept), 'query BERRY').map(({ table }) => table)).toEqual(['berry'])
  })
  it('broken entries are ignored', () => {
    expect(readHistory({ getItem: () => '{', setItem: () => undefined })).toEqual([])
    expect(readHistory({ getItem: () => '[1, null, {}]', setItem: () => undefined })).toEqual([])
  })
})

describe('the next page', () => {
  const [LastEvaluatedKey, NextToken] = [{ pk: { S: 'a' } }, 'token']

  it('is requested with a key, or with the token of a statement, even if that has a key too', () => {
    const scan = { TableName: 'Shop' }
    const select = { Statement: 'SELECT * FROM Shop' }
    expect(nextPage(scan, {})).toBeUndefined()
    expect(nextPage(scan, { LastEvaluatedKey })).toEqual({ ...scan, ExclusiveStartKey: LastEvaluatedKey })
    expect(nextPage(select, { LastEvaluatedKey, NextToken })).toEqual({ ...select, NextToken })
    expect(nextPage(select, { LastEvaluatedKey })).toBeUndefined()
  })
})

describe('one request in three forms', () => {
  it('typed text is kept as it was typed, and the other forms follow', () => {
    const statement = `select * from Shop where PK = 'a'`
    const state = withStatement(statement, shopModel)
    expect(state.statement).toBe(statement)
    expect(state.draft?.partition).toEqual(['a'])
    const json = '{"TableName":"Shop"}'
    expect(withJson(state, json, shopModel)).toMatchObject({ json, call: { operation: 'Scan' } })
  })

  it('incomplete JSON keeps the last request, and has an error message', () => {
    const state = startOf('Query', shopModel)
    const broken = withJson(state, '{', shopModel)
    expect(broken.call).toBe(state.call)
    expect(broken.jsonProblem).toBeTruthy()
    expect(withJson(state, '[]', shopModel).jsonProblem).toBe('The input must be an object.')
  })

  it('values of question marks are kept while a statement is typed', () => {
    const state = startOf('ExecuteStatement', shopModel)
    const changed = withStatement('DELETE FROM "Shop" WHERE "PK" = ?', shopModel, state.call)
    expect(changed.call.input).toMatchObject({ Parameters: expect.any(Array) })
  })

  it('the kind of read follows from the members of the input', () => {
    const state = startOf('Query', shopModel)
    expect(withJson(state, '{"TableName":"Shop","Key":{}}', shopModel).call.operation).toBe('GetItem')
    expect(withJson(state, '{"KeyConditionExpression":"a"}', shopModel).call.operation).toBe('Query')
  })

  it('the URL contains a valid request or none', () => {
    expect(readCall({ op: 'Scan', input: '{"a":1}' })).toEqual({ operation: 'Scan', input: { a: 1 } })
    expect(readCall({ op: 'DeleteTable', input: '{}' })).toBeUndefined()
    expect(readCall({ op: 'Scan', input: '{' })).toBeUndefined()
  })

  it('vector search is offered if there is a vector index, with a vector of its length', () => {
    const offered = (model: typeof shopModel) =>
      operationGroups(model).flatMap(({ operations }) => operations.map(({ operation }) => operation))
    expect(offered(shopModel)).not.toContain('SearchVectors')
    const vectorIndexes = [{ name: 'near', dimensions: 3, hash: 'category' }]
    const withVectors = { ...shopModel, vectorIndexes }
    expect(offered(withVectors)).toContain('SearchVectors')
    const { call } = startOf('SearchVectors', withVectors)
    expect(call.input).toMatchObject({
      IndexName: 'near',
      SearchVector: [{ N: '1' }, { N: '0' }, { N: '0' }],
      ExpressionAttributeNames: { '#hash': 'category' },
    })
    const item = { id: { S: 'one' } }
    const answer = {
      output: {
        SearchResults: [{ Item: item, Score: 1 }],
        ConsumedCapacity: { VectorSearchRequestBytes: 4 },
      },
      durationMs: 1,
    }
    expect(answeredItems([answer])).toEqual([item])
    expect(explainAnswer(call, [answer], withVectors)).toMatchObject({
      badge: 'SEARCH',
      returned: 1,
      units: undefined,
      kind: 'read',
    })
  })

  it.each(dataOperations)('%s has an example input, and says what is to be filled in', (operation) => {
    const { call } = startOf(operation, shopModel)
    const hasNoKey = ['Query', 'Scan', 'GetItem', 'SearchVectors'].includes(operation)
    expect(unfilledSlots(call, shopModel).length > 0).toBe(!hasNoKey)
    for (const action of actionsOf(operation)) {
      expect(JSON.stringify(appendAction(call, action, shopModel)).length).toBeGreaterThan(
        JSON.stringify(call.input).length,
      )
    }
  })
})
