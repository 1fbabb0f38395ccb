import type { OperationName, ServiceError } from '@monotable/protocol'
import { describe, expect, test } from 'vitest'
import { validateRequest } from './validate-request.ts'

const CAST =
  "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')"
const STRUCTURE = 'Start of structure or map found where not expected'
const FIELD = 'Unexpected field type'
const VALUE = 'Unexpected value type in payload'
const list = (javaType: string) => `Unrecognized collection type ${javaType}`
const aws = (name: string) => `com.amazonaws.dynamodb.v20120810.${name}`
const mapOf = (javaType: string) => list(`java.util.Map<java.lang.String, ${javaType}>`)

const scalar = (type: string): Texts => [
  [true, `TRUE_VALUE cannot be converted to ${type}`],
  [false, `FALSE_VALUE cannot be converted to ${type}`],
  [[], list(`class java.lang.${type}`)],
  [{}, STRUCTURE],
]

type Texts = readonly (readonly [value: unknown, message: string])[]

interface Kind {
  readonly kind: string
  readonly operation: OperationName
  readonly place: (value: unknown) => unknown
  readonly texts: Texts
}

const inItem = (value: unknown) => ({ Item: { a: value } })

// All of these were recorded on AWS by dynalite, except the base64 character.
const kinds: readonly Kind[] = [
  {
    kind: 'text',
    operation: 'GetItem',
    place: (TableName) => ({ TableName }),
    texts: [
      ...scalar('String'),
      [23, 'NUMBER_VALUE cannot be converted to String'],
      [34.56, 'DECIMAL_VALUE cannot be converted to String'],
    ],
  },
  {
    kind: 'whole number',
    operation: 'Query',
    place: (Limit) => ({ Limit }),
    texts: [...scalar('Integer'), ['23', 'STRING_VALUE cannot be converted to Integer']],
  },
  {
    kind: 'capacity',
    operation: 'CreateTable',
    place: (ReadCapacityUnits) => ({ ProvisionedThroughput: { ReadCapacityUnits } }),
    texts: [...scalar('Long'), ['23', 'STRING_VALUE cannot be converted to Long']],
  },
  {
    kind: 'boolean',
    operation: 'GetItem',
    place: (ConsistentRead) => ({ ConsistentRead }),
    texts: [
      ['hi', 'Unexpected token received from parser'],
      [23, 'NUMBER_VALUE cannot be converted to Boolean'],
      [34.56, 'DECIMAL_VALUE cannot be converted to Boolean'],
      [[], list('class java.lang.Boolean')],
      [{}, STRUCTURE],
    ],
  },
  {
    kind: 'list',
    operation: 'GetItem',
    place: (AttributesToGet) => ({ AttributesToGet }),
    texts: [
      ['hi', FIELD],
      [23, FIELD],
      [true, FIELD],
      [{}, STRUCTURE],
      [[{}], STRUCTURE],
      [[1], 'NUMBER_VALUE cannot be converted to String'],
    ],
  },
  {
    kind: 'map of values',
    operation: 'GetItem',
    place: (Key) => ({ Key }),
    texts: [
      ['hi', FIELD],
      [23, FIELD],
      [[], mapOf(aws('AttributeValue'))],
      [{ a: 'hi' }, VALUE],
      [{ a: 23 }, VALUE],
      [{ a: true }, VALUE],
      [{ a: [] }, list(`class ${aws('AttributeValue')}`)],
    ],
  },
  {
    kind: 'map of names',
    operation: 'GetItem',
    place: (ExpressionAttributeNames) => ({ ExpressionAttributeNames }),
    texts: [
      ['hi', FIELD],
      [[], mapOf('java.lang.String')],
      [{ '#a': 7 }, 'NUMBER_VALUE cannot be converted to String'],
      [{ '#a': {} }, STRUCTURE],
    ],
  },
  {
    kind: 'value in a structure',
    operation: 'PutItem',
    place: (Value) => ({ Expected: { a: { Value } } }),
    texts: [
      ['hi', FIELD],
      [[], list(`class ${aws('AttributeValue')}`)],
      [{ S: 1 }, 'NUMBER_VALUE cannot be converted to String'],
    ],
  },
  {
    kind: 'structure in a structure',
    operation: 'UpdateTable',
    place: (ProvisionedThroughput) => ({ ProvisionedThroughput }),
    texts: [
      ['hi', FIELD],
      [[], list(`class ${aws('ProvisionedThroughput')}`)],
    ],
  },
  {
    kind: 'structure in a list',
    operation: 'CreateTable',
    place: (element) => ({ KeySchema: [element] }),
    texts: [
      ['hi', VALUE],
      [true, VALUE],
      [[], list(`class ${aws('KeySchemaElement')}`)],
    ],
  },
  {
    kind: 'structure in a map',
    operation: 'BatchGetItem',
    place: (element) => ({ RequestItems: { abc: element } }),
    texts: [
      [23, VALUE],
      [[], list(`class ${aws('KeysAndAttributes')}`)],
    ],
  },
  {
    kind: 'map of lists',
    operation: 'BatchWriteItem',
    place: (RequestItems) => ({ RequestItems }),
    texts: [
      ['hi', FIELD],
      [[], mapOf(`java.util.List<${aws('WriteRequest')}>`)],
      [{ abc: 'hi' }, CAST],
      [{ abc: 23 }, CAST],
      [{ abc: {} }, STRUCTURE],
      [{ abc: ['hi'] }, VALUE],
    ],
  },
  {
    kind: 'list of maps',
    operation: 'BatchGetItem',
    place: (element) => ({ RequestItems: { abc: { Keys: [element] } } }),
    texts: [
      [true, CAST],
      [[], mapOf(aws('AttributeValue'))],
    ],
  },
  {
    kind: 'S',
    operation: 'PutItem',
    place: (S) => inItem({ S }),
    texts: [...scalar('String'), [23, 'NUMBER_VALUE cannot be converted to String']],
  },
  {
    kind: 'N',
    operation: 'PutItem',
    place: (N) => inItem({ N }),
    texts: [...scalar('String'), [23, 'NUMBER_VALUE cannot be converted to String']],
  },
  {
    kind: 'B',
    operation: 'PutItem',
    place: (B) => inItem({ B }),
    texts: [
      [true, 'only base-64-encoded strings are convertible to bytes'],
      [23, 'only base-64-encoded strings are convertible to bytes'],
      [[], list('class java.nio.ByteBuffer')],
      [{}, STRUCTURE],
      ['23456', 'Base64 encoded length is expected a multiple of 4 bytes but found: 5'],
      ['=+/=', 'Invalid last non-pad Base64 character dectected'],
      ['+/+=', 'Invalid last non-pad Base64 character dectected'],
      ['YWJj??!!', "Invalid base 64 character: '?'"],
      ['ab=c', "Invalid base 64 character: '='"],
    ],
  },
  {
    kind: 'NULL',
    operation: 'PutItem',
    place: (NULL) => inItem({ NULL }),
    texts: [
      ['hi', 'Unexpected token received from parser'],
      [23, 'NUMBER_VALUE cannot be converted to Boolean'],
      [{}, STRUCTURE],
    ],
  },
  {
    kind: 'SS',
    operation: 'PutItem',
    place: (SS) => inItem({ SS }),
    texts: [
      ['hi', FIELD],
      [{}, STRUCTURE],
      [[true], 'TRUE_VALUE cannot be converted to String'],
      [[{}], STRUCTURE],
    ],
  },
  {
    kind: 'BS',
    operation: 'PutItem',
    place: (BS) => inItem({ BS }),
    texts: [
      [23, FIELD],
      [[23], 'only base-64-encoded strings are convertible to bytes'],
    ],
  },
  {
    kind: 'L',
    operation: 'PutItem',
    place: (L) => inItem({ L }),
    texts: [
      ['hi', FIELD],
      [{}, STRUCTURE],
      [['hi'], VALUE],
      [[[]], list(`class ${aws('AttributeValue')}`)],
      [[{ S: 1 }], 'NUMBER_VALUE cannot be converted to String'],
    ],
  },
  {
    kind: 'M',
    operation: 'PutItem',
    place: (M) => inItem({ M }),
    texts: [
      ['hi', FIELD],
      [[], mapOf(aws('AttributeValue'))],
      [{ a: 'hi' }, VALUE],
      [{ a: { L: [{ BOOL: 1 }] } }, 'NUMBER_VALUE cannot be converted to Boolean'],
    ],
  },
]

