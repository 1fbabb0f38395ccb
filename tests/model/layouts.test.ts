import { shape, table } from '@monotable/model'
import { describe, expect, it } from 'vitest'

/*
 * The layouts of the seeds, letter for letter: what a table's keys are for an item, as the seed's own table shows it.
 */

interface Layout {
  readonly seed: string
  readonly entity: string
  readonly key: { readonly pk: string; readonly sk?: string }
  readonly index?: { readonly pk?: string; readonly sk?: string }
  readonly item: { readonly [attribute: string]: unknown }
  readonly stored: { readonly [attribute: string]: string }
}

const layouts: readonly Layout[] = [
  // 001: e-commerce
  {
    seed: '001 e-commerce',
    entity: 'Customer',
    key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
    item: { username: 'alexdebrie' },
    stored: { PK: 'CUSTOMER#alexdebrie', SK: 'CUSTOMER#alexdebrie' },
  },
  {
    seed: '001 e-commerce',
    entity: 'CustomerEmail',
    key: { pk: 'CUSTOMEREMAIL#{email}', sk: 'CUSTOMEREMAIL#{email}' },
    item: { email: 'alexdebrie1@gmail.com' },
    stored: { PK: 'CUSTOMEREMAIL#alexdebrie1@gmail.com', SK: 'CUSTOMEREMAIL#alexdebrie1@gmail.com' },
  },
  {
    seed: '001 e-commerce',
    entity: 'Order',
    key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
    index: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' },
    item: { username: 'alexdebrie', orderId: '1VrgXBQ0VCshuQUnh1HrDIHQNwY' },
    stored: {
      PK: 'CUSTOMER#alexdebrie',
      SK: '#ORDER#1VrgXBQ0VCshuQUnh1HrDIHQNwY',
      GSI1PK: 'ORDER#1VrgXBQ0VCshuQUnh1HrDIHQNwY',
      GSI1SK: 'ORDER#1VrgXBQ0VCshuQUnh1HrDIHQNwY',
    },
  },
  {
    seed: '001 e-commerce',
    entity: 'OrderItem',
    key: { pk: 'ORDER#{orderId}#ITEM#{itemId}', sk: 'ORDER#{orderId}#ITEM#{itemId}' },
    index: { pk: 'ORDER#{orderId}', sk: 'ITEM#{itemId}' },
    item: { orderId: '1Vrg', itemId: '42' },
    stored: { PK: 'ORDER#1Vrg#ITEM#42', SK: 'ORDER#1Vrg#ITEM#42', GSI1PK: 'ORDER#1Vrg', GSI1SK: 'ITEM#42' },
  },
  // 001: repositories, issues
  {
    seed: '001 repositories',
    entity: 'Repo',
    key: { pk: 'REPO#{owner}#{name}', sk: '#REPO#{owner}#{name}' },
    item: { owner: 'alexdebrie', name: 'dynamodb-book' },
    stored: { PK: 'REPO#alexdebrie#dynamodb-book', SK: '#REPO#alexdebrie#dynamodb-book' },
  },
  {
    seed: '001 order status and date',
    entity: 'CustomerOrder',
    key: { pk: '{customerId}', sk: '{status}#{at}' },
    item: { customerId: '2b5a41c0', status: 'CANCELLED', at: '2019-07-01T00:00:00.000000' },
    stored: { PK: '2b5a41c0', SK: 'CANCELLED#2019-07-01T00:00:00.000000' },
  },
  // 000
  {
    seed: '000 complex attribute',
    entity: 'USER',
    key: { pk: 'USER#{email}', sk: 'USER#{email}' },
    item: { email: 'jake@gmail.com' },
    stored: { PK: 'USER#jake@gmail.com', SK: 'USER#jake@gmail.com' },
  },
  {
    seed: '000 one to many',
    entity: 'ORDER',
    key: { pk: 'CUSTOMER#{customerId}', sk: 'ORDER#{orderId:pad5}' },
    index: { pk: 'CUSTOMER#{customerId}#ORDER#{orderId:pad5}', sk: 'ORDER#{orderId:pad5}' },
    item: { customerId: 'XYQ', orderId: 1 },
    stored: {
      PK: 'CUSTOMER#XYQ',
      SK: 'ORDER#00001',
      GSI1PK: 'CUSTOMER#XYQ#ORDER#00001',
      GSI1SK: 'ORDER#00001',
    },
  },
  {
    seed: '000 two relations around a parent',
    entity: 'QUESTION',
    key: { pk: 'CUSTOMER#{customerId}', sk: '#QUESTION#{questionId:pad5:desc}' },
    item: { customerId: 'XYQ', questionId: 2 },
    stored: { PK: 'CUSTOMER#XYQ', SK: '#QUESTION#99998' },
  },
  {
    seed: '000 many to many',
    entity: 'STUDENT_SPORT',
    key: { pk: 'STUDENT#{studentId}', sk: 'SPORT#{sport}' },
    index: { pk: 'SPORT#{sport}', sk: 'STUDENT#{studentId}' },
    item: { studentId: 'XYQ', sport: 'BASKETBALL' },
    stored: {
      PK: 'STUDENT#XYQ',
      SK: 'SPORT#BASKETBALL',
      GSI1PK: 'SPORT#BASKETBALL',
      GSI1SK: 'STUDENT#XYQ',
    },
  },
  {
    seed: '000 materialised graph',
    entity: 'HOME',
    key: { pk: 'STUDENT#{student}', sk: 'HOME#{country}#{state}#{city}' },
    item: { student: 'TOM', country: 'USA', state: 'CA', city: 'LOS_ANGELES' },
    stored: { PK: 'STUDENT#TOM', SK: 'HOME#USA#CA#LOS_ANGELES' },
  },
  {
    seed: '000 sales by city',
    entity: 'SALE',
    key: { pk: 'SALE#{country}', sk: '{city}#{store}#{date}' },
    item: { country: 'USA', city: 'SAN_FRANCISCO', store: '00235', date: '2020-09-22' },
    stored: { PK: 'SALE#USA', SK: 'SAN_FRANCISCO#00235#2020-09-22' },
  },
  {
    seed: '000 singleton',
    entity: 'JOBQUEUE',
    key: { pk: 'JOBQUEUE', sk: 'JOBQUEUE' },
    item: {},
    stored: { PK: 'JOBQUEUE', SK: 'JOBQUEUE' },
  },
  {
    seed: '000 write sharding',
    entity: 'LOG',
    key: { pk: '{day}_{shard}', sk: '{at}' },
    item: { day: '2020-10-19', shard: 1, at: '2020-10-19T09:19:32' },
    stored: { PK: '2020-10-19_1', SK: '2020-10-19T09:19:32' },
  },
  {
    seed: '000 copies of a hot record',
    entity: 'SETTINGS',
    key: { pk: 'GLOBAL_SETTINGS_{copy:pad2}', sk: 'SETTINGS' },
    item: { copy: 1 },
    stored: { PK: 'GLOBAL_SETTINGS_01', SK: 'SETTINGS' },
  },
  {
    seed: '000 attribute versioning',
    entity: 'PART',
    key: { pk: 'DOCUMENT#{document}', sk: '{part:raw}_V{version:raw}' },
    item: { document: 'KBH', part: 'MAIN_CONTENT', version: 2 },
    stored: { PK: 'DOCUMENT#KBH', SK: 'MAIN_CONTENT_V2' },
  },
  // 002
  {
    seed: '002 users and orders',
    entity: 'Order',
    key: { pk: 'USER#{userId}', sk: 'ORDER#{day}#{orderId}' },
    index: { pk: 'STATUS#{status}', sk: '{day}#{orderId}' },
    item: { userId: '123', day: '2024-01-15', orderId: 'abc123', status: 'PAID' },
    stored: {
      PK: 'USER#123',
      SK: 'ORDER#2024-01-15#abc123',
      GSI1PK: 'STATUS#PAID',
      GSI1SK: '2024-01-15#abc123',
    },
  },
  {
    seed: '002 profile',
    entity: 'User',
    key: { pk: 'USER#{userId}', sk: 'PROFILE' },
    index: { pk: 'EMAIL#{email}', sk: 'USER#{userId}' },
    item: { userId: '123', email: 'a@example.com' },
    stored: { PK: 'USER#123', SK: 'PROFILE', GSI1PK: 'EMAIL#a@example.com', GSI1SK: 'USER#123' },
  },
  // 003
  {
    seed: '003 messages',
    entity: 'Message',
    key: { pk: 'CHAT#{chatId}', sk: 'MSG#{timestamp}#{msgId}' },
    index: { pk: 'MSG#{msgId}', sk: '#METADATA' },
    item: { chatId: '1', msgId: '1', timestamp: '2024-10-14T01:01:01.0Z' },
    stored: { PK: 'CHAT#1', SK: 'MSG#2024-10-14T01:01:01.0Z#1', GSI1PK: 'MSG#1', GSI1SK: '#METADATA' },
  },
  {
    seed: '003 login methods',
    entity: 'EmailLogin',
    key: { pk: 'USER#{userId}', sk: '#EMAIL#{email}' },
    item: { userId: '1', email: 'user1@example.com' },
    stored: { PK: 'USER#1', SK: '#EMAIL#user1@example.com' },
  },
  {
    seed: '003 a hot counter split from its item',
    entity: 'Stats',
    key: { pk: 'USER#{userId}', sk: '#METADATA#STATS' },
    item: { userId: '1' },
    stored: { PK: 'USER#1', SK: '#METADATA#STATS' },
  },
  // 004
  {
    seed: '004 single table',
    entity: 'Tenant',
    key: { pk: 'tenant-{id}', sk: '*' },
    item: { id: '0807' },
    stored: { PK: 'tenant-0807', SK: '*' },
  },
  {
    seed: '004 single table',
    entity: 'Project',
    key: { pk: 'project-{id}', sk: 'tenant-{tenant}' },
    index: { pk: 'tenant-{tenant}', sk: '{name}' },
    item: { id: '35e9', tenant: '0807', name: 'Forth Rail Bridge' },
    stored: { PK: 'project-35e9', SK: 'tenant-0807', GSI1PK: 'tenant-0807', GSI1SK: 'Forth Rail Bridge' },
  },
  {
    seed: '004 single table',
    entity: 'Issue',
    key: { pk: 'issue-{id}', sk: 'project-{project}' },
    index: { pk: 'project-{project}', sk: '{num:pad6}' },
    item: { id: '020e', project: '35e9', num: 1 },
    stored: { PK: 'issue-020e', SK: 'project-35e9', GSI1PK: 'project-35e9', GSI1SK: '000001' },
  },
  {
    seed: '004 single table',
    entity: 'Value',
    key: { pk: 'issue-{issue}', sk: 'xvalue-{attribute}' },
    index: { pk: 'xattrib-{attribute}', sk: '{value}#{num:pad6}' },
    item: { issue: '020e', attribute: '3812', value: '2023-05-01', num: 1 },
    stored: { PK: 'issue-020e', SK: 'xvalue-3812', GSI1PK: 'xattrib-3812', GSI1SK: '2023-05-01#000001' },
  },
  {
    seed: '004 single table',
    entity: 'NumberValue',
    key: { pk: 'issue-{issue}', sk: 'xvalue-{attribute}' },
    index: { pk: 'xattrib-{attribute}', sk: '{value:pad6}#{num:pad6}' },
    item: { issue: 'af34', attribute: '3fe6', value: 42, num: 3 },
    stored: { PK: 'issue-af34', SK: 'xvalue-3fe6', GSI1PK: 'xattrib-3fe6', GSI1SK: '000042#000003' },
  },
]

const seedTable = table('Seed', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})

describe('the layouts of the seeds come out letter for letter', () => {
  it.each(layouts)('$seed: $entity', ({ entity, key, index, item, stored }) => {
    const Entity = seedTable.entity(entity, {
      schema: shape<{ readonly [attribute: string]: unknown }>(),
      key,
      ...(index && { index: { GSI1: index } }),
    })
    const db = seedTable.connect({ send: async () => ({}) }, { entities: { Entity } })
    const { input } = db.Entity.put(item).params()
    const Item = (input as unknown as { readonly Item: { readonly [name: string]: { readonly S?: string } } })
      .Item
    const keys = Object.keys(Item).filter((name) => /^(PK|SK|GSI1PK|GSI1SK)$/.test(name))
    expect(Object.fromEntries(keys.map((name) => [name, Item[name]?.S]))).toEqual(stored)
  })
})
