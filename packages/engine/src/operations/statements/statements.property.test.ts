import { type AttributeValue, ServiceError } from '@monotable/protocol'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../../../tests/draws.ts'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

let db: Database

type Row = { readonly [name: string]: AttributeValue }

beforeAll(async () => {
  db = await createFilled()
})

/** A database with some items in three partitions. */
async function createFilled(): Promise<Database> {
  const db = await createDatabase()
  await db.send('CreateTable', {
    TableName: 'Tab',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byG',
        KeySchema: [
          { AttributeName: 'g', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  for (const pk of ['a', 'b', 'c']) {
    for (let number = 0; number < 9; number++) {
      const Item: Row = {
        pk: { S: pk },
        sk: { S: `${number}` },
        g: { S: `g${number % 3}` },
        n: { N: String(number % 4) },
        s: { S: ['', 'p', 'pq', 'q'][number % 4] ?? '' },
        ...(number % 2 === 0 && { l: { L: [{ N: String(number) }, { S: pk }] } }),
        ...(number % 3 === 0 && { ss: { SS: ['p', 'q'] }, m: { M: { x: { N: '1' } } } }),
      }
      await db.send('PutItem', { TableName: 'Tab', Item })
    }
  }
  return db
}

/** Runs a statement; returns a refusal as its name and message, and throws on any other error. */
async function run(Statement: string, more: object = {}, on: Database = db) {
  try {
    return await on.send('ExecuteStatement', { Statement, ReturnConsumedCapacity: 'INDEXES', ...more })
  } catch (error) {
    if (error instanceof ServiceError && error.name !== 'InternalServerError') return error.message
    throw new Error(`${Statement}: ${error}`, { cause: error })
  }
}

const words = fc.constantFrom(
  ...'SELECT * FROM WHERE INSERT INTO VALUE UPDATE SET REMOVE DELETE RETURNING ALL OLD NEW MODIFIED AND OR NOT'.split(
    ' ',
  ),
  ...'IN BETWEEN IS NULL MISSING STRING EXISTS size contains begins_with attribute_type set_add list_append'.split(
    ' ',
  ),
  ...'Tab "Tab" byG pk sk n l m.x l[0] ORDER BY DESC ( ) [ ] { } << >> , . : ; ? = <> < >= + - || true null'.split(
    ' ',
  ),
  "'a'",
  "''",
  '1',
  '-1.5e3',
  '1e400',
  '"',
  "'",
  '`x`',
  '--',
  '/*',
  '__proto__',
)

const seeds = [
  "SELECT pk, l[0], m.x FROM \"Tab\".\"byG\" WHERE g = 'g1' AND sk BETWEEN '1' AND '5' OR g IN ['g0'] ORDER BY sk DESC",
  "INSERT INTO Tab VALUE {'pk': 'z', 'sk': ?, 'l': [1, {'a': <<1, 2>>}]}",
  "UPDATE Tab SET n = n + 1, ss = set_add(ss, <<'x'>>) SET l = list_append(l, [1]) REMOVE m.x WHERE pk = 'a' AND sk = '1' RETURNING ALL OLD *",
  "DELETE FROM Tab WHERE (pk = 'z' AND sk = '1') AND (attribute_exists(n) = true OR size(l) > 1) RETURNING ALL OLD *",
  "EXISTS(SELECT * FROM Tab WHERE pk = 'a' AND sk = '1' AND n IS NOT MISSING)",
  "FROM Tab WHERE pk = 'a' AND sk = '1' SET q = if_not_exists(q, 1)",
]

/** A statement with parts cut out, inserted or replaced. */
const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(12), words), { maxLength: 4 }))
  .map(([text, edits]) =>
    edits.reduce((sofar, [at, length, word]) => {
      const from = at % (sofar.length + 1)
      return sofar.slice(0, from) + (length % 2 === 0 ? word : '') + sofar.slice(from + length)
    }, text),
  )

const anything = fc.oneof(
  { weight: 3, arbitrary: mutated },
  { weight: 2, arbitrary: fc.array(words, { minLength: 1, maxLength: 30 }).map((all) => all.join(' ')) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }) },
)

const parameter = fc.constantFrom<AttributeValue>(
  { S: 'a' },
  { N: '1' },
  { BOOL: true },
  { NULL: true },
  { SS: ['x'] },
  { L: [] },
  { M: {} },
  { B: 'AQ==' },
)

