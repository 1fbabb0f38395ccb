import { expect, test } from 'vitest'
import { resolveItemTableName, resolveTableName } from './table-name.ts'

const format =
  /^1 validation error detected: Valid ARN format is 'arn:<awsPartition>:.*', where Resource name must/
const realm = { accountId: '123456789012', region: 'eu-west-1' }

test.each(['Music', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music'])(
  '%s names the table Music',
  (name) => {
    expect(resolveTableName(realm, name)).toBe('Music')
  },
)

test.each([
  { arn: 'arn:aws:dynamodb:us-east-1:123456789012:table/Music', problem: 'Invalid AWS region in' },
  { arn: 'arn:aws-cn:dynamodb:eu-west-1:123456789012:table/Music', problem: 'Invalid AWS partition in' },
  { arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music/index/byYear', problem: format },
  { arn: 'arn:aws:dynamodb:eu-west-1:123456789012:backup/Music', problem: 'Invalid resource type in' },
  { arn: 'arn:aws:s3:eu-west-1:123456789012:table/Music', problem: format },
  { arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/a b', problem: format },
  { arn: 'arn:aws', problem: format },
])('$arn is refused', ({ arn, problem }) => {
  expect(() => resolveTableName(realm, arn)).toThrow(problem)
})

test.each([
  ['arn:aws:dynamodb:us-east-1:123456789012:table/Music', 'Invalid AWS region'],
  ['arn:none:dynamodb:eu-west-1:123456789012:table/Music', 'Invalid AWS partition'],
  ['arn:aws:dynamodb:eu-west-1:123456789012:backup/Music', 'Invalid resource type'],
  [
    'arn:aws:dynamodb:eu-west-1:123456789012:table/ab',
    'Table name of ARN must have length greater than or equal to 3',
  ],
  ['arn:aws:dynamodb:eu-west-1:123456789012:table/Music/index/byYear', 'Valid ARN format is '],
])('an operation on items refuses %s like a broken constraint', (arn, problem) => {
  expect(() => resolveItemTableName(realm, arn)).toThrow(
    `1 validation error detected: Value '${arn}' at 'tableName' failed to satisfy constraint: ${problem}`,
  )
})

test('a table of another account is denied', () => {
  expect(() => resolveTableName(realm, 'arn:aws:dynamodb:eu-west-1:999999999999:table/Music')).toThrow(
    expect.objectContaining({ name: 'AccessDeniedException', message: 'Access is denied' }),
  )
})

test('a region outside the usual partition may be named by its own', () => {
  const beijing = { accountId: '123456789012', region: 'cn-north-1' }
  for (const partition of ['aws', 'aws-cn']) {
    expect(resolveTableName(beijing, `arn:${partition}:dynamodb:cn-north-1:123456789012:table/Music`)).toBe(
      'Music',
    )
  }
})
