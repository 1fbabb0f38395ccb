import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, Item } from '../case.ts'
import { invalid } from '../errors.ts'
import { any } from '../matchers.ts'
import { documentation, stackd } from '../sources.ts'
import { statement } from '../statement-case.ts'
import { N, S } from '../values.ts'

const items: readonly Item[] = [0, 1, 2].map((sk) => ({ pk: S('a'), sk: N(sk) }))
const source = documentation('ExecuteStatement')
const list = (count: number): string => Array.from({ length: count }, (_, index) => index).join(', ')
const among = (count: number) =>
  statement(`SELECT sk FROM "«rangeN»" WHERE pk = 'a' AND sk IN [${list(count)}]`)
const select = statement('SELECT sk FROM "«rangeN»" WHERE pk = \'a\'')

export const partiqlPages: readonly ConformanceCase[] = [
  {
    name: 'a limit ends a page, even the last',
    source,
    given: { rangeN: items },
    steps: [
      step(
        'ExecuteStatement',
        { ...select, Limit: 2 },
        {
          Items: [{ sk: N(0) }, { sk: N(1) }],
          NextToken: any,
          LastEvaluatedKey: { pk: S('a'), sk: N(1) },
        },
      ),
      step(
        'ExecuteStatement',
        { ...select, Limit: 3 },
        {
          Items: [{ sk: N(0) }, { sk: N(1) }, { sk: N(2) }],
          NextToken: any,
          LastEvaluatedKey: { pk: S('a'), sk: N(2) },
        },
      ),
      step(
        'ExecuteStatement',
        { ...select, Limit: 4 },
        { Items: [{ sk: N(0) }, { sk: N(1) }, { sk: N(2) }] },
      ),
    ],
  },
  {
    name: 'a limit counts what is evaluated, not what is found',
    source,
    given: { rangeN: items },
    steps: [
      step(
        'ExecuteStatement',
        { ...statement('SELECT sk FROM "«rangeN»" WHERE pk = \'a\' AND x = 1'), Limit: 2 },
        { Items: [], NextToken: any, LastEvaluatedKey: { pk: S('a'), sk: N(1) } },
      ),
    ],
  },
  {
    name: 'a read by a whole key has no further page, although it returns a LastEvaluatedKey',
    source: stackd,
    given: { rangeN: items },
    steps: [
      step(
        'ExecuteStatement',
        { ...statement('SELECT sk FROM "«rangeN»" WHERE pk = \'a\' AND sk = 0'), Limit: 1 },
        { Items: [{ sk: N(0) }], LastEvaluatedKey: { pk: S('a'), sk: N(0) } },
      ),
      step('ExecuteStatement', statement('SELECT sk FROM "«rangeN»" WHERE pk = \'a\' AND sk = 0'), {
        Items: [{ sk: N(0) }],
      }),
    ],
  },
  {
    name: 'ten values of an IN make a page',
    source: documentation('PartiQL operators'),
    given: { rangeN: items },
    steps: [
      step('ExecuteStatement', among(10), { Items: [{ sk: N(0) }, { sk: N(1) }, { sk: N(2) }] }),
      step('ExecuteStatement', among(11), {
        Items: [{ sk: N(0) }, { sk: N(1) }, { sk: N(2) }],
        NextToken: any,
      }),
    ],
  },
  {
    name: 'a token that is none is refused',
    source,
    given: { rangeN: items },
    steps: [
      refusal('ExecuteStatement', { ...select, NextToken: 'bm8gdG9rZW4' }, invalid('Invalid NextToken')),
      refusal('ExecuteStatement', { ...select, NextToken: '::' }, invalid('Invalid NextToken')),
    ],
  },
]
