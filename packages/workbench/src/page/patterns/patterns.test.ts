import { describe, expect, it } from 'vitest'
import { shopModel } from '../operations/shop-model.ts'
import { argumentsOf, argumentsText, draftsOf, missingArguments } from './argument-draft.ts'
import { offeredValues } from './offered-values.ts'
import { startCommand } from './start-command.ts'

const known = [
  { name: 'username', required: true, range: false },
  { name: 'orderId', required: false, range: true },
]

describe('arguments of patterns', () => {
  it.each([
    [{ username: 'a' }],
    [{ username: 'a', orderId: { begins: '2' } }],
    [{ username: 'a', orderId: { between: ['1', '2'] } }],
    [{ username: 'a', orderId: { gte: '1' } }],
  ])('%j is the same after it was shown as typed text and sent', (given) => {
    expect(argumentsOf(known, draftsOf(given))).toEqual(given)
    expect(missingArguments(known, draftsOf(given))).toEqual([])
  })

  it('empty ones are left out', () => {
    const drafts = { username: { operator: '=' as const, values: [''] } }
    expect(argumentsOf(known, drafts)).toEqual({})
    expect(missingArguments(known, drafts)).toEqual(['username'])
  })

  it('are formatted in one line', () => {
    expect(argumentsText({ username: 'a', orderId: { between: ['1', '2'] } })).toBe(
      'username: a, orderId between 1 and 2',
    )
    expect(argumentsText({})).toBe('no arguments')
  })

  it('are suggested from the data, and those of one item together', () => {
    const order = (username: string, orderId: string, status: string) => ({
      PK: { S: `CUSTOMER#${username}` },
      SK: { S: `#ORDER#${orderId}` },
      GSI1PK: { S: `STATUS#${status}` },
    })
    const [, byStatus] = shopModel.patterns
    const items = [order('a', '1', 'new'), order('b', '2', 'sent')]
    expect(byStatus && offeredValues(items, byStatus, shopModel)).toEqual({
      lists: { status: ['new', 'sent'] },
      first: { status: 'new' },
    })
  })
})

describe('the command that opens the workbench with a model', () => {
  const connection = {
    id: 'c1',
    name: 'One',
    address: 'somewhere',
    region: 'us-east-1',
    readOnly: false,
    observes: true,
  }
  it.each([
    [{ kind: 'embedded' }, ''],
    [{ kind: 'embedded', endpoint: 'http://127.0.0.1:8000' }, ' --endpoint http://127.0.0.1:8000'],
    [
      { kind: 'endpoint', endpoint: 'http://127.0.0.1:8000', region: 'eu-west-1' },
      ' --endpoint http://127.0.0.1:8000 --region eu-west-1',
    ],
    [
      { kind: 'aws', endpoint: 'https://dynamodb.amazonaws.com', profile: 'my work', region: 'eu-west-1' },
      " --profile 'my work' --region eu-west-1",
    ],
  ] as const)('names the database of %j', (place, options) => {
    expect(startCommand({ ...connection, ...place })).toBe(`monotable workbench model.ts${options}`)
  })
})
