import { createDatabase, type Database } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionInfo, WorkbenchState } from '../shared/api.ts'
import { type EmbeddedRealms, embeddedRealms } from './embedded-realms.ts'
import { type ServedPage, servePage } from './testing/serve-page.ts'

const input = {
  TableName: 'Orders',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
} as const
const europe = { region: 'eu-west-1' }
const stranger = { region: 'eu-west-1', accountId: '123456789012' }

let db: Database
let realms: EmbeddedRealms
let page: ServedPage

beforeEach(async () => {
  db = await createDatabase({ metrics: true })
  realms = embeddedRealms(db, { name: 'Here', address: 'in memory', observes: true, now: Date.now })
  page = await servePage({ connections: [realms.home], others: realms.others })
})

afterEach(async () => {
  await page.served.close()
  await db.close()
})

const connections = async (): Promise<readonly ConnectionInfo[]> =>
  ((await page.json('/api/state')) as WorkbenchState).connections
const names = async () => (await connections()).map(({ id, tables }) => [id, tables])

describe('regions and accounts of a database in this process', () => {
  it('appear with their first table, and disappear with their last', async () => {
    expect(await names()).toEqual([['embedded', []]])
    await db.send('CreateTable', input, europe)
    await db.execute('CreateTable', { ...input, TableName: 'Theirs' }, stranger)
    await db.send('CreateTable', input)
    expect(await names()).toEqual([
      ['embedded', ['Orders']],
      ['embedded-eu-west-1', ['Orders']],
      ['embedded-eu-west-1-123456789012', ['Theirs']],
    ])
    expect((await connections())[1]).toMatchObject({
      name: 'eu-west-1',
      region: 'eu-west-1',
      kind: 'embedded',
      readOnly: false,
    })
    await db.send('DeleteTable', { TableName: 'Orders' }, europe)
    expect((await names()).map(([id]) => id)).toEqual(['embedded', 'embedded-eu-west-1-123456789012'])
  })

  it('are read and written separately', async () => {
    await db.send('CreateTable', input, europe)
    await db.send('CreateTable', input)
    await names()
    const put = { operation: 'PutItem', input: { TableName: 'Orders', Item: { id: { S: 'one' } } } }
    await page.json('/api/connections/embedded-eu-west-1/send', { body: put })
    const count = async (region: string) => (await db.send('Scan', { TableName: 'Orders' }, { region })).Count
    expect([await count('eu-west-1'), await count('us-east-1')]).toEqual([1, 0])
  })

  it('have separate requests', async () => {
    await db.send('CreateTable', input)
    await db.send('UpdateTable', {
      TableName: 'Orders',
      ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }],
    })
    const [other] = await realms.others()
    await db.send('GetItem', { TableName: 'Orders', Key: { id: { S: 'there' } } }, europe)
    await db.send('Scan', { TableName: 'Orders' })
    const last = (all = realms.home.observations?.recent()) => all?.at(-1)?.operation
    expect([last(), last(other?.observations?.recent())]).toEqual(['Scan', 'GetItem'])
  })

  it('of a shared database count as one, whoever asks', async () => {
    const shared = await createDatabase({ metrics: true, shared: true })
    const one = embeddedRealms(shared, { name: 'Here', address: '', observes: true, now: Date.now })
    await shared.send('CreateTable', input, europe)
    expect(await one.others()).toEqual([])
    expect(await one.home.tables?.()).toEqual(['Orders'])
    expect(one.home.observations?.recent().map(({ operation }) => operation)).toEqual(['CreateTable'])
    await shared.close()
  })
})