describe.each(kinds)('$kind', ({ operation, place, texts }) => {
  test.each(texts.map(([value, message]) => ({ value, message })))(
    '$value: $message',
    ({ value, message }) => {
      const error = errorOf(() => validateRequest(operation, place(value)))
      expect(error.name).toBe('SerializationException')
      expect(error.message).toBe(message)
    },
  )
})

function errorOf(act: () => unknown): ServiceError {
  try {
    act()
  } catch (error) {
    return error as ServiceError
  }
  throw new Error('accepted')
}

const named = { TableName: 'abc', Key: { a: { S: 'a' } } }

describe('what is converted', () => {
  test.each([
    ['true', true],
    ['YES', true],
    ['1', true],
    ['False', false],
    ['no', false],
    ['0', false],
  ])('the word %s is a boolean', (word, ConsistentRead) => {
    expect(validateRequest('GetItem', { ...named, ConsistentRead: word })).toEqual({
      ...named,
      ConsistentRead,
    })
  })

  test('a fraction is truncated', () => {
    expect(validateRequest('Scan', { TableName: 'abc', Limit: 3.7 })).toEqual({ TableName: 'abc', Limit: 3 })
  })

  test('a null member counts as absent', () => {
    const input = validateRequest('GetItem', { ...named, ConsistentRead: null, AttributesToGet: null })
    expect(input.ConsistentRead).toBeUndefined()
    expect(input.AttributesToGet).toBeUndefined()
  })

  test('words for booleans inside values, without changing the request', () => {
    const request = { TableName: 'abc', Item: { a: { L: [{ M: { b: { BOOL: 'true' } } }, { S: 'x' }] } } }
    const before = JSON.stringify(request)
    expect(validateRequest('PutItem', request).Item).toEqual({
      a: { L: [{ M: { b: { BOOL: true } } }, { S: 'x' }] },
    })
    expect(JSON.stringify(request)).toBe(before)
  })

  test('a null in place of a value is a value without a type', () => {
    const { Item } = validateRequest('PutItem', { TableName: 'abc', Item: { a: null, b: { L: [null] } } })
    expect(Item).toEqual({ a: {}, b: { L: [{}] } })
  })

  test('bytes are accepted as binary', () => {
    const request = { TableName: 'abc', Item: { a: { B: new Uint8Array(2) }, b: { BS: [Buffer.from('x')] } } }
    expect(validateRequest('PutItem', request)).toBe(request)
  })

  test('what an item inherits, such as a method, is not an attribute', () => {
    const prototype = { play: () => 'played', a: { N: 1 }, b: null }
    const Item: unknown = Object.assign(Object.create(prototype), { a: { S: 'x' } })
    const request = { TableName: 'abc', Item }
    expect(validateRequest('PutItem', request)).toBe(request)
  })
})

