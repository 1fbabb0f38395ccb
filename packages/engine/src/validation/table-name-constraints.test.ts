import { expect, test } from 'vitest'
import { tableNameConstraints } from './table-name-constraints.ts'

const arn = (resource: string) => `arn:aws:dynamodb:us-east-1:123456789012:${resource}`

test.each([
  'abc',
  'A.b-c_9',
  'a'.repeat(255),
  arn('table/abc'),
  'arn:aws-cn:dynamodb:cn-north-1:1:table/abc',
])('%s is a valid name', (name) => {
  expect(tableNameConstraints(name)).toEqual([])
})

test.each([
  ['ab', /length greater than or equal to 3/],
  ['a'.repeat(256), /length less than or equal to 255/],
  ['a b c', /regular expression pattern/],
  ['foo:bar', /regular expression pattern/],
  ['arn:aws', /^Valid ARN format is/],
  [arn('table'), /^Valid ARN format is/],
  [arn('table/ab'), /^Table name of ARN must have length greater than or equal to 3/],
  [arn('table/abc/index/i'), /^Valid ARN format is/],
  [arn(`table/${'a'.repeat(256)}`), /^Valid ARN format is/],
  [arn('stream/abc'), /^Invalid resource type/],
])('%s is not a valid name', (name, text) => {
  expect(tableNameConstraints(name)).toEqual([expect.stringMatching(text)])
})
