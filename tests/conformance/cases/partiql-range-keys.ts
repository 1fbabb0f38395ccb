import { step } from '../build-case.ts'
import type { ConformanceCase, Item } from '../case.ts'
import { invalid } from '../errors.ts'
import { partial } from '../matchers.ts'
import { stackd } from '../sources.ts'
import { fails, runs } from '../statement-case.ts'
import { N, S } from '../values.ts'

const sizes: readonly [sk: number, bytes: number, flag: string][] = [
  [-2, 1000, 'yes'],
  [2, 4200, 'no'],
  [10, 8100, 'yes'],
  [20, 12_500, 'no'],
]
const given = {
  rangeN: ['a', 'b'].flatMap((pk) =>
    sizes.map(([sk, bytes, flag]) => ({
      pk: S(pk),
      sk: N(sk),
      flag: S(flag),
      payload: S('x'.repeat(bytes)),
    })),
  ),
}

const select = (where: string): string => `SELECT pk, sk FROM "«rangeN»" WHERE ${where}`
const inOrder = (where: string): string => `${select(where)} ORDER BY pk ASC, sk ASC`
const keys = (pk: string, ...sks: number[]): Item[] => sks.map((sk) => ({ pk: S(pk), sk: N(sk) }))

const unordered = invalid(
  'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.',
)
const overlapping = invalid('Overlapping conditions with range keys are not supported in where clause')

/** Queries: they can be ordered, and are charged for what they read. */
const queries: readonly [where: string, items: Item[], units: number][] = [
  ["pk = 'a' AND sk = 2 AND sk = 2.0", keys('a', 2), 2],
  ["pk = 'a' AND pk = 'a'", keys('a', -2, 2, 10, 20), 7],
  ["pk IN ['a'] AND pk = 'a'", keys('a', -2, 2, 10, 20), 7],
  ["pk = 'a' AND sk IN [2] AND sk = 2", keys('a', 2), 2],
  ["pk = 'a' AND sk > 2 AND sk > 2.0", keys('a', 10, 20), 6],
  ["pk = 'a' AND (sk < 3 OR sk >= 10)", keys('a', -2, 2, 10, 20), 8],
  [
    "(pk = 'a' AND sk = 2 AND flag = 'no') OR (pk = 'b' AND sk = 10 AND flag = 'yes')",
    [...keys('a', 2), ...keys('b', 10)],
    4,
  ],
]

/** Scans: a single key condition cannot express what they require of a key. */
const scans: readonly [where: string, items: Item[]][] = [
  ["pk = 'a' AND sk > -2 AND sk < 20", keys('a', 2, 10)],
  ["pk = 'a' AND sk >= 2 AND sk <= 10", keys('a', 2, 10)],
  ["pk = 'a' AND sk > 2 AND sk > 10", keys('a', 20)],
  ["pk = 'a' AND sk BETWEEN -2 AND 20 AND sk < 10", keys('a', -2, 2)],
  ["pk = 'a' AND sk > 20 AND sk < 2", []],
  ["pk = 'a' AND sk = 2 AND sk = 10", []],
  ["pk = 'a' AND sk = 2 AND sk >= 2", keys('a', 2)],
  ["pk = 'a' AND sk IN [-2, 2, 10, 20] AND sk > 2", keys('a', 10, 20)],
  ["pk = 'a' AND sk IN [2, 10] AND sk IN [2, 10]", keys('a', 2, 10)],
  ["pk = 'a' AND sk IN [2, 10] AND sk IN [10, 20]", keys('a', 10)],
  ["pk = 'a' AND NOT sk = 2", keys('a', -2, 10, 20)],
  ["pk = 'a' AND sk <> 2", keys('a', -2, 10, 20)],
  ["pk = 'a' AND pk = 'b'", []],
  ["pk IN ['a', 'b'] AND pk = 'a'", keys('a', -2, 2, 10, 20)],
]

const refused = [
  "pk = 'a' AND (sk <= 10 OR sk >= 10)",
  "pk = 'a' AND (sk BETWEEN -2 AND 10 OR sk = 10)",
  "pk = 'a' AND (sk = 10 OR flag = 'yes')",
]

const measured = { ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' }

export const partiqlRangeKeys: readonly ConformanceCase[] = [
  ...queries.map(
    ([where, items, units]): ConformanceCase => ({
      name: `a Query: ${where}`,
      source: stackd,
      given,
      steps: [select, inOrder].map((write) =>
        step(
          'ExecuteStatement',
          { Statement: write(where), ...measured },
          { Items: items, ConsumedCapacity: partial({ CapacityUnits: units }) },
        ),
      ),
    }),
  ),
  ...scans.map(
    ([where, items]): ConformanceCase => ({
      name: `a Scan: ${where}`,
      source: stackd,
      given,
      steps: [runs(select(where), items), fails(inOrder(where), unordered)],
    }),
  ),
  ...refused.map(
    (where): ConformanceCase => ({
      name: `refused: ${where}`,
      source: stackd,
      given,
      steps: [fails(select(where), overlapping), fails(inOrder(where), overlapping)],
    }),
  ),
]