test('a set that contains a null is refused', () => {
  const error = errorOf(() =>
    validateRequest('PutItem', { TableName: 'abc', Item: { a: { SS: ['a', null] } } }),
  )
  expect(error.name).toBe('ValidationException')
})

test('the first wrong member in document order is reported', () => {
  const error = errorOf(() => validateRequest('GetItem', { ConsistentRead: 1, TableName: 1 }))
  expect(error.message).toBe('NUMBER_VALUE cannot be converted to Boolean')
})

test.each([[[]], ['text'], [7], [null], [undefined]])('a request that is not an object: %j', (request) => {
  expect(errorOf(() => validateRequest('ListTables', request)).name).toBe('SerializationException')
})

test('names that are the same as UTF-8 are one member, of which the last counts', () => {
  const [S, N] = [{ S: 'a' }, { N: '1' }]
  const read = (Key: object) => validateRequest('GetItem', { TableName: 'Table', Key } as never).Key
  expect(Object.entries(read({ 'a\ufffd': S, 'a\ud800': N }))).toEqual([['a\ufffd', N]])
  expect(Object.entries(read({ 'a\ud800': S, b: S, 'a\ufffd': N }))).toEqual([
    ['a\ufffd', N],
    ['b', S],
  ])
  const unchanged = { 'a\ufffd': S, '\ud83d\ude00': N }
  expect(read(unchanged)).toBe(unchanged)
})
