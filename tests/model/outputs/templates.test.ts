import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse as parseHcl } from '@cdktf/hcl2json'
import { createAccess, createDatabase, type Database } from '@monotable/engine'
import { createTableInput, table as declareTable, model, shape } from '@monotable/model'
import { pointer } from '@monotable/model/history'
import {
  cdkSource,
  cloudFormationTemplate,
  describedTableInput,
  describeModel,
  iamPolicy,
  type TableSettings,
  terraformConfiguration,
} from '@monotable/model/outputs'
import { relations } from '@monotable/model/relations'
import { streamHandler } from '@monotable/model/streams'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkProperties } from './check-properties.ts'
import { office, officeModel } from './office-model.ts'
import { useOffice } from './use-office.ts'

const description = describeModel(officeModel)
const full: TableSettings = {
  billing: { readUnits: 7, writeUnits: 5 },
  stream: 'NEW_AND_OLD_IMAGES',
  recovery: true,
  protection: true,
}
const settings: [string, TableSettings][] = [
  ['as it is', {}],
  ['with all settings', full],
]
const table = office.definition.name
type Members = { readonly [name: string]: unknown }

let db: Database
beforeEach(async () => {
  db = await createDatabase()
})
afterEach(() => db.close())

describe.each(settings)('a table %s', (_, given) => {
  it('from a CloudFormation template is valid for CloudFormation and works with the model', async () => {
    const { Resources } = cloudFormationTemplate(description, given)
    const [resource] = Object.values(Resources) as [{ Type: string; Properties: Members }]
    expect(checkProperties(resource.Type, resource.Properties)).toEqual([])
    await createFromCloudFormation(resource.Properties)
    await useOffice(db)
    await expectSettings(given)
  })

  it("from a Terraform configuration is read by Terraform's parser and works with the model", async () => {
    const hcl = terraformConfiguration(description, given)
    const parsed = (await parseHcl('main.tf', hcl)) as { resource: { aws_dynamodb_table: Members } }
    const [[resource]] = Object.values(parsed.resource.aws_dynamodb_table) as [[Members]]
    await createFromTerraform(resource)
    await useOffice(db)
    await expectSettings(given)
  })

  it('from a CDK construct works with the model', async () => {
    await createFromCdk(runCdk(cdkSource(description, given)), given)
    await useOffice(db)
    await expectSettings(given)
  })

  it('from CreateTable works with the model', async () => {
    const [only] = description.tables
    await db.send('CreateTable', describedTableInput(only as NonNullable<typeof only>, given) as never)
    await useOffice(db)
  })
})