describe('any text as a statement', () => {
  it('is answered or refused, and never crashes', async () => {
    // On a database of its own, so that its writes affect no other test.
    const own = await createFilled()
    const texts = fc.tuple(anything, fc.array(parameter, { minLength: 1, maxLength: 3 }))
    await fc.assert(
      fc.asyncProperty(texts, async ([text, Parameters]) => {
        await run(text, { Parameters }, own)
        const requests = { TransactStatements: [{ Statement: text, Parameters }] }
        await own.send('ExecuteTransaction', requests).catch(mustBeServiceError)
        const batch = { Statements: [{ Statement: text, Parameters }] }
        await own.send('BatchExecuteStatement', batch).catch(mustBeServiceError)
      }),
      { numRuns: draws(250) },
    )
  })
})

function mustBeServiceError(error: unknown): void {
  if (error instanceof ServiceError && error.name !== 'InternalServerError') return
  throw error
}

const quoted = (text: string) => `'${text}'`
const key = fc.constantFrom('0', '2', '3', '5', '8', '9')

/** A condition on the range key, as written in PartiQL and in a KeyConditionExpression. */
const rangeCondition = fc.oneof(
  fc.constant({ text: '', values: [] as string[] }),
  fc
    .tuple(fc.constantFrom('=', '<', '<=', '>', '>='), key)
    .map(([operator, value]) => ({ text: `AND sk ${operator} ?`, values: [value] })),
  fc.tuple(key, key).map((pair) => ({ text: 'AND sk BETWEEN ? AND ?', values: [...pair].sort() })),
  key.map((value) => ({ text: 'AND begins_with(sk, ?)', values: [value] })),
)

interface Leaf {
  readonly text: string
  readonly values: readonly AttributeValue[]
}

const operand = fc.constantFrom<AttributeValue>({ N: '1' }, { N: '2' }, { S: 'p' }, { S: '' }, { S: 'q' })
const path = fc.constantFrom('n', 's', 'm.x', 'l[0]', 'zz')

/** A condition that reads the same in PartiQL and in a FilterExpression, with `?` for its values. */
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc
    .tuple(path, fc.constantFrom('=', '<>', '<', '<=', '>', '>='), operand)
    .map(([name, comparator, value]) => ({ text: `${name} ${comparator} ?`, values: [value] })),
  fc
    .tuple(path, operand, operand)
    .map(([name, one, other]) => ({ text: `${name} IN (?, ?)`, values: [one, other] })),
  path.map((name) => ({ text: `${name} BETWEEN ? AND ?`, values: [{ N: '1' }, { N: '2' }] })),
  path.map((name) => ({ text: `begins_with(${name}, ?)`, values: [{ S: 'p' }] })),
  path.map((name) => ({ text: `contains(${name}, ?)`, values: [{ S: 'q' }] })),
  path.map((name) => ({ text: `size(${name}) > ?`, values: [{ N: '1' }] })),
  path.map((name) => ({ text: `attribute_exists(${name})`, values: [] })),
  path.map((name) => ({ text: `attribute_type(${name}, ?)`, values: [{ S: 'N' }] })),
)

const condition = fc.letrec<{ tree: Leaf; leaf: Leaf }>((tie) => ({
  leaf,
  tree: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc
      .tuple(fc.constantFrom(' AND ', ' OR '), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([sign, parts]) => ({
        // A FilterExpression refuses redundant parentheses, so operands always have exactly one pair.
        text: parts.map(({ text }) => `(${text})`).join(sign),
        values: parts.flatMap(({ values }) => values),
      })),
    tie('tree').map(({ text, values }) => ({ text: `NOT (${text})`, values })),
  ),
})).tree

/** Returns the same condition as an expression with placeholders. */
function asExpression({ text, values }: Leaf) {
  let next = 0
  const expression = text.replaceAll('?', () => `:v${next++}`)
  const ExpressionAttributeValues = Object.fromEntries(values.map((value, at) => [`:v${at}`, value]))
  return { expression, ...(values.length > 0 && { ExpressionAttributeValues }) }
}

