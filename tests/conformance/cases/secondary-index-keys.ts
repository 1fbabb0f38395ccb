import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item } from '../case.ts'
import { cancelled, faulty, invalid, parameter } from '../errors.ts'
import { indexedItem, tableOf } from '../fixtures.ts'
import { matching } from '../matchers.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { B, base64, L, M, N, S } from '../values.ts'

const gsi = documentation('Global secondary indexes')

const key = { TableName: '«indexed»', Key: { pk: S('p'), sk: S('1') } }

const wrong = (name: string, expected: string, actual: string, index: string): string =>
  parameter(`Type mismatch for Index Key ${name} Expected: ${expected} Actual: ${actual} IndexName: ${index}`)

const emptyPut = (kind: string, index: string, name: string): string =>
  `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value. IndexName: ${index}, IndexKey: ${name}`

const emptyUpdate = (kind: string): string =>
  `One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value.`

const badValues: readonly [string, Item, string][] = [
  ['a number for a string index key', { g: N(1) }, wrong('g', 'S', 'N', 'globalAll')],
  ['a list for an index key', { g: L() }, wrong('g', 'S', 'L', 'globalAll')],
  ['a map for an index key', { h: M({}) }, wrong('h', 'N', 'M', 'globalAll')],
  ['a string for a number key of a local index', { b: S('1') }, wrong('b', 'N', 'S', 'localKeys')],
  ['a string for a binary key of a local index', { bin: S('1') }, wrong('bin', 'B', 'S', 'localInclude')],
  ['an empty string for an index key', { g: S('') }, emptyPut('string', 'globalAll', 'g')],
  ['an empty binary for an index key', { bin: B('') }, emptyPut('binary', 'localInclude', 'bin')],
]

const badCases = badValues.flatMap(([name, bad, message]): ConformanceCase[] => {
  const item = { pk: S('p'), sk: S('1'), ...bad }
  const [attribute, value] = Object.entries(bad)[0] ?? ['', {}]
  const isEmpty = message.includes('cannot contain an empty')
  const update = {
    ...key,
    UpdateExpression: `SET ${attribute} = :v`,
    ExpressionAttributeValues: { ':v': value },
  }
  const updateMessage = isEmpty ? emptyUpdate(message.includes('binary') ? 'binary' : 'string') : message
  return [
    refused(
      { name: `PutItem refuses ${name}`, source: parity, operation: 'PutItem' },
      { TableName: '«indexed»', Item: item },
      invalid(message),
    ),
    refused(
      { name: `BatchWriteItem refuses ${name}`, source: parity, operation: 'BatchWriteItem' },
      { RequestItems: { '«indexed»': [{ PutRequest: { Item: item } }] } },
      invalid(message),
    ),
    refused(
      { name: `UpdateItem refuses ${name}`, source: parity, operation: 'UpdateItem' },
      update,
      invalid(updateMessage),
    ),
    refused(
      { name: `a transaction refuses to put ${name}`, source: parity, operation: 'TransactWriteItems' },
      { TransactItems: [{ Put: { TableName: '«indexed»', Item: item } }] },
      isEmpty ? invalid(message) : cancelled(faulty(message)),
    ),
    refused(
      { name: `a transaction refuses to set ${name}`, source: parity, operation: 'TransactWriteItems' },
      { TransactItems: [{ Update: update }] },
      isEmpty ? invalid(updateMessage) : cancelled(faulty(message)),
    ),
  ]
})

const limits: readonly [string, Item, ExpectedError][] = [
  ['a global index partition key of 2,049 bytes', { g: S('x'.repeat(2049)) }, invalid(matching(/2048/))],
  ['a global index sort key of 1,025 bytes', { h: N(1), a: S('x'.repeat(1025)) }, invalid(matching(/1024/))],
  ['a local index sort key of 1,025 bytes', { bin: B(base64('x'.repeat(1025))) }, invalid(matching(/1024/))],
]

const limitCases = limits.map(([name, extra, error]) =>
  refused(
    { name: `PutItem refuses ${name}`, source: alternator, operation: 'PutItem' },
    { TableName: '«indexed»', Item: { pk: S('p'), sk: S('1'), ...extra } },
    error,
  ),
)

/**
 * The index swaps the key attributes, so a value that may have 2,048 bytes in the table may have 1,024 in the index.
 */
const inverted = tableOf({
  attributes: { pk: 'S', sk: 'S' },
  hash: 'pk',
  range: 'sk',
  global: [{ name: 'inverted', hash: ['sk'], range: ['pk'], projection: { ProjectionType: 'KEYS_ONLY' } }],
})

const longKey = (bytes: number): Item => ({ pk: S('x'.repeat(bytes)), sk: S('1') })

const tooLongToSort = invalid(
  parameter('Aggregated size of all range keys has exceeded the size limit of 1024 bytes'),
)

const others: readonly ConformanceCase[] = [
  {
    name: 'a partition key that an index sorts by has at most 1,024 bytes',
    source: documentation('Index key violations: the limits of an index key hold for every write'),
    tables: { own: inverted },
    steps: [
      refusal('PutItem', { TableName: '«own»', Item: longKey(1025) }, tooLongToSort),
      refusal(
        'UpdateItem',
        {
          TableName: '«own»',
          Key: longKey(1025),
          UpdateExpression: 'SET v = :v',
          ExpressionAttributeValues: { ':v': S('v') },
        },
        tooLongToSort,
      ),
      step('PutItem', { TableName: '«own»', Item: longKey(1024) }, {}),
    ],
  },
  {
    name: 'sort keys of table and index may each have 1,024 bytes',
    source: alternator,
    steps: [
      step(
        'PutItem',
        { TableName: '«indexed»', Item: { pk: S('p'), sk: S('x'.repeat(1024)), a: S('y'.repeat(1024)) } },
        {},
      ),
    ],
  },
  refused(
    {
      name: 'an update through an index key attribute is refused',
      source: alternator,
      operation: 'UpdateItem',
    },
    { ...key, UpdateExpression: 'SET g.x = :v', ExpressionAttributeValues: { ':v': S('v') } },
    invalid(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey: g",
    ),
  ),
  {
    name: 'a computed value of the wrong type for an index key is refused',
    source: dynalite,
    given: { indexed: [{ pk: S('p'), sk: S('1'), n: N(1) }] },
    steps: [
      refusal(
        'UpdateItem',
        { ...key, UpdateExpression: 'SET g = n' },
        invalid('The update expression attempted to update the secondary index key to unsupported type'),
      ),
    ],
  },
  {
    name: 'ADD to a number index key moves the entry',
    source: gsi,
    given: { indexed: [indexedItem] },
    steps: [
      step(
        'UpdateItem',
        { ...key, UpdateExpression: 'ADD h :v', ExpressionAttributeValues: { ':v': N(1) } },
        {},
      ),
      step(
        'Query',
        {
          TableName: '«indexed»',
          IndexName: 'globalInclude',
          KeyConditionExpression: 'h = :h',
          ExpressionAttributeValues: { ':h': N(8) },
          Select: 'COUNT',
        },
        { Count: 1, ScannedCount: 1 },
      ),
    ],
  },
]

export const secondaryIndexKeys: readonly ConformanceCase[] = [...badCases, ...limitCases, ...others]
