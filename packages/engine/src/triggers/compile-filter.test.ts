import { describe, expect, it } from 'vitest'
import { compileFilter, type Filter } from './compile-filter.ts'

const record = {
  eventID: '1',
  eventName: 'MODIFY',
  eventSource: 'aws:dynamodb',
  dynamodb: {
    ApproximateCreationDateTime: 1_700_000_000,
    SizeBytes: 120,
    Keys: { pk: { S: 'ORDER#1' }, sk: { S: 'META' } },
    NewImage: {
      pk: { S: 'ORDER#1' },
      sk: { S: 'META' },
      status: { S: 'Open' },
      note: { S: '' },
      total: { N: '42' },
      paid: { BOOL: true },
      gone: { NULL: true },
      tags: { SS: ['blue', 'red'] },
      lines: { L: [{ M: { sku: { S: 'a' }, left: { N: '1' } } }, { M: { sku: { S: 'b' } } }] },
      nothing: { L: [] },
      deep: { M: { a: { M: { b: { S: 'c' } } } } },
      __proto__x: { S: 'x' },
      constructor: { S: 'yes' },
    },
    OldImage: { pk: { S: 'ORDER#1' }, sk: { S: 'META' }, status: { S: 'New' } },
  },
}

const endless: { [field: string]: unknown } = {}
endless['dynamodb'] = endless

const image = (pattern: object) => ({ dynamodb: { NewImage: pattern } })

