import { answered, step } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { documentation, extendDb } from '../sources.ts'
import { L, M, N, S, SS } from '../values.ts'

const key = { TableName: '«hash»', Key: { pk: S('k') } }

const total = { ReturnConsumedCapacity: 'TOTAL' }

const consumed = (units: number, table = '«hash»'): Fields => ({
  ConsumedCapacity: { TableName: table, CapacityUnits: units },
})

/** [name, the value of `v`, its size in bytes], with `pk`, `k`, `v` and `p` around it. */
const sizes: readonly [string, { [type: string]: unknown }, number][] = [
  ['a string of two-byte characters', S('éé'), 4],
  ['an emoji', S('😀'), 4],
  ['an empty string', S(''), 0],
  ['a binary', { B: Buffer.alloc(10).toString('base64') }, 10],
  ['true', { BOOL: true }, 1],
  ['null', { NULL: true }, 1],
  ['the number 0', N('0'), 1],
  ['the number 1', N('1'), 2],
  ['the number 100', N('100'), 2],
  ['the number -11', N('-11'), 3],
  ['the number 123456', N('123456'), 4],
  ['the number 3.14159', N('3.14159'), 5],
  ['the number 1E125', N('1E125'), 2],
  ['a number of 38 digits', N('1'.repeat(38)), 20],
  ['a string set', SS('ab', 'c'), 3],
  ['an empty list', L(), 3],
  ['a list', L(S('ab'), S('c')), 3 + 2 + 3],
  ['an empty map', M({}), 3],
  ['a map', M({ a: S('bc') }), 3 + 1 + 1 + 2],
  ['a list of maps', L(M({ a: S('b') })), 3 + 1 + 3 + 1 + 1 + 1],
]

/** Padding makes the item exactly 1,024 bytes, which is one unit; one byte more makes it two. */
const sizeCases = sizes.map(([name, value, sizeBytes]): ConformanceCase => {
  const around = 'pk'.length + 'k'.length + 'v'.length + 'p'.length
  const padding = 1024 - around - sizeBytes
  const put = (extra: number): Fields => ({
    TableName: '«hash»',
    Item: { pk: S('k'), v: value, p: S('x'.repeat(padding + extra)) },
    ...total,
  })
  return {
    name: `size: ${name} is ${sizeBytes} bytes`,
    source: documentation('DynamoDB item sizes and formats'),
    steps: [
      step('PutItem', put(0), consumed(1)),
      step('DeleteItem', key, {}),
      step('PutItem', put(1), consumed(2)),
    ],
  }
})

const documents: readonly [string, { [type: string]: unknown }, number][] = [
  ['a list of 500 strings', L(...Array.from({ length: 500 }, () => S('aa'))), 2],
  ['a list of 1,500 strings', L(...Array.from({ length: 1500 }, () => S('aa'))), 5],
  ['a list of 3,000 strings', L(...Array.from({ length: 3000 }, () => S('aa'))), 9],
  [
    'a map of 800 members',
    M(Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`k${at}`, S('v')]))),
    5,
  ],
  ['a list of 500 maps', L(...Array.from({ length: 500 }, () => M({ a: S('b') }))), 4],
]

const documentCases = documents.map(([name, value, cost]) =>
  answered(
    { name: `PutItem of ${name} costs ${cost}`, source: extendDb, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('l500'), data: value }, ...total },
    consumed(cost),
  ),
)

export const itemSizes: readonly ConformanceCase[] = [...sizeCases, ...documentCases]
