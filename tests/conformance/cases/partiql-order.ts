import type { ConformanceCase, Item } from '../case.ts'
import { invalid } from '../errors.ts'
import { floci, stackd } from '../sources.ts'
import { refusals, selections } from '../statement-case.ts'
import { N, S } from '../values.ts'

const sorted = (pk: string, ...sks: number[]): Item[] => sks.map((sk) => ({ pk: S(pk), sk: N(sk) }))
const given = { rangeN: [...sorted('B', 30, 2, 10), ...sorted('A', 10, 30, 2)] }

const ordered = (order: string, where = "pk IN ['B', 'AA', 'A']"): string =>
  `SELECT pk, sk FROM "«rangeN»" WHERE ${where} ORDER BY ${order}`

const ascending = [...sorted('A', 2, 10, 30), ...sorted('B', 2, 10, 30)]
const descendingWithin = [...sorted('A', 30, 10, 2), ...sorted('B', 30, 10, 2)]

/** The order of items from several partitions. */
const orders: readonly ConformanceCase[] = selections(
  { source: stackd, given },
  {
    [ordered('pk ASC, sk ASC')]: ascending,
    [ordered('sk ASC, pk ASC')]: ascending,
    [ordered('pk ASC, sk DESC')]: descendingWithin,
    [ordered('pk ASC, sk DESC', "pk = 'B' OR pk = 'AA' OR pk = 'A'")]: descendingWithin,
    [ordered('pk DESC, sk ASC')]: [...sorted('B', 2, 10, 30), ...sorted('A', 2, 10, 30)],
    [ordered('pk DESC, sk DESC')]: [...sorted('B', 30, 10, 2), ...sorted('A', 30, 10, 2)],
    [ordered('pk')]: descendingWithin,
    [ordered('pk ASC')]: descendingWithin,
    [ordered('pk DESC')]: [...sorted('B', 30, 10, 2), ...sorted('A', 30, 10, 2)],
    [ordered('sk DESC', "pk = 'A'")]: sorted('A', 30, 10, 2),
    [ordered('sk ASC', "(pk = 'A' AND sk = 10) OR (pk = 'A' AND sk = 2)")]: sorted('A', 2, 10),
  },
)

/** The order of items from one partition. */
const ordersOfOne: readonly ConformanceCase[] = selections(
  { source: floci, given },
  {
    [ordered('pk ASC', "pk = 'A'")]: sorted('A', 30, 10, 2),
    [ordered('pk DESC', "pk = 'A'")]: sorted('A', 30, 10, 2),
  },
)

const ofManyPartitions = invalid(
  'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
)
const notOfTheKey = invalid('Attribute flag in ORDER BY clause must be part of the primary key')
const overlapping = invalid('Overlapping conditions with range keys are not supported in where clause')
const noList = invalid(
  'IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq ' +
    'with at least one member',
)

const refused: readonly ConformanceCase[] = refusals(
  { source: stackd, given },
  {
    [ordered('sk ASC')]: ofManyPartitions,
    [ordered('sk ASC', "pk IN ['B', 'A'] AND sk IN [30, 2]")]: ofManyPartitions,
    [ordered('flag ASC', "pk = 'A' AND sk IN [2, 30]")]: notOfTheKey,
    [ordered('pk ASC, flag ASC')]: notOfTheKey,
    [ordered('pk ASC, sk ASC', "pk IN ['B', 'A', 'AA', 'A', 'B', 'AA']")]: overlapping,
    [ordered('sk ASC', "pk = 'A' AND sk IN [2, 2.0, 2e0, 30]")]: overlapping,
    [ordered('sk ASC', "pk = 'A' AND (sk = 2 OR sk = 30 OR sk = 2)")]: overlapping,
    [ordered('sk ASC', "pk = 'A' AND sk IN []")]: noList,
    [ordered('sk ASC', "pk = 'A' AND sk IN ['2']")]: invalid(
      "Key attribute's data type should match its data type in table's schema: Key sk",
    ),
  },
)

export const partiqlOrder: readonly ConformanceCase[] = [...orders, ...ordersOfOne, ...refused]
