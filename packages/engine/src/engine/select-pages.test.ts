import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

let db: Database

/** Items of 1, 2, 2 and 4 units, in two partitions. */
const sizes: readonly [sk: string, bytes: number, flag: string][] = [
  ['-2', 1000, 'yes'],
  ['2', 4200, 'no'],
  ['10', 8100, 'yes'],
  ['20', 12_500, 'no'],
]

beforeAll(async () => {
  db = await createDatabase()
  await db.send('CreateTable', {
    TableName: 'Tab',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  })
  for (const pk of ['a', 'b']) {
    for (const [sk, bytes, flag] of sizes) {
      await db.send('PutItem', {
        TableName: 'Tab',
        Item: { pk: { S: pk }, sk: { N: sk }, flag: { S: flag }, payload: { S: 'x'.repeat(bytes) } },
      })
    }
  }
})

afterAll(() => db.close())

interface Page {
  readonly Items: readonly KeyItem[]
  readonly NextToken?: string
  readonly LastEvaluatedKey?: KeyItem
  readonly ConsumedCapacity: { readonly CapacityUnits: number }
}

interface KeyItem {
  readonly pk: { readonly S: string }
  readonly sk: { readonly N: string }
}

const short = ({ pk, sk }: KeyItem): string => pk.S + sk.N

/** Returns all pages of a SELECT: the items of each, its units, and the key at which it ended. */
async function pagesOf(where: string, limit: number): Promise<string[]> {
  const pages: string[] = []
  let token: string | undefined
  do {
    const page = (await db.send('ExecuteStatement', {
      Statement: `SELECT pk, sk FROM "Tab" WHERE ${where}`,
      Limit: limit,
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
      ...(token !== undefined && { NextToken: token }),
    })) as unknown as Page
    const end = page.LastEvaluatedKey === undefined ? 'none' : short(page.LastEvaluatedKey)
    pages.push(`${page.Items.map(short).join(' ')} (${page.ConsumedCapacity.CapacityUnits}) ${end}`)
    token = page.NextToken
  } while (token !== undefined)
  return pages
}

/** As recorded on AWS in September 2026. */
const chains: readonly [where: string, limit: number, pages: string[]][] = [
  [
    "pk = 'a' AND sk IN [20, 2, -2, 10] ORDER BY sk ASC",
    1,
    ['a-2 (1) a-2', 'a2 (2) a2', 'a10 (2) a10', 'a20 (4) a20'],
  ],
  ["pk = 'a' AND sk IN [20, 2, -2, 10] ORDER BY sk ASC", 2, ['a-2 a2 (3) a2', 'a10 a20 (6) a20']],
  ["pk = 'a' AND sk IN [20, -2]", 3, ['a-2 a20 (5) none']],
  ["pk = 'a' AND (sk = 20 OR sk = -2) ORDER BY sk DESC", 1, ['a20 (4) a20', 'a-2 (1) a-2']],
  ["(pk = 'a' AND sk = 20) OR (pk = 'a' AND sk = -2) ORDER BY sk ASC", 1, ['a-2 (1) a-2', 'a20 (4) a20']],
  // Missing keys cost units as well, and make no page of their own.
  [
    "pk = 'a' AND sk IN [20, 7, 2, -2, 10] ORDER BY sk ASC",
    1,
    ['a-2 (1) a-2', 'a2 (2) a2', 'a10 (3) a10', 'a20 (4) a20'],
  ],
  ["pk = 'a' AND sk IN [7, 8] ORDER BY sk ASC", 1, [' (2) none']],
  ["pk = 'missing' AND sk IN [20, -2, 7] ORDER BY sk ASC", 1, [' (3) none']],
  [
    "pk IN ['b', 'a'] AND sk IN [20, 7, -2] ORDER BY pk ASC, sk ASC",
    2,
    ['a-2 a20 (6) a20', 'b-2 b20 (6) b20'],
  ],
  // If the item of a whole key is filtered out, no key is returned.
  [
    "pk = 'a' AND sk IN [20, 7, 2, -2, 10] AND flag = 'yes' ORDER BY sk ASC",
    1,
    ['a-2 (1) none', ' (2) none', 'a10 (3) none', ' (4) none'],
  ],
  ["pk = 'a' AND sk IN [20, 7, 2, -2, 10] AND flag = 'never' ORDER BY sk ASC", 2, [' (3) none', ' (7) none']],
]

it.each(chains)('%s, %i on a page', async (where, limit, pages) => {
  expect(await pagesOf(where, limit)).toEqual(pages)
})