describe('a filter', () => {
  // Rows marked (AWS) were seen there by LocalStack's tests, test_dynamodb_event_filter.
  it.each<[string, Filter, boolean]>([
    ['no pattern at all', [], true],
    ['the name of the event', { eventName: ['INSERT'] }, false],
    ['alternatives (AWS)', { eventName: ['INSERT', 'MODIFY'] }, true],
    ['two fields', { eventName: ['MODIFY'], eventSource: ['aws:dynamodb'] }, true],
    ['two fields, one of them wrong', { eventName: ['MODIFY'], eventSource: ['aws:s3'] }, false],
    ['a field that is not there', { region: ['x'] }, false],
    ['an attribute with its type (AWS)', image({ status: { S: ['Open'] } }), true],
    ['an attribute without its type (AWS)', image({ status: ['Open'] }), false],
    ['the other image', { dynamodb: { OldImage: { status: { S: ['New'] } } } }, true],
    ['the empty text', image({ note: { S: [''] } }), true],
    ['the empty text of another', image({ status: { S: [''] } }), false],
    ['a boolean', image({ paid: { BOOL: [true] } }), true],
    ['a boolean as text', image({ paid: { BOOL: ['true'] } }), false],
    ['DynamoDB’s null', image({ gone: { NULL: [true] } }), true],
    ['null itself', image({ gone: { NULL: [null] } }), false],
    ['a number is text', image({ total: { N: ['42'] } }), true],
    ['a number as a number', image({ total: { N: [42] } }), false],
    ['one member of a set', image({ tags: { SS: ['red'] } }), true],
    ['a number of the event', { dynamodb: { SizeBytes: [120] } }, true],
    ['two patterns, the second right', [{ eventName: ['INSERT'] }, { eventName: ['MODIFY'] }], true],
    ['a pattern as text', '{"eventName":["MODIFY"]}', true],
    ['Lambda’s criteria', { Filters: [{ Pattern: '{"eventName":["MODIFY"]}' }] }, true],
    ['a user’s name that objects inherit', image({ constructor: { S: ['yes'] } }), true],
    ['an inherited name', image({ toString: { S: [{ exists: true }] } }), false],

    ['prefix (AWS)', image({ pk: { S: [{ prefix: 'ORDER#' }] } }), true],
    ['prefix, wrong', image({ pk: { S: [{ prefix: 'USER#' }] } }), false],
    ['prefix in any case', image({ pk: { S: [{ prefix: { 'equals-ignore-case': 'order#' } }] } }), true],
    ['suffix', image({ pk: { S: [{ suffix: '#1' }] } }), true],
    ['suffix in any case', image({ pk: { S: [{ suffix: { 'equals-ignore-case': 'ER#1' } }] } }), true],
    ['prefix looks at text only', { dynamodb: { SizeBytes: [{ prefix: '1' }] } }, false],
    ['equals-ignore-case', image({ status: { S: [{ 'equals-ignore-case': 'oPEN' }] } }), true],
    ['anything-but', image({ status: { S: [{ 'anything-but': ['Closed', 'New'] }] } }), true],
    ['anything-but, excluded', image({ status: { S: [{ 'anything-but': 'Open' }] } }), false],
    ['anything-but of what is not there', image({ other: { S: [{ 'anything-but': 'Open' }] } }), false],
    ['anything-but a number', { dynamodb: { SizeBytes: [{ 'anything-but': [1, 2] }] } }, true],
    ['anything-but a prefix', image({ pk: { S: [{ 'anything-but': { prefix: 'USER' } }] } }), true],
    ['anything-but prefixes', image({ pk: { S: [{ 'anything-but': { prefix: ['U', 'O'] } }] } }), false],
    ['anything-but a suffix', image({ pk: { S: [{ 'anything-but': { suffix: '#1' } }] } }), false],
    [
      'anything-but in any case',
      image({ status: { S: [{ 'anything-but': { 'equals-ignore-case': 'OPEN' } }] } }),
      false,
    ],
    ['numeric', { dynamodb: { SizeBytes: [{ numeric: ['=', 120] }] } }, true],
    ['numeric range', { dynamodb: { SizeBytes: [{ numeric: ['>', 100, '<=', 120] }] } }, true],
    ['numeric range, beyond', { dynamodb: { SizeBytes: [{ numeric: ['>=', 0, '<', 120] }] } }, false],
    [
      'the time of a record (AWS)',
      { dynamodb: { ApproximateCreationDateTime: [{ numeric: ['>', 0] }] } },
      true,
    ],
    ['numeric of a DynamoDB number (AWS)', image({ total: { N: [{ numeric: ['>', 1] }] } }), false],
    [
      'alternatives of numeric and text (AWS)',
      image({ total: { N: [{ numeric: ['>', 1] }, { 'anything-but': '101' }] } }),
      true,
    ],

    ['exists (AWS)', image({ status: { S: [{ exists: true }] } }), true],
    ['exists, of another type', image({ status: { N: [{ exists: true }] } }), false],
    ['exists, of an object', image({ status: [{ exists: true }] }), false],
    ['absent', image({ other: { S: [{ exists: false }] } }), true],
    ['absent, though it is there', image({ status: { S: [{ exists: false }] } }), false],
    ['absent, of an object: always (AWS)', image({ status: [{ exists: false }] }), true],
    ['absent, in an image that is not there', { dynamodb: { Old: { a: { S: [{ exists: false }] } } } }, true],
    ['absent or a value', image({ status: { S: [{ exists: false }, 'Open'] } }), true],
    ['absent and another field', image({ other: { S: [{ exists: false }] }, status: { S: ['New'] } }), false],
    ['exists, of an empty list', image({ nothing: { L: [{ exists: true }] } }), false],

    ['an element of a list', image({ lines: { L: { M: { sku: { S: ['b'] } } } } }), true],
    [
      'two fields of one element',
      image({ lines: { L: { M: { sku: { S: ['a'] }, left: { N: ['1'] } } } } }),
      true,
    ],
    [
      'two fields of two elements',
      image({ lines: { L: { M: { sku: { S: ['b'] }, left: { N: ['1'] } } } } }),
      false,
    ],
    [
      'absent in one element only',
      image({ lines: { L: { M: { left: { N: [{ exists: false }] } } } } }),
      false,
    ],
    ['maps in maps', image({ deep: { M: { a: { M: { b: { S: ['c'] } } } } } }), true],

    ['$or', { $or: [{ eventName: ['INSERT'] }, { eventSource: ['aws:dynamodb'] }] }, true],
    ['$or, neither', { $or: [{ eventName: ['INSERT'] }, { eventSource: ['aws:s3'] }] }, false],
    [
      '$or within an image, and a field beside it',
      image({ status: { S: ['Open'] }, $or: [{ total: { N: ['1'] } }, { paid: { BOOL: [true] } }] }),
      true,
    ],
    ['$or with operators is a field', { $or: [{ prefix: 'a' }, { prefix: 'b' }] }, false],
  ])('%s', (_, filter, expected) => {
    expect(compileFilter(filter)(record)).toBe(expected)
  })

  it('treats nested lists as one, at any depth', () => {
    let nested: unknown = ['x']
    for (let depth = 0; depth < 100_000; depth++) nested = [nested]
    expect(compileFilter({ a: ['x'] })({ a: nested })).toBe(true)
  })

  it('accepts ten patterns', () => {
    const patterns = Array.from({ length: 10 }, (_, at) => ({ eventID: [String(at)] }))
    expect(compileFilter(patterns)(record)).toBe(true)
    expect(() => compileFilter([...patterns, patterns[0] as object] as Filter)).toThrow(
      'There are 11 patterns; at most 10 are allowed',
    )
  })
})