describe('a SELECT compared with the equivalent operation', () => {
  it('with a partition key returns the items and the units of a Query', async () => {
    const asked = fc.record({
      source: fc.constantFrom(['Tab', undefined, 'pk', 'b'], ['Tab"."byG', 'byG', 'g', 'g1']),
      range: rangeCondition,
      filter: fc.option(leaf, { nil: undefined }),
      consistent: fc.boolean(),
      descending: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ source, range, filter, consistent, descending, limit }) => {
        const [from, IndexName, hash, value] = source as [string, string | undefined, string, string]
        const ConsistentRead = consistent && IndexName === undefined
        const keys: Leaf = {
          text: `${hash} = ? ${range.text}`,
          values: [value, ...range.values].map((S) => ({ S })),
        }
        const all: Leaf = {
          text: filter === undefined ? keys.text : `${keys.text} AND (${filter.text})`,
          values: [...keys.values, ...(filter?.values ?? [])],
        }
        const expression = asExpression(all)
        const [keyExpression, filterExpression] = splitBehind(expression.expression, keys)
        const queried = await db.send('Query', {
          TableName: 'Tab',
          IndexName,
          KeyConditionExpression: keyExpression,
          ...(filter !== undefined && { FilterExpression: filterExpression }),
          ExpressionAttributeValues: expression.ExpressionAttributeValues,
          ConsistentRead,
          ScanIndexForward: !descending,
          Limit: limit,
          ReturnConsumedCapacity: 'INDEXES',
        })
        const order = descending ? 'ORDER BY sk DESC' : ''
        const selected = await run(`SELECT * FROM "${from}" WHERE ${all.text} ${order}`, {
          Parameters: all.values,
          ConsistentRead,
          Limit: limit,
        })
        expect(selected).toMatchObject({ Items: queried.Items, ConsumedCapacity: queried.ConsumedCapacity })
        // If the item of a whole key is filtered out, a SELECT returns no key.
        const isOfOne = IndexName === undefined && range.text.includes('sk = ')
        const end = isOfOne && filter !== undefined ? undefined : queried.LastEvaluatedKey
        // If its condition ends at an item of the table, a Query returns none.
        const told = queried as { ScannedCount?: number; LastEvaluatedKey?: object }
        if (IndexName === undefined && told.ScannedCount === limit && told.LastEvaluatedKey === undefined)
          return
        expect((selected as { LastEvaluatedKey?: object }).LastEvaluatedKey).toEqual(end)
      }),
      { numRuns: draws(100) },
    )
  })

  it('without a partition key returns the items and the units of a Scan', async () => {
    await fc.assert(
      fc.asyncProperty(condition, fc.boolean(), async (where, ofIndex) => {
        const { expression, ...values } = asExpression(where)
        const scanned = await db.send('Scan', {
          TableName: 'Tab',
          ...(ofIndex && { IndexName: 'byG' }),
          FilterExpression: expression,
          ...values,
          ReturnConsumedCapacity: 'INDEXES',
        })
        const selected = await run(`SELECT * FROM "Tab"${ofIndex ? '."byG"' : ''} WHERE ${where.text}`, {
          ...(where.values.length > 0 && { Parameters: where.values }),
        })
        expect(selected).toMatchObject({ Items: scanned.Items, ConsumedCapacity: scanned.ConsumedCapacity })
      }),
      { numRuns: draws(100) },
    )
  })

  it('of several partitions returns what their Queries return, over any number of pages', async () => {
    const asked = fc.tuple(
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
      fc.uniqueArray(key, { minLength: 1, maxLength: 6 }),
      fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(asked, async ([hashes, ranges, Limit, descending]) => {
        const where = `pk IN [${hashes.map(quoted).join(', ')}] AND sk IN [${ranges.map(quoted).join(', ')}]`
        const text = `SELECT pk, sk FROM Tab WHERE ${where}${descending ? ' ORDER BY pk, sk DESC' : ''}`
        const sorted = descending ? ranges.toSorted().reverse() : ranges.toSorted()
        const expected = hashes
          .toSorted()
          .flatMap((pk) =>
            sorted.filter((sk) => pk !== 'd' && sk !== '9').map((sk) => ({ pk: { S: pk }, sk: { S: sk } })),
          )
        const found: unknown[] = []
        let NextToken: string | undefined
        do {
          const page = await db.send('ExecuteStatement', { Statement: text, Limit, NextToken })
          found.push(...(page.Items ?? []))
          NextToken = page.NextToken
        } while (NextToken !== undefined)
        expect(found).toEqual(expected)
      }),
      { numRuns: draws(50) },
    )
  })
})

/** Splits an expression after its key conditions. */
function splitBehind(expression: string, { text }: Leaf): [string, string] {
  const at = expression.indexOf(' AND (')
  if (at < 0 || !expression.slice(at).startsWith(' AND (')) return [expression, '']
  const keyPart = expression.slice(0, at)
  expect(keyPart.length).toBeGreaterThanOrEqual(text.length)
  return [keyPart, expression.slice(at + ' AND '.length)]
}
