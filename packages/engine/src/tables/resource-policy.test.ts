import { describe, expect, it } from 'vitest'
import { parsePolicyDocument } from './policy-document.ts'
import { nextRevision, refuseLockout } from './resource-policy.ts'

const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/Music'
const locksOut = (statement: object): boolean => {
  const deny = { Effect: 'Deny', Principal: '*', Action: '*', Resource: '*', ...statement }
  const document = parsePolicyDocument(JSON.stringify({ Statement: [deny] }), 'table')
  try {
    refuseLockout(document, arn, '123456789012')
    return false
  } catch {
    return true
  }
}

describe('refuseLockout', () => {
  it.each([
    [true, {}],
    [true, { Action: 'dynamodb:PutResourcePolicy', Resource: arn }],
    [true, { Action: 'dynamodb:*ResourcePolicy' }],
    [true, { Action: ['dynamodb:GetItem', 'dynamodb:PutResourcePolicy'] }],
    [true, { Action: undefined, NotAction: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
    [true, { Principal: { AWS: '123456789012' } }],
    [true, { Action: undefined, NotAction: 'dynamodb:GetItem' }],
    [true, { Principal: undefined, NotPrincipal: { AWS: '999999999999' } }],
    [false, { Effect: 'Allow', Principal: { AWS: '123456789012' } }],
    [false, { Action: 'dynamodb:DeleteResourcePolicy' }],
    [false, { Principal: { AWS: '999999999999' } }],
    [false, { Resource: `${arn}2` }],
    [false, { Action: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
    [false, { Action: undefined, NotAction: 'dynamodb:*ResourcePolicy' }],
    [false, { Action: undefined, NotAction: ['dynamodb:GetItem', 'dynamodb:PutResourcePolicy'] }],
    [false, { Condition: { StringEquals: { 'aws:PrincipalArn': 'x' } } }],
  ])('%s: %j', (expected, statement) => {
    expect(locksOut(statement)).toBe(expected)
  })
})

it('revisions increase even while the clock stands still', () => {
  const first = nextRevision(1_000, undefined)
  const second = nextRevision(1_000, { revisionId: first })
  expect([first, second, nextRevision(5_000, { revisionId: second })]).toEqual(['1000', '1001', '5000'])
})