describe('names', () => {
  const described = (...names: string[]) =>
    describeModel(
      model({
        entities: Object.fromEntries(
          names.map((name, at) => {
            const one = declareTable(name, { key: { pk: 'PK' }, ttl: `\${path.module}%{if}` })
            return [`E${at}`, one.entity('Note', { schema: shape<{ id: string }>(), key: { pk: '{id}' } })]
          }),
        ),
      }),
    )

  it('of tables that would get the same name in the CDK are made distinct, and never clash with its own members', () => {
    const source = cdkSource(described('my-app', 'my_app', 'with', 'constructor', 'toString'))
    const members = [...source.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name]) => name)
    expect(members).toEqual(['myApp', 'myApp2', 'with2', 'constructor2', 'toString2'])
    const ids = [...source.matchAll(/TableV2\(this, '(\w+)'/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(5)
  })

  it('that look like functions of Terraform are plain text', async () => {
    const hcl = terraformConfiguration(described('Notes'))
    const parsed = (await parseHcl('main.tf', hcl)) as { resource: { aws_dynamodb_table: Members } }
    expect(parsed.resource.aws_dynamodb_table).toMatchObject({
      notes: [{ ttl: [{ attribute_name: `$\${path.module}%%{if}` }] }],
    })
  })
})

describe('an IAM policy', () => {
  const policy = (options: Parameters<typeof iamPolicy>[1]) => ({
    accountId: '000000000000',
    userName: 'app',
    policies: [iamPolicy(description, options)],
  })
  const asApp = (options: Parameters<typeof iamPolicy>[1]) => {
    const caller = { region: 'us-east-1', accountId: '000000000000', access: createAccess(policy(options)) }
    return {
      send: async (operation: string, input: object) =>
        JSON.parse((await db.execute(operation, input, caller)) || '{}') as object,
    }
  }
  beforeEach(async () => {
    await db.send('CreateTable', describedTableInput(first()) as never)
  })

  it('allows everything that the model does', async () => {
    await useOffice(asApp({}))
  })

  it('allows the items that are written along: markers of unique values, and parents that count', async () => {
    const team = declareTable('Team', { key: { pk: 'PK', sk: 'SK' }, relations })
    const Group = team.entity('Group', {
      schema: shape<{ group: string; members?: number }>(),
      key: { pk: 'GROUP#{group}', sk: 'GROUP#{group}' },
    })
    const Member = team.entity('Member', {
      schema: shape<{ id: string; email: string; group: string }>(),
      key: { pk: 'MEMBER#{id}', sk: 'MEMBER#{id}' },
      unique: { email: 'EMAIL#{email}' },
      belongsTo: { group: { entity: Group, mustExist: true, count: 'members' } },
    })
    const app = model({ entities: { Group, Member } })
    const described = describeModel(app)
    await db.send('CreateTable', createTableInput(team))
    await app.connect(db).Group.create({ group: 'red' })
    const access = createAccess({
      accountId: '000000000000',
      userName: 'app',
      policies: [iamPolicy(described, { only: ['Member'] })],
    })
    const caller = { region: 'us-east-1', accountId: '000000000000', access }
    const client = {
      send: async (operation: string, input: object) =>
        JSON.parse((await db.execute(operation, input, caller)) || '{}') as object,
    }
    await app.connect(client).Member.create({ id: '1', email: 'ann@example.com', group: 'red' })
    expect((await app.connect(db).Group.get({ group: 'red' }))?.members).toBe(1)
  })

  it('allows the consequences of a change: copies in other items, marker lookups, versions', async () => {
    const team = declareTable('Team', {
      key: { pk: 'PK', sk: 'SK' },
      indexes: { byGroup: { pk: 'G1', sk: 'S1' } },
      relations,
    })
    const Group = team.entity('Group', {
      schema: shape<{ group: string; title: string; members?: number; notes?: number }>(),
      key: { pk: 'GROUP#{group}', sk: 'GROUP#{group}' },
    })
    const Member = team.entity('Member', {
      schema: shape<{ id: string; email: string; group: string; groupTitle?: string }>(),
      key: { pk: 'MEMBER#{id}', sk: 'MEMBER#{id}' },
      index: { byGroup: { pk: 'OF#{group}', sk: '{id}' } },
      unique: { email: 'EMAIL#{email}' },
      belongsTo: {
        group: { entity: Group, count: 'members', copy: { groupTitle: 'title' }, find: 'byGroup' },
      },
    })
    const Note = team.entity('Note', {
      schema: shape<{ group: string; note: string; title?: string }>(),
      key: { pk: 'GROUP#{group}', sk: 'NOTE#{note}' },
      belongsTo: { group: { entity: Group, count: 'notes', copy: { title: 'title' } } },
    })
    const Page = team.entity('Page', {
      schema: shape<{ id: string; text: string }>(),
      key: { pk: 'PAGE#{id}', sk: 'PAGE' },
      history: pointer({ key: { pk: 'PAGES_BEFORE#{id}', sk: '{version:pad6}' } }),
    })
    const app = model({ entities: { Group, Member, Note, Page } })
    await db.send('CreateTable', createTableInput(team))
    const connectAs = (entity: string) => {
      const access = createAccess({
        accountId: '000000000000',
        userName: 'app',
        policies: [iamPolicy(describeModel(app), { only: [entity] })],
      })
      const caller = { region: 'us-east-1', accountId: '000000000000', access }
      return app.connect({
        send: async (operation: string, input: object) =>
          JSON.parse((await db.execute(operation, input, caller)) || '{}') as object,
      })
    }
    const groups = connectAs('Group').Group
    const members = connectAs('Member').Member
    const pages = connectAs('Page').Page
    await groups.create({ group: 'red', title: 'Red' })
    await connectAs('Note').Note.create({ group: 'red', note: '1' })
    await members.create({ id: '1', email: 'ann@example.com', group: 'red' })
    await groups.update({ group: 'red' }, { title: 'Crimson' })
    expect(await members.get({ id: '1' })).toMatchObject({ groupTitle: 'Crimson' })
    // Another item owns the marker if both had the value before there was a constraint.
    const owner = { M: { PK: { S: 'MEMBER#2' }, SK: { S: 'MEMBER#2' } } }
    const marker = { S: 'EMAIL#ann@example.com' }
    await db.send('PutItem', { TableName: 'Team', Item: { PK: marker, SK: marker, _owner: owner } })
    await members.update({ id: '1' }, { email: 'ann@example.org' })
    await pages.create({ id: '1', text: 'one' })
    await pages.stage({ id: '1', text: 'two' })
    await pages.commit({ id: '1' }, { version: 2, ifVersion: 1 })
    expect((await pages.versions({ id: '1' })).items).toHaveLength(2)
  })

  it('for a handler allows reading the stream and its consequences', async () => {
    const team = declareTable('Team', {
      key: { pk: 'PK', sk: 'SK' },
      indexes: { byGroup: { pk: 'G1', sk: 'S1' } },
      relations,
    })
    const Group = team.entity('Group', {
      schema: shape<{ group: string; title: string; members?: number }>(),
      key: { pk: 'GROUP#{group}', sk: 'GROUP#{group}' },
    })
    const Member = team.entity('Member', {
      schema: shape<{ id: string; group: string; groupTitle?: string }>(),
      key: { pk: 'MEMBER#{id}', sk: 'MEMBER#{id}' },
      index: { byGroup: { pk: 'OF#{group}', sk: '{id}' } },
      belongsTo: {
        group: {
          entity: Group,
          count: 'members',
          copy: { groupTitle: 'title' },
          find: 'byGroup',
          via: 'stream',
        },
      },
    })
    const app = model({ entities: { Group, Member } })
    await db.send('CreateTable', {
      ...createTableInput(team),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    const clientFor = (options: Parameters<typeof iamPolicy>[1]) => {
      const access = createAccess({
        accountId: '000000000000',
        userName: 'handler',
        policies: [iamPolicy(describeModel(app), options)],
      })
      const caller = { region: 'us-east-1', accountId: '000000000000', access }
      return {
        send: async (operation: string, input: object) =>
          JSON.parse((await db.execute(operation, input, caller)) || '{}') as object,
      }
    }
    const client = clientFor({ handler: true })
    const trigger = await db.on('Team', streamHandler(app, { client }))
    const teams = app.connect(db)
    await teams.Group.create({ group: 'red', title: 'Red' })
    await teams.Member.create({ id: '1', group: 'red' })
    await teams.Group.update({ group: 'red' }, { title: 'Crimson' })
    await trigger.idle()
    expect(await teams.Member.get({ id: '1' })).toMatchObject({ groupTitle: 'Crimson' })
    expect(await teams.Group.get({ group: 'red' })).toMatchObject({ members: 1 })
    const { Table } = await db.send('DescribeTable', { TableName: 'Team' })
    const StreamArn = Table?.LatestStreamArn ?? ''
    expect(await client.send('DescribeStream', { StreamArn })).toHaveProperty('StreamDescription')
    const plain = clientFor({}).send('DescribeStream', { StreamArn })
    await expect(plain).rejects.toMatchObject({ name: 'AccessDeniedException' })
  })

  it('allows no table, index or partition that the model does not use', async () => {
    const app = asApp({})
    const refused = { name: 'AccessDeniedException' }
    const key = { PK: { S: 'SECRET#1' }, SK: { S: 'x' } }
    await expect(app.send('GetItem', { TableName: table, Key: key })).rejects.toMatchObject(refused)
    await expect(app.send('Scan', { TableName: table, IndexName: 'GSI1' })).rejects.toMatchObject(refused)
    await expect(app.send('DeleteTable', { TableName: table })).rejects.toMatchObject(refused)
    const query = {
      TableName: table,
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'SECRET#1' } },
    }
    await expect(app.send('Query', query)).rejects.toMatchObject(refused)
  })

  it('for some patterns allows nothing else', async () => {
    const { Statement } = iamPolicy(description, { only: ['inRoom'], region: 'eu-west-1', account: '1' })
    expect(Statement).toEqual([
      {
        Sid: 'ReadInRoom',
        Effect: 'Allow',
        Action: ['dynamodb:Query'],
        Resource: [`arn:aws:dynamodb:eu-west-1:1:table/${table}/index/GSI1`],
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ROOM#*'] } },
      },
    ])
    expect(() => iamPolicy(description, { only: ['inRom'] })).toThrow('There is no entity or pattern "inRom"')
  })

  it.each([
    ['eu-west-1', 'arn:aws:dynamodb:eu-west-1:'],
    ['cn-north-1', 'arn:aws-cn:dynamodb:cn-north-1:'],
    ['us-gov-west-1', 'arn:aws-us-gov:dynamodb:us-gov-west-1:'],
    ['eusc-de-east-1', 'arn:aws-eusc:dynamodb:eusc-de-east-1:'],
  ])('for %s names tables as that partition does', (region, begin) => {
    const { Statement } = iamPolicy(description, { only: ['inRoom'], region })
    expect(Statement[0]?.Resource[0]?.startsWith(begin)).toBe(true)
  })

  it('for reading allows no write', async () => {
    const { Statement } = iamPolicy(description, { readOnly: true })
    expect(JSON.stringify(Statement)).not.toMatch(/Put|Update|Delete|BatchWrite/)
  })
})

function first() {
  const [only] = description.tables
  return only as NonNullable<typeof only>
}

async function expectSettings({ billing, stream, protection, recovery }: TableSettings): Promise<void> {
  const { Table } = await db.send('DescribeTable', { TableName: table })
  expect(Table?.BillingModeSummary?.BillingMode ?? 'PROVISIONED').toBe(
    billing ? 'PROVISIONED' : 'PAY_PER_REQUEST',
  )
  expect(Table?.StreamSpecification?.StreamViewType).toBe(stream)
  expect(Table?.LocalSecondaryIndexes?.[0]?.Projection?.NonKeyAttributes?.toSorted()).toEqual(
    ['title', "it's", `\${x} %{y} "`].toSorted(),
  )
  expect(Table?.DeletionProtectionEnabled).toBe(protection === true)
  const { TimeToLiveDescription } = await db.send('DescribeTimeToLive', { TableName: table })
  expect(TimeToLiveDescription?.AttributeName).toBe('expires')
  const { ContinuousBackupsDescription } = await db.send('DescribeContinuousBackups', { TableName: table })
  const status = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
  expect(status).toBe(recovery === true ? 'ENABLED' : 'DISABLED')
}

async function createFromCloudFormation(properties: Members): Promise<void> {
  const {
    TimeToLiveSpecification: ttl,
    PointInTimeRecoverySpecification: recovery,
    StreamSpecification: stream,
    ...input
  } = properties
  await db.send('CreateTable', {
    ...input,
    ...(stream ? { StreamSpecification: { StreamEnabled: true, ...stream } } : {}),
  } as never)
  await db.send('UpdateTimeToLive', { TableName: table, TimeToLiveSpecification: ttl } as never)
  if (recovery) await enableRecovery()
}

async function enableRecovery(): Promise<void> {
  await db.send('UpdateContinuousBackups', {
    TableName: table,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
}

/** Replaces `$${` by `${` and `%%{` by `%{`: the parser leaves these escapes as they were written. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/([$%])\1\{/g, '$1{')
}

/** Sends what the AWS provider sends for a table, according to its documentation. */
async function createFromTerraform(resource: Members): Promise<void> {
  const list = (name: string, from: Members = resource) => (from[name] ?? []) as Members[]
  const units = (from: Members) =>
    from['read_capacity'] === undefined
      ? {}
      : {
          ProvisionedThroughput: {
            ReadCapacityUnits: from['read_capacity'],
            WriteCapacityUnits: from['write_capacity'],
          },
        }
  const element = (AttributeName: unknown, KeyType: unknown) => ({ AttributeName, KeyType })
  const projection = (index: Members) => ({
    ProjectionType: index['projection_type'],
    ...(index['non_key_attributes']
      ? { NonKeyAttributes: (index['non_key_attributes'] as string[]).map(withoutEscapes) }
      : {}),
  })
  const hash = element(resource['hash_key'], 'HASH')
  await db.send('CreateTable', {
    TableName: resource['name'],
    BillingMode: resource['billing_mode'],
    ...units(resource),
    AttributeDefinitions: list('attribute').map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: [hash, element(resource['range_key'], 'RANGE')],
    GlobalSecondaryIndexes: list('global_secondary_index').map((index) => ({
      IndexName: index['name'],
      KeySchema: list('key_schema', index).map((key) => element(key['attribute_name'], key['key_type'])),
      Projection: projection(index),
      ...units(index),
    })),
    LocalSecondaryIndexes: list('local_secondary_index').map((index) => ({
      IndexName: index['name'],
      KeySchema: [hash, element(index['range_key'], 'RANGE')],
      Projection: projection(index),
    })),
    ...(resource['stream_enabled'] === true && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: resource['stream_view_type'] },
    }),
    ...(resource['deletion_protection_enabled'] === true && { DeletionProtectionEnabled: true }),
  } as never)
  const [ttl] = list('ttl')
  await db.send('UpdateTimeToLive', {
    TableName: table,
    TimeToLiveSpecification: { AttributeName: ttl?.['attribute_name'], Enabled: ttl?.['enabled'] },
  } as never)
  if (list('point_in_time_recovery')[0]?.['enabled'] === true) await enableRecovery()
}

/** Runs the source with a stub of the CDK that records its calls. */
function runCdk(source: string): Members {
  const folder = mkdtempSync(join(tmpdir(), 'monotable-cdk-'))
  try {
    const standIn = `
      const names = new Proxy({}, { get: (_, name) => name })
      export const RemovalPolicy = names, AttributeType = names, ProjectionType = names, StreamViewType = names
      export const Billing = { onDemand: () => undefined, provisioned: (given) => given }
      export const Capacity = { fixed: (units) => units, autoscaled: ({ minCapacity }) => minCapacity }
      export class Construct {}
      export class TableV2 { constructor(scope, id, props) { this.props = props } }`
    mkdirSync(join(folder, 'node_modules'))
    for (const name of ['aws-cdk-lib', 'aws-cdk-lib/aws-dynamodb', 'constructs']) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(join(folder, 'node_modules', name, 'index.js'), standIn)
    }
    writeFileSync(join(folder, 'tables.ts'), source)
    const { outputFiles } = buildSync({
      entryPoints: [join(folder, 'tables.ts')],
      bundle: true,
      write: false,
      format: 'cjs',
    })
    const module = { exports: {} as { Tables: new () => { [name: string]: { props: Members } } } }
    const load = new Function('module', outputFiles[0]?.text ?? '') as (into: typeof module) => void
    load(module)
    const [only] = Object.values(new module.exports.Tables())
    return only?.props ?? {}
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface CdkAttribute {
  readonly name: string
  readonly type: 'STRING' | 'NUMBER' | 'BINARY'
}

async function createFromCdk(props: Members, { billing }: TableSettings): Promise<void> {
  const types = { STRING: 'S', NUMBER: 'N', BINARY: 'B' } as const
  const definitions = new Map<string, string>()
  const half = (from: Members, name: string, KeyType: string) =>
    ((from[`${name}s`] ?? [from[name]].filter(Boolean)) as CdkAttribute[]).map((attribute) => {
      definitions.set(attribute.name, types[attribute.type])
      return { AttributeName: attribute.name, KeyType }
    })
  const key = (from: Members) => [...half(from, 'partitionKey', 'HASH'), ...half(from, 'sortKey', 'RANGE')]
  const given = props['billing'] as { readCapacity: number; writeCapacity: number } | undefined
  expect(given).toEqual(billing ? { readCapacity: 7, writeCapacity: 5 } : undefined)
  const throughput = given && {
    ProvisionedThroughput: { ReadCapacityUnits: given.readCapacity, WriteCapacityUnits: given.writeCapacity },
  }
  const index = (one: Members) => ({
    IndexName: one['indexName'],
    Projection: {
      ProjectionType: one['projectionType'],
      ...(one['nonKeyAttributes'] ? { NonKeyAttributes: one['nonKeyAttributes'] } : {}),
    },
  })
  const indexes = (name: string) => (props[name] ?? []) as Members[]
  const partition = half(props, 'partitionKey', 'HASH')
  const input = {
    TableName: props['tableName'],
    BillingMode: given ? 'PROVISIONED' : 'PAY_PER_REQUEST',
    ...throughput,
    KeySchema: key(props),
    GlobalSecondaryIndexes: indexes('globalSecondaryIndexes').map((one) => ({
      ...index(one),
      KeySchema: key(one),
      ...throughput,
    })),
    LocalSecondaryIndexes: indexes('localSecondaryIndexes').map((one) => ({
      ...index(one),
      KeySchema: [...partition, ...half(one, 'sortKey', 'RANGE')],
    })),
    ...(props['dynamoStream']
      ? { StreamSpecification: { StreamEnabled: true, StreamViewType: props['dynamoStream'] } }
      : {}),
    ...(props['deletionProtection'] === true && { DeletionProtectionEnabled: true }),
  }
  const AttributeDefinitions = [...definitions].map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }))
  await db.send('CreateTable', { ...input, AttributeDefinitions } as never)
  await db.send('UpdateTimeToLive', {
    TableName: table,
    TimeToLiveSpecification: { AttributeName: props['timeToLiveAttribute'], Enabled: true },
  } as never)
  if (props['pointInTimeRecoverySpecification']) await enableRecovery()
}
