import { describe, expect, it } from 'vitest'
import { parsePolicyDocument } from './policy-document.ts'

const statement = {
  Effect: 'Allow',
  Principal: { AWS: '123456789012' },
  Action: 'dynamodb:GetItem',
  Resource: '*',
}
const parse = (changes: object, resource: 'table' | 'stream' = 'table') =>
  parsePolicyDocument(
    JSON.stringify({ Version: '2012-10-17', Statement: [{ ...statement, ...changes }] }),
    resource,
  )
const refusal = (changes: object, resource: 'table' | 'stream' = 'table'): string => {
  try {
    parse(changes, resource)
  } catch (error) {
    return (error as Error).message
  }
  return 'taken'
}

describe('parsePolicyDocument', () => {
  it('returns a form that parses to itself', () => {
    const { text } = parse({
      Action: ['dynamodb:*'],
      Condition: { Bool: { 'aws:SecureTransport': ['true'] } },
    })
    expect(parsePolicyDocument(text, 'table').text).toBe(text)
  })

  it('keeps names that all objects have', () => {
    const condition = JSON.parse('{"StringEquals":{"__proto__":"a","constructor":"b"}}') as object
    expect(parse({ Condition: condition }).text).toContain(JSON.stringify(condition))
  })

  it('refuses duplicates', () => {
    const text = JSON.stringify({ Statement: statement }).replace('{', '{"Statement":[],')
    expect(() => parsePolicyDocument(text, 'table')).toThrow('Syntax error at position (1,')
  })

  it.each([
    [{ Effect: undefined }, /Missing required field Effect$/],
    [{ Principal: undefined }, /Missing required field Principal$/],
    [{ Action: undefined }, /Missing required field Action$/],
    [{ Resource: undefined }, /Missing required field Resource$/],
    [{ Effect: 'Perhaps' }, /Syntax error at position \(1,/],
    [{ Unknown: 1 }, /Syntax error at position/],
    [{ NotAction: 'dynamodb:GetItem' }, /Syntax error at position/],
    [{ Action: [] }, /Syntax error at position/],
    [{ Action: 1 }, /Syntax error at position/],
    [{ Principal: {} }, /Syntax error at position/],
    [{ Principal: { Somebody: 'x' } }, /Syntax error at position/],
    [{ Principal: { AWS: 1 } }, /Syntax error at position/],
    [{ Principal: { Service: 'lambda.amazonaws.com' } }, /: Policy contains invalid service principal$/],
    [{ Condition: { StringEquals: 'a' } }, /Syntax error at position/],
    [{ Condition: { StringEquals: { a: [{}] } } }, /Syntax error at position/],
    [{ Action: 'GetItem' }, /must be prefaced by a vendor/],
    [{ Action: ['dynamodb:GetItem', 'PutItem'] }, /must be prefaced by a vendor/],
    [{ Action: 'dynamodb:Nonsense' }, /action names are invalid: "dynamodb:Nonsense"$/],
    [{ Resource: 'Music' }, /Resource Music must be in ARN format or "\*"\.$/],
    [{ Resource: 'arn:aws:s3:::bucket' }, /Vendor s3 is not valid$/],
    [{ Principal: undefined, NotPrincipal: { AWS: '123456789012' } }, /unbounded access/],
  ])('%j is refused', (changes, message) => {
    expect(refusal(changes)).toMatch(message)
  })

  it.each([
    { Principal: { Service: 'glue.amazonaws.com' } },
    { Principal: { AWS: 'arn:aws:sts::123456789012:assumed-role/a/b' } },
    { Principal: '*', Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } },
    { Effect: 'Deny', Principal: '*' },
    { Action: 'DynamoDB:Get*' },
    { Action: '*' },
    { Resource: 'arn:aws:dynamodb:*:*:table/*' },
  ])('%j is accepted', (changes) => {
    expect(refusal(changes)).toBe('taken')
  })

  it('a stream has its own actions and resources', () => {
    const stream = 'arn:aws:dynamodb:us-east-1:123456789012:table/Music/stream/2026-10-09T00:29:04.041'
    expect(refusal({ Action: 'dynamodb:GetRecords', Resource: stream }, 'stream')).toBe('taken')
    expect(refusal({ Action: 'dynamodb:ListStreams' }, 'stream')).toMatch(/action names are invalid/)
    const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Music'
    expect(refusal({ Action: 'dynamodb:GetRecords', Resource: table }, 'stream')).toMatch(
      /The relative-id "table\/Music" is invalid for ARN/,
    )
  })

  it('reports the line and column after what it did not expect', () => {
    const source =
      '{"Version":"2012-10-17","Statement":[\n{"Sid":"A","Effect":"Allow","Principal":"123456789012"}]}'
    expect(() => parsePolicyDocument(source, 'table')).toThrow('Missing required field Action')
    const whole = source.replace('}]}', ',"Action":"dynamodb:GetItem","Resource":"*"}]}')
    expect(() => parsePolicyDocument(whole, 'table')).toThrow('Syntax error at position (2,55)')
  })

  it('no text is no policy, and for an empty one the error is at its end', () => {
    expect(() => parsePolicyDocument('null', 'table')).toThrow('This text appears not to be a policy')
    expect(() => parsePolicyDocument('{}', 'table')).toThrow('Syntax error at position (1,3)')
  })

  it.each(['1', '[]', '"text"', '['.repeat(20_000)])('%s is not a document', (source) => {
    expect(() => parsePolicyDocument(source, 'table')).toThrow('This policy contains invalid Json')
  })

  it.each(['2020-01-01', 2012, null])('the version %j is refused', (Version) => {
    const source = JSON.stringify({ Version, Statement: [statement] })
    expect(() => parsePolicyDocument(source, 'table')).toThrow('must contain a valid version string')
  })
})
