import { expect, test } from 'vitest'
import { parseAccessKeys, powerlessKeys } from './access-keys.ts'

test('keys are found by their id', () => {
  const keys = parseAccessKeys(
    '[{"accessKeyId":"a","secretAccessKey":"b","accountId":"123456789012","name":"c"}]',
  )
  expect(keys.get('a')).toMatchObject({
    accessKeyId: 'a',
    secretAccessKey: 'b',
    accountId: '123456789012',
    name: 'c',
    access: { principal: { arn: 'arn:aws:iam::123456789012:user/a' }, statements: [] },
  })
})

const allow = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }

function keyWith(members: object) {
  return { accessKeyId: 'a', secretAccessKey: 'b', ...members }
}

test('a key has a user, a context, and policies as they are or from files', () => {
  const entry = keyWith({
    user: 'ann',
    context: { 'aws:userid': 'AIDA', 'my:teams': ['red', 'blue'] },
    policies: [{ Statement: allow }, 'read.json', 'full-access'],
  })
  const paths: string[] = []
  const readPolicy = (path: string) => {
    paths.push(path)
    return `\uFEFF${JSON.stringify({ Statement: [allow, allow] })}`
  }
  const access = parseAccessKeys(JSON.stringify([entry]), { readPolicy }).get('a')?.access
  expect(access?.principal.arn).toBe('arn:aws:iam::000000000000:user/ann')
  expect(access?.principal.values.get('my:teams')).toEqual(['red', 'blue'])
  expect(access?.statements).toHaveLength(4)
  expect(paths).toEqual(['read.json'])
})

test('keys without policies are listed', () => {
  const keys = [
    keyWith({}),
    { ...keyWith({ policies: 'full-access' }), accessKeyId: 'all' },
    { ...keyWith({ policies: [] }), accessKeyId: 'none' },
  ]
  expect(powerlessKeys(parseAccessKeys(JSON.stringify(keys)))).toEqual(['a', 'none'])
})

test.each([
  [
    keyWith({ user: 'a b' }),
    'entry 1 has a "user" that is not a valid user name: use letters, digits and +=,.@_-',
  ],
  [keyWith({ context: 'x' }), 'entry 1 has a "context" that is not an object of texts by condition key'],
  [keyWith({ context: { 'a:b': 1 } }), 'entry 1 has a "context" that is not an object of texts'],
  [
    keyWith({ context: { 'aws:username': 'x' } }),
    "entry 1: the condition key aws:username is the database's to say",
  ],
  [keyWith({ context: { team: 'x' } }), 'entry 1: "team" is no condition key'],
  [keyWith({ policies: 'everything' }), 'entry 1 has "policies" that are neither "full-access" nor a list'],
  [
    keyWith({ policies: { Statement: allow } }),
    'entry 1 has "policies" that are neither "full-access" nor a list',
  ],
  [
    keyWith({ policies: ['p.json'] }),
    'entry 1 names the policy file p.json, but policy files cannot be read here',
  ],
  [keyWith({ policies: [{ Statment: allow }] }), 'entry 1: the policy has an unknown member "Statment"'],
  [
    keyWith({ policies: ['full-access', { Statement: { ...allow, Action: 'dynamodb:Get' } }] }),
    'entry 1: policy 2: Statement: DynamoDB has no action "dynamodb:Get"',
  ],
  [keyWith({ policy: [] }), 'entry 1 has an unknown field "policy"'],
])('%j is refused: %s', (entry, message) => {
  expect(() => parseAccessKeys(JSON.stringify([entry]))).toThrow(message)
})

test('a policy file must be JSON', () => {
  const text = JSON.stringify([keyWith({ policies: ['p.json'] })])
  expect(() => parseAccessKeys(text, { readPolicy: () => '{' })).toThrow(
    'entry 1: the policy file p.json is not JSON',
  )
})

test('a repeated member in a policy is reported: the second would hide what the first denies', () => {
  const deny = '{"Effect":"Deny","Action":"*","Resource":"*"}'
  const policy = `{"Statement":${deny},"Statement":${JSON.stringify(allow)}}`
  const text = JSON.stringify([keyWith({ policies: ['p.json'] })])
  expect(() => parseAccessKeys(text, { readPolicy: () => policy })).toThrow(
    'entry 1: the policy file p.json has "Statement" twice in the same object',
  )
  expect(() => parseAccessKeys(text.replace('"p.json"', policy))).toThrow(
    'it has "Statement" twice in the same object',
  )
})

test('a byte order mark at the beginning is ignored', () => {
  expect(parseAccessKeys('\uFEFF[{"accessKeyId":"a","secretAccessKey":"b"}]').size).toBe(1)
})

test.each([
  ['{', 'it is not JSON'],
  ['{}', 'it must be a list of access keys'],
  ['[]', 'it must be a list of access keys'],
  ['[1]', 'entry 1 must be an object'],
  ['[{"secretAccessKey":"b"}]', 'entry 1 needs "accessKeyId": a text without spaces or slashes'],
  [
    '[{"accessKeyId":"a/b","secretAccessKey":"b"}]',
    'entry 1 needs "accessKeyId": a text without spaces or slashes',
  ],
  ['[{"accessKeyId":"a"}]', 'entry 1 needs "secretAccessKey": a text that is not empty'],
  [
    '[{"accessKeyId":"a","secretAccessKey":"b","accountId":7}]',
    'entry 1 has an "accountId" that is not a text of twelve digits',
  ],
  ['[{"accessKeyId":"a","secretAccessKey":"b","secret":"c"}]', 'entry 1 has an unknown field "secret"'],
  [
    '[{"accessKeyId":"a","secretAccessKey":"b"},{"accessKeyId":"a","secretAccessKey":"c"}]',
    'accessKeyId a is given twice',
  ],
])('%s is refused: %s', (text, message) => {
  expect(() => parseAccessKeys(text)).toThrow(message)
})
