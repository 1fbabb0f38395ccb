// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of policies
import { describe, expect, test } from 'vitest'
import type { PolicyCondition } from './access-policy.ts'
import { fullActionName } from './actions.ts'
import { type CompiledStatement, compilePolicy } from './compile-policy.ts'
import { normalizeKey } from './condition-keys.ts'
import { createPrincipal } from './principal.ts'

const principal = createPrincipal({
  accountId: '123456789012',
  userName: 'ann',
  context: {
    'aws:PrincipalTag/Team': 'red',
    'cognito-identity.amazonaws.com:sub': 'eu:*',
    'my:list': ['a', 'b'],
  },
})
const games = 'arn:aws:dynamodb:us-east-1:123456789012:table/Games'

/** The contents of a request, by condition key. */
type Values = { readonly [key: string]: string | readonly string[] }

function request(values: Values = {}, action = 'GetItem', resource = games) {
  const byKey = new Map(
    Object.entries(values).map(([key, value]) => [
      normalizeKey(key),
      typeof value === 'string' ? [value] : value,
    ]),
  )
  return {
    action: fullActionName(action),
    resource,
    valuesOf: (key: string) => byKey.get(key) ?? principal.values.get(key),
  }
}

function applies({ means, holds }: CompiledStatement, asked: ReturnType<typeof request>): boolean {
  return means(asked.action, asked.resource) && holds(asked)
}

function statement(members: object, version = '2012-10-17') {
  const given = { Effect: 'Allow', Action: '*', Resource: '*', ...members }
  const [compiled] = compilePolicy({ Version: version, Statement: given }, principal)
  return compiled as CompiledStatement
}

