import { expect, test } from 'vitest'
import { resolveItemTableName, resolveTableName } from './table-name.ts'

const realm = { accountId: '123456789012', region: 'eu-west-1' }

test.each(['Music', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music'])(
  '%s names the table Music',
  (name) => {
    expect(resolveTableName(realm, name)).toBe('Music')
  },
)

test.each([
  { arn: 'arn:aws:dynamodb:us-east-1:123456789012:table/Music', problem: 'Invalid AWS region in' },
  {
    arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Music/index/byYear',
    problem: 'Invalid resource type in',
  },
  { arn: 'arn:aws:dynamodb:eu-west-1:123456789012:backup/Music', problem: 'Invalid resource type in' },
  { arn: 'arn:aws:s3:eu-west-1:123456789012:table/Music', problem: 'Valid ARN format is' },
  { arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/a b', problem: 'Valid ARN format is' },
  { arn: 'arn:aws', problem: 'Valid ARN format is' },
])('$arn is refused', ({ arn, problem }) => {
  expect(() => resolveTableName(realm, arn)).toThrow(problem)
})

test.each([
  ['arn:aws:dynamodb:us-east-1:123456789012:table/Music', 'Invalid AWS region'],
  ['arn:none:dynamodb:eu-west-1:123456789012:table/Music', 'Invalid AWS partition'],
  ['arn:aws:dynamodb:eu-west-1:123456789012:backup/Music', 'Invalid resource type'],
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
