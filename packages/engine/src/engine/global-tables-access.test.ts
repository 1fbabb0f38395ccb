import type { ServiceError } from '@monotable/protocol'
import { beforeEach, expect, it } from 'vitest'
import { createAccess } from '../access/access.ts'
import { type AccessPolicyStatement, fullAccess } from '../access/access-policy.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

const TableName = 'Orders'
const accountId = '123456789012'
const home = 'us-east-1'
const away = 'eu-west-1'
const arnIn = (region: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`
const add = { TableName, ReplicaUpdates: [{ Create: { RegionName: away } }] }
const remove = { TableName, ReplicaUpdates: [{ Delete: { RegionName: away } }] }
const timeToLive = { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' } }

let db: Database

beforeEach(async () => {
  db = await createDatabase({ accountId })
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
})

/** A policy that allows everything except this. */
const allBut = (denied: Omit<AccessPolicyStatement, 'Effect'>) =>
  createAccess({
    accountId,
    userName: 'ann',
    policies: [fullAccess, { Version: '2012-10-17', Statement: { Effect: 'Deny', ...denied } }],
  })

const attempt = async (access: ReturnType<typeof allBut>, operation: string, input: object, region = home) =>
  db.execute(operation, input, { region, accountId, access }).then(
    () => 'done',
    (error: ServiceError) => error.message.replace(/^.*is not authorized to perform: | with an .*$/g, ''),
  )

it('a caller who may not act in a region cannot create or remove anything there from another region', async () => {
  const ann = allBut({
    Action: 'dynamodb:*',
    Resource: '*',
    Condition: { StringNotEquals: { 'aws:RequestedRegion': home } },
  })
  expect(await attempt(ann, 'UpdateTable', add)).toBe(`dynamodb:Scan on resource: ${arnIn(away)}`)
  await db.send('UpdateTable', add)
  expect(await attempt(ann, 'UpdateTable', remove)).toBe(`dynamodb:DeleteTable on resource: ${arnIn(away)}`)
  expect(await attempt(ann, 'PutItem', { TableName, Item: { id: { S: '1' } } })).toBe('done')
})

it('time to live can be changed only by those who may do so in all regions', async () => {
  const ann = allBut({ Action: 'dynamodb:UpdateTimeToLive', Resource: arnIn(away) })
  await db.send('UpdateTable', add)
  const refusal = `dynamodb:UpdateTimeToLive on resource: ${arnIn(away)}`
  expect(await attempt(ann, 'UpdateTimeToLive', timeToLive)).toBe(refusal)
  expect(await attempt(ann, 'UpdateTimeToLive', timeToLive, away)).toBe(refusal)
  await db.send('UpdateTable', remove)
  expect(await attempt(ann, 'UpdateTimeToLive', timeToLive)).toBe('done')
})

it('the policy of a replica applies to it alone, and protects it from removal', async () => {
  const ann = allBut({ Action: 'dynamodb:ListTables', Resource: '*' })
  await db.send('UpdateTable', add)
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: ['dynamodb:PutItem', 'dynamodb:DeleteTable'],
        Resource: arnIn(away),
      },
    ],
  })
  await db.send('PutResourcePolicy', { ResourceArn: arnIn(away), Policy }, { region: away })
  const put = { TableName, Item: { id: { S: '1' } } }
  expect(await attempt(ann, 'PutItem', put, away)).toBe(`dynamodb:PutItem on resource: ${arnIn(away)}`)
  expect(await attempt(ann, 'PutItem', put)).toBe('done')
  expect(await attempt(ann, 'UpdateTable', remove)).toBe(`dynamodb:DeleteTable on resource: ${arnIn(away)}`)
})

it('the refusal to remove a replica is reported as its region worded it', async () => {
  const ann = allBut({ Action: 'dynamodb:DeleteTableReplica', Resource: '*' })
  await db.send('UpdateTable', add)
  await expect(db.execute('UpdateTable', remove, { region: home, accountId, access: ann })).rejects.toThrow(
    `'AccessDeniedException':'User: arn:aws:iam::${accountId}:user/ann is not authorized to perform: ` +
      `dynamodb:DeleteTableReplica on resource: ${arnIn(away)} with an explicit deny in an identity-based policy'.`,
  )
})

it('disassociating a replica takes an action of its own on the table', async () => {
  const ann = allBut({ Action: 'dynamodb:DisassociateTableReplica', Resource: arnIn(home) })
  await db.send('UpdateTable', add)
  await db.send('UpdateTable', { TableName, DisassociationProtectionEnabled: false })
  await db.send('UpdateTable', { TableName, DisassociationProtectionEnabled: false }, { region: away })
  const leave = (RegionName: string) => {
    const Disassociate = { RegionName, DisassociationMode: 'WAIT_FOR_REPLICATION' }
    return { TableName, ReplicaUpdates: [{ Disassociate }] }
  }
  expect(await attempt(ann, 'UpdateTable', leave(home))).toBe(
    `dynamodb:DisassociateTableReplica on resource: ${arnIn(home)}`,
  )
  expect(await attempt(ann, 'UpdateTable', leave(away), away)).toBe('done')
})