describe('actions and resources', () => {
  test.each([
    [{ Action: '*' }, true],
    [{ Action: 'dynamodb:*' }, true],
    [{ Action: 'dynamodb:GetItem' }, true],
    [{ Action: 'DYNAMODB:getitem' }, true],
    [{ Action: 'dynamodb:Get*' }, true],
    [{ Action: 'dynamodb:Get?tem' }, true],
    [{ Action: ['dynamodb:PutItem', 'dynamodb:GetItem'] }, true],
    [{ Action: 'dynamodb:BatchGetItem' }, false],
    [{ Action: 's3:*' }, false],
    [{ Action: undefined, NotAction: 'dynamodb:GetItem' }, false],
    [{ Action: undefined, NotAction: ['dynamodb:Put*', 's3:*'] }, true],
    [{ Resource: games }, true],
    [{ Resource: [games, 'arn:aws:s3:::bucket'] }, true],
    [{ Resource: 'arn:aws:dynamodb:*:*:table/Games' }, true],
    [{ Resource: 'arn:aws:dynamodb:*' }, true],
    [{ Resource: 'arn:aws:dynamodb:us-east-1:${aws:PrincipalAccount}:table/G*' }, true],
    [{ Resource: games.toUpperCase().replace('ARN:AWS', 'arn:aws') }, false],
    [{ Resource: `${games}/index/*` }, false],
    [{ Resource: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Games' }, false],
    [{ Resource: undefined, NotResource: games }, false],
    [{ Resource: undefined, NotResource: `${games}/*` }, true],
  ])('%j: %s', (members, expected) => {
    const { Action, NotAction, Resource, NotResource } = {
      Action: undefined,
      NotAction: undefined,
      Resource: undefined,
      NotResource: undefined,
      ...members,
    } as { [member: string]: unknown }
    const given = {
      Effect: 'Allow',
      ...(NotAction === undefined ? { Action: Action ?? '*' } : { NotAction }),
      ...(NotResource === undefined ? { Resource: Resource ?? '*' } : { NotResource }),
    }
    const [compiled] = compilePolicy({ Version: '2012-10-17', Statement: given }, principal)
    expect(applies(compiled as CompiledStatement, request())).toBe(expected)
  })
})

describe('conditions', () => {
  test.each<[PolicyCondition, Values, boolean]>([
    [{ StringEquals: { 'dynamodb:Select': 'COUNT' } }, { 'dynamodb:Select': 'COUNT' }, true],
    [{ StringEquals: { 'DynamoDB:SELECT': ['COUNT', 'X'] } }, { 'dynamodb:Select': 'COUNT' }, true],
    [{ StringEquals: { 'dynamodb:Select': 'count' } }, { 'dynamodb:Select': 'COUNT' }, false],
    [{ StringEquals: { 'dynamodb:Select': 'C*' } }, { 'dynamodb:Select': 'COUNT' }, false],
    [{ StringEquals: { 'dynamodb:Select': 'COUNT' } }, {}, false],
    [{ StringEqualsIfExists: { 'dynamodb:Select': 'COUNT' } }, {}, true],
    [{ StringEqualsIfExists: { 'dynamodb:Select': 'COUNT' } }, { 'dynamodb:Select': 'X' }, false],
    [{ StringNotEquals: { 'dynamodb:Select': 'COUNT' } }, { 'dynamodb:Select': 'X' }, true],
    [{ StringNotEquals: { 'dynamodb:Select': ['X', 'COUNT'] } }, { 'dynamodb:Select': 'X' }, false],
    [{ StringNotEquals: { 'dynamodb:Select': 'COUNT' } }, {}, true],
    [{ StringEqualsIgnoreCase: { 'dynamodb:Select': 'count' } }, { 'dynamodb:Select': 'COUNT' }, true],
    [{ StringNotEqualsIgnoreCase: { 'dynamodb:Select': 'count' } }, { 'dynamodb:Select': 'COUNT' }, false],
    [{ StringLike: { 'dynamodb:Select': 'ALL_*' } }, { 'dynamodb:Select': 'ALL_ATTRIBUTES' }, true],
    [{ StringNotLike: { 'dynamodb:Select': 'ALL_*' } }, { 'dynamodb:Select': 'ALL_ATTRIBUTES' }, false],
    [{ Bool: { 'dynamodb:FullTableScan': 'true' } }, { 'dynamodb:FullTableScan': 'true' }, true],
    [{ Bool: { 'dynamodb:FullTableScan': false } }, { 'dynamodb:FullTableScan': 'true' }, false],
    [{ Null: { 'dynamodb:LeadingKeys': 'true' } }, {}, true],
    [{ Null: { 'dynamodb:LeadingKeys': 'true' } }, { 'dynamodb:LeadingKeys': [] }, true],
    [{ Null: { 'dynamodb:LeadingKeys': false } }, { 'dynamodb:LeadingKeys': ['a'] }, true],
    [{ Null: { 'dynamodb:LeadingKeys': false } }, {}, false],
    [{ ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:user/a*' } }, {}, true],
    [{ ArnEquals: { 'aws:PrincipalArn': 'arn:aws:iam::*:user/b*' } }, {}, false],
    [{ ArnNotLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:user/b*' } }, {}, true],
    [
      { DateLessThan: { 'aws:CurrentTime': '2030-01-01T00:00:00Z' } },
      { 'aws:CurrentTime': '2026-01-01T00:00:00Z' },
      true,
    ],
    [
      { DateGreaterThan: { 'aws:CurrentTime': '2030-01-01' } },
      { 'aws:CurrentTime': '2026-01-01T00:00:00Z' },
      false,
    ],
    [{ NumericLessThan: { 'aws:EpochTime': '100' } }, { 'aws:EpochTime': '99' }, true],
    [{ NumericGreaterThanEquals: { 'aws:EpochTime': 100 } }, { 'aws:EpochTime': '1e2' }, true],
    [
      { NumericEquals: { 'aws:EpochTime': '12345678901234567890' } },
      { 'aws:EpochTime': '12345678901234567891' },
      false,
    ],
    [{ StringEquals: { 'aws:ResourceTag/Team': 'red' } }, { 'aws:resourcetag/Team': 'red' }, true],
    // IAM user guide: a tag key in a condition key matches in any case.
    [{ StringEquals: { 'aws:ResourceTag/Team': 'red' } }, { 'aws:ResourceTag/team': 'red' }, true],
    [
      { StringEquals: { 'aws:ResourceTag/Team': '${aws:PrincipalTag/Team}' } },
      { 'aws:ResourceTag/Team': 'red' },
      true,
    ],
    [{ 'ForAnyValue:StringEquals': { 'my:list': 'b' } }, {}, true],
    [
      { StringEquals: { 'dynamodb:Select': 'X', 'dynamodb:ReturnValues': 'NONE' } },
      { 'dynamodb:Select': 'X' },
      false,
    ],
    [
      { StringEquals: { 'dynamodb:Select': 'X' }, StringLike: { 'dynamodb:ReturnValues': 'N*' } },
      { 'dynamodb:Select': 'X', 'dynamodb:ReturnValues': 'NONE' },
      true,
    ],
  ])('%j of %j: %s', (condition, values, expected) => {
    expect(applies(statement({ Condition: condition }), request(values))).toBe(expected)
  })

  const leading = (operator: string, ...values: string[]) => ({
    [operator]: { 'dynamodb:LeadingKeys': values },
  })

  test.each<[PolicyCondition, readonly string[] | undefined, boolean]>([
    [leading('ForAllValues:StringEquals', 'a', 'b'), ['a'], true],
    [leading('ForAllValues:StringEquals', 'a', 'b'), ['a', 'b'], true],
    [leading('ForAllValues:StringEquals', 'a', 'b'), ['a', 'c'], false],
    [leading('forallvalues:stringequals', 'a'), ['a'], true],
    [leading('ForAllValues:StringEquals', 'a'), undefined, true],
    [leading('ForAllValues:StringEquals', 'a'), [], true],
    [leading('ForAllValues:StringLike', 'user-*'), ['user-1', 'user-2'], true],
    [leading('ForAllValues:StringNotLike', 'user-*'), ['user-1', 'x'], false],
    [leading('ForAllValues:StringNotLike', 'user-*'), ['y', 'x'], true],
    [leading('ForAnyValue:StringEquals', 'a'), ['a', 'c'], true],
    [leading('ForAnyValue:StringEquals', 'a'), ['b', 'c'], false],
    [leading('ForAnyValue:StringEquals', 'a'), undefined, false],
    [leading('ForAnyValue:StringEqualsIfExists', 'a'), undefined, true],
    [leading('ForAnyValue:StringNotEquals', 'a'), ['a', 'b'], true],
    [leading('ForAnyValue:StringNotEquals', 'a'), ['a'], false],
    [leading('ForAllValues:StringEquals', '${aws:username}'), ['ann'], true],
    [leading('ForAllValues:StringEquals', '${aws:username}'), ['bob'], false],
    [leading('ForAllValues:StringLike', '${aws:username}#*'), ['ann#1'], true],
    [leading('ForAllValues:StringLike', '${cognito-identity.amazonaws.com:sub}'), ['eu:1'], false],
    [leading('ForAllValues:StringLike', '${cognito-identity.amazonaws.com:sub}'), ['eu:*'], true],
    [leading('ForAllValues:StringLike', 'a${*}'), ['ab'], false],
    [leading('ForAllValues:StringLike', 'a${*}b${?}${$}'), ['a*b?$'], true],
    [leading('ForAllValues:StringEquals', "${aws:PrincipalTag/none, 'x'}"), ['x'], true],
    [leading('ForAllValues:NumericLessThan', '10'), ['9', '9.5'], true],
    [leading('ForAllValues:NumericLessThan', '10'), ['9', 'nine'], false],
    [{ 'ForAllValues:StringEquals': { 'dynamodb:FirstPartitionKeyValues': 'a' } }, ['b'], false],
  ])('%j of the keys %j: %s', (condition, keys, expected) => {
    const values = keys === undefined ? {} : { 'dynamodb:LeadingKeys': keys }
    expect(applies(statement({ Condition: condition }), request(values as Values))).toBe(expected)
  })

  test('the oldest version has no variables', () => {
    const condition = leading('ForAllValues:StringEquals', '${aws:username}')
    const old = statement({ Condition: condition }, '2008-10-17')
    expect(applies(old, request({ 'dynamodb:LeadingKeys': ['ann'] }))).toBe(false)
    expect(applies(old, request({ 'dynamodb:LeadingKeys': ['${aws:username}'] }))).toBe(true)
  })
})

describe('anything that cannot be understood is refused', () => {
  const allow = { Effect: 'Allow', Action: '*', Resource: '*' }
  test.each<[unknown, string]>([
    ['text', 'a policy must be an object'],
    [{}, 'the policy has no Statement'],
    [{ Statement: [] }, 'Statement is empty'],
    [{ Statement: [1] }, 'Statement[0] must be an object'],
    [{ Version: '2012-10-18', Statement: allow }, 'Version must be "2012-10-17" or "2008-10-17"'],
    [{ Statement: allow, Principal: '*' }, 'the policy has an unknown member "Principal"'],
    [{ Statement: { ...allow, Principal: '*' } }, 'Statement has an unknown member "Principal"'],
    [{ Statement: [allow, { ...allow, Efect: 1 }] }, 'Statement[1] has an unknown member "Efect"'],
    [{ Statement: { ...allow, Effect: 'allow' } }, 'Statement.Effect must be "Allow" or "Deny"'],
    [{ Statement: { ...allow, Sid: 1 } }, 'Statement.Sid must be a text'],
    [{ Statement: { Effect: 'Allow', Resource: '*' } }, 'Statement must have either Action or NotAction'],
    [{ Statement: { ...allow, NotAction: '*' } }, 'Statement must have either Action or NotAction'],
    [{ Statement: { Effect: 'Allow', Action: '*' } }, 'Statement must have either Resource or NotResource'],
    [{ Statement: { ...allow, Action: [] } }, 'Statement.Action is empty'],
    [{ Statement: { ...allow, Action: [1] } }, 'Statement.Action must be a text or a list of texts'],
    [{ Statement: { ...allow, Action: 'GetItem' } }, 'the action "GetItem" must begin with "dynamodb:"'],
    [{ Statement: { ...allow, Action: 'dynamodb:GetItems' } }, 'DynamoDB has no action "dynamodb:GetItems"'],
    [{ Statement: { ...allow, Resource: 'Games' } }, 'the resource "Games" must be "*" or an ARN'],
    [{ Statement: { ...allow, Condition: [] } }, 'Statement.Condition must be an object'],
    [
      { Statement: { ...allow, Condition: { StringEquals: 'a' } } },
      'Condition.StringEquals must be an object',
    ],
    [
      { Statement: { ...allow, Condition: { StringEquals: { 'aws:username': {} } } } },
      'Statement.Condition.StringEquals.aws:username must be a text or a list of texts',
    ],
    [
      { Statement: { ...allow, Condition: { StringEqual: { 'aws:username': 'a' } } } },
      'Statement: the condition operator StringEqual is not known',
    ],
    [
      { Statement: { ...allow, Condition: { IpAddress: { 'aws:username': 'a' } } } },
      'Statement: the condition operator IpAddress is not known',
    ],
    [
      { Statement: { ...allow, Condition: { StringEquals: { 'aws:SourceIp': 'a' } } } },
      'Statement: the condition key aws:SourceIp is not known, nor does the context of the user name it',
    ],
    [
      { Statement: { ...allow, Condition: { StringEquals: { 'dynamodb:LeadingKey': 'a' } } } },
      'the condition key dynamodb:LeadingKey is not known',
    ],
    [
      { Statement: { ...allow, Condition: { StringEquals: { 'dynamodb:LeadingKeys': 'a' } } } },
      'dynamodb:LeadingKeys has many values: write ForAllValues:StringEquals or ForAnyValue:StringEquals',
    ],
    [
      { Statement: { ...allow, Condition: { Bool: { 'aws:username': 'yes' } } } },
      '"yes" is neither true nor false',
    ],
    [
      { Statement: { ...allow, Condition: { Null: { 'aws:username': 'yes' } } } },
      'Null takes "true" or "false"',
    ],
    [{ Statement: { ...allow, Condition: { NumericEquals: { 'aws:EpochTime': 'x' } } } }, '"x" is no number'],
    [{ Statement: { ...allow, Condition: { DateEquals: { 'aws:CurrentTime': 'x' } } } }, '"x" is no date'],
    [{ Statement: { ...allow, Condition: { ArnLike: { 'aws:PrincipalArn': 'x' } } } }, '"x" is no ARN'],
    [
      { Version: '2012-10-17', Statement: { ...allow, Resource: 'arn:aws:dynamodb:*:*:table/${aws:user}' } },
      'the variable ${aws:user} is not known',
    ],
    [{ Version: '2012-10-17', Statement: { ...allow, Resource: 'arn:${aws:username' } }, 'is not closed'],
    [
      { Version: '2012-10-17', Statement: { ...allow, Resource: 'arn:${dynamodb:Select}' } },
      'the variable ${dynamodb:Select} is not known',
    ],
  ])('%j', (document, message) => {
    expect(() => compilePolicy(document, principal)).toThrow(message)
    expect(() => compilePolicy(document, principal)).toThrow(
      expect.objectContaining({ name: 'PolicyError' }) as Error,
    )
  })
})

describe("a resource's policy", () => {
  const effects = (Principal: unknown, Effect: string, user = principal) => {
    const given = { Effect, Principal, Action: 'dynamodb:GetItem', Resource: games }
    return compilePolicy({ Statement: given }, user, 'resource').length
  }

  test.each([
    ['*', 1, 1],
    [{ AWS: '*' }, 1, 1],
    [{ AWS: 'arn:aws:iam::123456789012:user/ann' }, 1, 1],
    [{ AWS: ['arn:aws:iam::123456789012:user/bob', 'arn:aws:iam::123456789012:user/ann'] }, 1, 1],
    [{ AWS: 'arn:aws:iam::123456789012:user/bob' }, 0, 0],
    // Allowing the account leaves the decision to the policies of its users.
    [{ AWS: 'arn:aws:iam::123456789012:root' }, 0, 1],
    [{ AWS: '123456789012' }, 0, 1],
    [{ AWS: '210987654321' }, 0, 0],
    [{ Service: 'dynamodb.amazonaws.com' }, 0, 0],
    [{ AWS: 'arn:aws-cn:iam::123456789012:user/ann' }, 1, 1],
    [{ AWS: 'arn:aws-us-gov:iam::123456789012:root' }, 0, 1],
    // Ann's id is not known, so she may be the one who is denied.
    [{ AWS: 'AIDAANNANNANNANNANNAN' }, 0, 1],
  ])('that names %j', (named, allows, denies) => {
    expect(effects(named, 'Allow')).toBe(allows)
    expect(effects(named, 'Deny')).toBe(denies)
  })

  test.each([
    ['AIDAANNANNANNANNANNAN', 1],
    ['AROAANNANNANNANNANNAN:session', 0],
    ['AIDABOBBOBBOBBOBBOBBO', 0],
  ])('that names an id does so for the user whose context has it: %s', (id, applied) => {
    const context = { 'aws:userid': id }
    const user = createPrincipal({ accountId: '123456789012', userName: 'ann', context })
    expect(effects({ AWS: 'AIDAANNANNANNANNANNAN' }, 'Allow', user)).toBe(applied)
    expect(effects({ AWS: 'AIDAANNANNANNANNANNAN' }, 'Deny', user)).toBe(applied)
    const role = { AWS: ['AIDABOBBOBBOBBOBBOBBB', 'AROAANNANNANNANNANNAN'] }
    expect(effects(role, 'Deny', user)).toBe(id.startsWith('AROA') ? 1 : 0)
  })

  test.each([undefined, 'ann', [], { AWS: [] }])('cannot name %j', (named) => {
    expect(() => effects(named, 'Allow')).toThrow('Principal')
  })
})

test('a date without a zone is in UTC, wherever the server is', () => {
  const { TZ: zone } = process.env
  process.env['TZ'] = 'America/New_York'
  try {
    const [statement] = compilePolicy(
      {
        Statement: {
          Effect: 'Allow',
          Action: '*',
          Resource: '*',
          Condition: { DateLessThan: { 'aws:CurrentTime': '2026-01-01T12:00:00' } },
        },
      },
      principal,
    )
    const isMet = (time: string) =>
      applies(statement as CompiledStatement, request({ 'aws:CurrentTime': time }))
    expect(isMet('2026-01-01T11:59:59Z')).toBe(true)
    expect(isMet('2026-01-01T12:00:00Z')).toBe(false)
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