describe('a pattern is refused', () => {
  const deep = (depth: number): string => `${'{"a":'.repeat(depth)}["x"]${'}'.repeat(depth)}`
  it.each<[string, Filter, string]>([
    ['text that is no JSON (AWS)', 'single-string', 'It is not JSON: '],
    ['broken JSON (AWS)', '[{"eventName": ["INSERT"=123}]', 'It is not JSON: '],
    ['a list as text', '["a"]', 'Filter is not an object'],
    ['nothing', {}, 'Empty objects are not allowed'],
    ['an empty object within', { dynamodb: {} }, 'Empty objects are not allowed at dynamodb'],
    ['an empty list', { eventName: [] }, 'Empty arrays are not allowed at eventName'],
    [
      'a value without a list',
      { eventName: 'INSERT' },
      '"eventName" must be an object or an array at eventName',
    ],
    [
      'a list in a list',
      { eventName: [['INSERT']] },
      'Match value must be String, number, true, false, or null',
    ],
    ['an unknown operator', { eventName: [{ like: 'I' }] }, 'Unrecognized match type like at eventName'],
    ['wildcard', { eventName: [{ wildcard: 'I*' }] }, 'Lambda\'s filters for streams have no "wildcard"'],
    [
      'two operators',
      { eventName: [{ prefix: 'a', suffix: 'b' }] },
      'Only one key allowed in match expression',
    ],
    ['no operator', { eventName: [{}] }, 'Match expression name not found at eventName'],
    ['prefix of a number', { eventName: [{ prefix: 1 }] }, 'prefix match pattern must be a string'],
    ['exists with text', { eventName: [{ exists: 'true' }] }, 'exists match pattern must be true or false'],
    ['anything-but of both kinds', { a: [{ 'anything-but': ['a', 1] }] }, 'Value of anything-but must be'],
    ['anything-but of nothing', { a: [{ 'anything-but': [] }] }, 'Value of anything-but must be'],
    ['anything-but of an empty prefix', { a: [{ 'anything-but': { prefix: '' } }] }, 'Null prefix/suffix'],
    [
      'anything-but of another',
      { a: [{ 'anything-but': { numeric: ['=', 1] } }] },
      'Unsupported anything-but',
    ],
    ['numeric without a list', { a: [{ numeric: 5 }] }, 'Value of numeric must be an array.'],
    [
      'numeric with an unknown comparison',
      { a: [{ numeric: ['<>', 5] }] },
      'Unrecognized numeric range operator: <>',
    ],
    ['numeric with an inherited name', { a: [{ numeric: ['toString', 5] }] }, 'Unrecognized numeric range'],
    ['numeric with text', { a: [{ numeric: ['<', '5'] }] }, 'Value of numeric comparison must be a number'],
    ['a range the wrong way round', { a: [{ numeric: ['<', 5, '>', 1] }] }, 'A numeric range is'],
    ['an empty range', { a: [{ numeric: ['>', 5, '<', 1] }] }, 'Bottom must be less than top'],
    [
      'criteria without a pattern',
      { Filters: [{ Pattern: undefined as never }] },
      'A filter needs a Pattern',
    ],
    ['too long', { a: ['x'.repeat(4_096)] }, 'at most 4096 are allowed'],
    ['too deep', deep(200), 'It is nested more than 100 deep'],
    ['endless', endless, 'It cannot be written as JSON'],
    ['nothing', null as never, 'Filter is not an object'],
    ['a number', 5 as never, 'Filter is not an object'],
  ])('%s', (_, filter, message) => {
    expect(() => compileFilter(filter)).toThrow('Invalid filter pattern definition.')
    expect(() => compileFilter(filter)).toThrow(message)
  })
})
