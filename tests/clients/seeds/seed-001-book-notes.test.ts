import type DynamoDB from 'aws-sdk/clients/dynamodb.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { connectSdkV2 } from '../sdk-v2/connect-sdk-v2.ts'
import { type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSingleTable } from './create-single-table.ts'

// One test for each sample of the seed, in its order. The samples write typed values, so the low-level client.
const S = (text: string) => ({ S: text })
const N = (number: number) => ({ N: String(number) })
const both = (key: string) => ({ PK: S(key), SK: S(key) })
const cancelled = (...codes: string[]): string =>
  `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`

describe('seed 001, notes on single-table design, with the low-level client of the AWS SDK v2', () => {
  let served: ServedDatabase
  let client: DynamoDB
  beforeAll(async () => {
    served = await serveDatabase()
    client = connectSdkV2(served.url)
    await createSingleTable(served.db, { name: 'App', pk: 'PK', sk: 'SK' })
  })
  afterAll(() => served.close())

  describe('expressions', () => {
    beforeAll(async () => {
      await createSingleTable(served.db, {
        name: 'CustomerOrders',
        pk: 'CustomerId',
        sk: 'OrderTime',
        indexes: { OrderStatusDateGSI: { pk: 'CustomerId', sk: 'OrderStatusDate' } },
      })
      const order = (time: string, status: string) => ({
        CustomerId: S('c-1'),
        OrderTime: S(time),
        OrderStatusDate: S(`${status}#${time}`),
      })
      await putAll('CustomerOrders', [
        order('2021-01-05T00:00:00', 'SHIPPED'),
        order('2021-01-12T00:00:00', 'CANCELLED'),
        order('2021-01-18T00:00:00', 'SHIPPED'),
        order('2021-02-01T00:00:00', 'CANCELLED'),
      ])
      await createSingleTable(served.db, { name: 'Roles', pk: 'Actor', sk: 'Movie' })
      await putAll('Roles', [
        { Actor: S('A. Person'), Movie: S('Alpha'), Role: S('Captain'), Year: N(1999), Genre: S('Drama') },
        { Actor: S('A. Person'), Movie: S('Beta'), Role: S('Cook'), Year: N(2004), Genre: S('Comedy') },
      ])
    })

    it('seed 001, key condition: orders of a customer between two moments', async () => {
      const { Items } = await client
        .query({
          TableName: 'CustomerOrders',
          KeyConditionExpression: '#c = :c AND #ot BETWEEN :start AND :end',
          ExpressionAttributeNames: { '#c': 'CustomerId', '#ot': 'OrderTime' },
          ExpressionAttributeValues: { ':c': S('c-1'), ':start': S('2021-01-10'), ':end': S('2021-01-20') },
        })
        .promise()
      expect(Items?.map((item) => item['OrderTime']?.S)).toEqual([
        '2021-01-12T00:00:00',
        '2021-01-18T00:00:00',
      ])
    })

    it('seed 001, filter: applied after items are read and counted', async () => {
      const answer = await client
        .query({
          TableName: 'Roles',
          KeyConditionExpression: '#actor = :actor',
          FilterExpression: '#genre = :genre',
          ExpressionAttributeNames: { '#actor': 'Actor', '#genre': 'Genre' },
          ExpressionAttributeValues: { ':actor': S('A. Person'), ':genre': S('Drama') },
        })
        .promise()
      expect(answer).toMatchObject({ Count: 1, ScannedCount: 2 })
      expect(answer.Items?.[0]?.['Movie']).toEqual(S('Alpha'))
    })

    it('seed 001, projection: only the requested attributes', async () => {
      const { Items } = await client
        .query({
          TableName: 'Roles',
          KeyConditionExpression: '#actor = :actor',
          ProjectionExpression: '#movie, #role, #year',
          ExpressionAttributeNames: {
            '#actor': 'Actor',
            '#movie': 'Movie',
            '#role': 'Role',
            '#year': 'Year',
          },
          ExpressionAttributeValues: { ':actor': S('A. Person') },
        })
        .promise()
      expect(Items).toEqual([
        { Movie: S('Alpha'), Role: S('Captain'), Year: N(1999) },
        { Movie: S('Beta'), Role: S('Cook'), Year: N(2004) },
      ])
    })

    it('seed 001, condition: a user name can be taken only once', async () => {
      await createSingleTable(served.db, { name: 'Users', pk: 'Username' })
      const register = () =>
        client
          .putItem({
            TableName: 'Users',
            Item: { Username: S('kim'), CreatedAt: S('2021-01-01T00:00:00') },
            ConditionExpression: 'attribute_not_exists(#username)',
            ExpressionAttributeNames: { '#username': 'Username' },
          })
          .promise()
      await register()
      expect(await rejection(register())).toMatchObject({
        code: 'ConditionalCheckFailedException',
        message: 'The conditional request failed',
      })
    })

    it('seed 001, condition on another item: only an admin can delete the billing item', async () => {
      await createSingleTable(served.db, { name: 'Saas', pk: 'PK' })
      await putAll('Saas', [
        { PK: S('Admins#org1'), Admins: { SS: ['ada', 'bo'] } },
        { PK: S('Billing#org1'), plan: S('large') },
      ])
      const remove = (user: string) =>
        client
          .transactWriteItems({
            TransactItems: [
              {
                ConditionCheck: {
                  TableName: 'Saas',
                  Key: { PK: S('Admins#org1') },
                  ConditionExpression: 'contains(#a, :user)',
                  ExpressionAttributeNames: { '#a': 'Admins' },
                  ExpressionAttributeValues: { ':user': S(user) },
                },
              },
              { Delete: { TableName: 'Saas', Key: { PK: S('Billing#org1') } } },
            ],
          })
          .promise()
      expect(await rejection(remove('cy'))).toMatchObject({
        message: cancelled('ConditionalCheckFailed', 'None'),
      })
      await remove('ada')
      const { Item } = await client.getItem({ TableName: 'Saas', Key: { PK: S('Billing#org1') } }).promise()
      expect(Item).toBeUndefined()
    })

    it('seed 001, update: a nested property changes and the rest of the map stays the same', async () => {
      const Key = both('PHONES#1')
      const phones = { M: { MobileNumber: S('1'), HomeNumber: S('2') } }
      await putAll('App', [{ ...Key, PhoneNumbers: phones }])
      const { Attributes } = await client
        .updateItem({
          TableName: 'App',
          Key,
          UpdateExpression: 'SET #phone.#mobile = :cell',
          ExpressionAttributeNames: { '#phone': 'PhoneNumbers', '#mobile': 'MobileNumber' },
          ExpressionAttributeValues: { ':cell': S('+47 5550 0100') },
          ReturnValues: 'ALL_NEW',
        })
        .promise()
      expect(Attributes?.['PhoneNumbers']).toEqual({
        M: { MobileNumber: S('+47 5550 0100'), HomeNumber: S('2') },
      })
    })

    it('seed 001, composite sort key: orders of one status between two dates', async () => {
      const { Items } = await client
        .query({
          TableName: 'CustomerOrders',
          IndexName: 'OrderStatusDateGSI',
          KeyConditionExpression: '#c = :c AND #osd BETWEEN :start and :end',
          ExpressionAttributeNames: { '#c': 'CustomerId', '#osd': 'OrderStatusDate' },
          ExpressionAttributeValues: {
            ':c': S('c-1'),
            ':start': S('CANCELLED#2021-01-01T00:00:00'),
            ':end': S('CANCELLED#2021-01-31T00:00:00'),
          },
        })
        .promise()
      expect(Items?.map((item) => item['OrderStatusDate']?.S)).toEqual(['CANCELLED#2021-01-12T00:00:00'])
    })
  })

  describe('patterns', () => {
    it('seed 001, collections below and above the parent: issues ascending, stars descending', async () => {
      const PK = S('REPO#ann#tides')
      const SKs = ['ISSUE#1', 'ISSUE#2', 'REPO#ann#tides', 'STAR#bo', 'STAR#cy']
      await putAll(
        'App',
        SKs.map((SK) => ({ PK, SK: S(SK) })),
      )
      const read = (condition: string, forward: boolean) =>
        sortKeys({
          KeyConditionExpression: `#pk = :pk AND #sk ${condition} :sk`,
          ExpressionAttributeNames: { '#pk': 'PK', '#sk': 'SK' },
          ExpressionAttributeValues: { ':pk': PK, ':sk': PK },
          ScanIndexForward: forward,
        })
      expect(await read('<=', true)).toEqual(['ISSUE#1', 'ISSUE#2', 'REPO#ann#tides'])
      expect(await read('<=', false)).toEqual(['REPO#ann#tides', 'ISSUE#2', 'ISSUE#1'])
      expect(await read('>=', true)).toEqual(['REPO#ann#tides', 'STAR#bo', 'STAR#cy'])
    })

    it('seed 001, sorting with several entity types: the parent last, read backwards', async () => {
      const PK = S('ORG#SMALLCO')
      await putAll(
        'App',
        ['#USER#ann', '#USER#bo', 'ORG#SMALLCO'].map((SK) => ({ PK, SK: S(SK) })),
      )
      const found = await sortKeys({
        KeyConditionExpression: '#pk = :pk AND #sk <= :sk',
        ExpressionAttributeNames: { '#pk': 'PK', '#sk': 'SK' },
        ExpressionAttributeValues: { ':pk': PK, ':sk': PK },
        ScanIndexForward: false,
      })
      expect(found).toEqual(['ORG#SMALLCO', '#USER#bo', '#USER#ann'])
    })

    it('seed 001, sorting on a changing attribute: the index follows each update', async () => {
      await createSingleTable(served.db, {
        name: 'Tickets',
        pk: 'Org',
        sk: 'TicketId',
        indexes: { ByUpdate: { pk: 'Org', sk: 'UpdatedAt' } },
      })
      await putAll('Tickets', [
        { Org: S('o'), TicketId: S('1'), UpdatedAt: S('2021-01-01') },
        { Org: S('o'), TicketId: S('2'), UpdatedAt: S('2021-01-02') },
      ])
      await client
        .updateItem({
          TableName: 'Tickets',
          Key: { Org: S('o'), TicketId: S('1') },
          UpdateExpression: 'SET UpdatedAt = :now',
          ExpressionAttributeValues: { ':now': S('2021-01-03') },
        })
        .promise()
      const { Items } = await client
        .query({
          TableName: 'Tickets',
          IndexName: 'ByUpdate',
          KeyConditionExpression: 'Org = :o',
          ExpressionAttributeValues: { ':o': S('o') },
          ScanIndexForward: false,
        })
        .promise()
      expect(Items?.map((item) => item['TicketId']?.S)).toEqual(['1', '2'])
    })

    it('seed 001, sparse indexes: a removed key attribute takes the item out of the index', async () => {
      await createSingleTable(served.db, {
        name: 'Members',
        pk: 'Org',
        sk: 'Name',
        indexes: { Admins: { pk: 'AdminOf', sk: 'Name' } },
      })
      await putAll('Members', [
        { Org: S('o'), Name: S('ann'), AdminOf: S('o') },
        { Org: S('o'), Name: S('bo') },
        { Org: S('o'), Name: S('cy'), AdminOf: S('o') },
      ])
      await client
        .updateItem({
          TableName: 'Members',
          Key: { Org: S('o'), Name: S('ann') },
          UpdateExpression: 'REMOVE AdminOf',
        })
        .promise()
      const { Items } = await client.scan({ TableName: 'Members', IndexName: 'Admins' }).promise()
      expect(Items?.map((item) => item['Name']?.S)).toEqual(['cy'])
    })

    it('seed 001, zero padding: without it 10 sorts before 2', async () => {
      await putAll(
        'App',
        ['10', '2', '00010', '00002'].map((SK) => ({ PK: S('PADDING'), SK: S(SK) })),
      )
      const found = await sortKeys({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': S('PADDING') },
      })
      expect(found).toEqual(['00002', '00010', '10', '2'])
    })

    it('seed 001, unique on two attributes: both items are written or none', async () => {
      const register = (name: string, email: string) =>
        client
          .transactWriteItems({
            TransactItems: [
              insert('App', { ...both(`USER#${name}`), Username: S(name) }),
              insert('App', both(`USEREMAIL#${email}`)),
            ],
          })
          .promise()
      await register('ann', 'ann@example.com')
      expect(await rejection(register('ann2', 'ann@example.com'))).toMatchObject({
        code: 'TransactionCanceledException',
        message: cancelled('None', 'ConditionalCheckFailed'),
      })
      expect(await rejection(register('ann', 'ann2@example.com'))).toMatchObject({
        message: cancelled('ConditionalCheckFailed', 'None'),
      })
      const { Item } = await client.getItem({ TableName: 'App', Key: both('USER#ann2') }).promise()
      expect(Item).toBeUndefined()
    })

    it('seed 001, sequential ids: the parent counts, and the child takes the number', async () => {
      const Key = both('PROJECT#tides')
      await putAll('App', [{ ...Key, IssueCount: N(7) }])
      const { Attributes } = await client
        .updateItem({
          TableName: 'App',
          Key,
          UpdateExpression: 'SET #count = #count + :incr',
          ExpressionAttributeNames: { '#count': 'IssueCount' },
          ExpressionAttributeValues: { ':incr': N(1) },
          ReturnValues: 'UPDATED_NEW',
        })
        .promise()
      expect(Attributes).toEqual({ IssueCount: N(8) })
      const issue = { PK: Key.PK, SK: S(`ISSUE#${Attributes?.['IssueCount']?.N?.padStart(5, '0')}`) }
      await client
        .putItem({ TableName: 'App', Item: { ...issue, IssueTitle: S('Draw the chart') } })
        .promise()
      const { Item } = await client
        .getItem({ TableName: 'App', Key: { PK: Key.PK, SK: S('ISSUE#00008') } })
        .promise()
      expect(Item?.['IssueTitle']).toEqual(S('Draw the chart'))
    })

    it('seed 001, pages by the last sort key seen: no order comes twice, and no other entity appears', async () => {
      const PK = S('USER#pages')
      const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7']
      await putAll('App', [...ids.map((id) => ({ PK, SK: S(`ORDER#${id}`) })), { PK, SK: S('ADDRESS#1') }])
      const page = (below: string) =>
        sortKeys({
          KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :first AND :below',
          ExpressionAttributeNames: { '#pk': 'PK', '#sk': 'SK' },
          ExpressionAttributeValues: { ':pk': PK, ':first': S('ORDER#'), ':below': S(below) },
          ScanIndexForward: false,
          Limit: 5,
        })
      expect(await page('ORDER$')).toEqual(['ORDER#g7', 'ORDER#f6', 'ORDER#e5', 'ORDER#d4', 'ORDER#c3'])
      // BETWEEN includes its bounds, so the next page begins with the last order seen.
      expect(await page('ORDER#c3')).toEqual(['ORDER#c3', 'ORDER#b2', 'ORDER#a1'])
    })

    it('seed 001, reference counts: a star is stored and counted in one transaction', async () => {
      const PK = S('REPO#bo#dunes')
      const repo = { PK, SK: S('#REPO#bo#dunes') }
      await putAll('App', [{ ...repo, StarCount: N(0) }])
      const star = (who: string) =>
        client
          .transactWriteItems({
            TransactItems: [
              insert('App', { PK, SK: S(`STAR#${who}`) }),
              {
                Update: {
                  TableName: 'App',
                  Key: repo,
                  ConditionExpression: 'attribute_exists(PK)',
                  UpdateExpression: 'SET #count = #count + :inc',
                  ExpressionAttributeNames: { '#count': 'StarCount' },
                  ExpressionAttributeValues: { ':inc': N(1) },
                },
              },
            ],
          })
          .promise()
      await star('ann')
      await star('cy')
      await rejection(star('ann'))
      const { Item } = await client.getItem({ TableName: 'App', Key: repo }).promise()
      expect(Item?.['StarCount']).toEqual(N(2))
    })

    it('seed 001, optional properties: consistent reads cost twice as much as others', async () => {
      const Key = both('UNITS#1')
      await putAll('App', [{ ...Key, text: S('x'.repeat(4_100)) }])
      const read = async (ConsistentRead: boolean) => {
        const input = { TableName: 'App', Key, ConsistentRead, ReturnConsumedCapacity: 'TOTAL' }
        return (await client.getItem(input).promise()).ConsumedCapacity?.CapacityUnits
      }
      expect([await read(true), await read(false)]).toEqual([2, 1])
    })
  })

  describe('session store', () => {
    const TableName = 'SessionStore'
    const session = (token: string, user: string, ttl: number) => ({
      SessionToken: S(token),
      Username: S(user),
      TTL: N(ttl),
    })
    beforeAll(() =>
      createSingleTable(served.db, {
        name: TableName,
        pk: 'SessionToken',
        indexes: { UserIndex: { pk: 'Username', projection: 'KEYS_ONLY' } },
      }),
    )

    it('seed 001, session store: a token can be written only once', async () => {
      const write = () =>
        client
          .putItem({
            TableName,
            Item: session('token-1', 'dora', 2_000),
            ConditionExpression: 'attribute_not_exists(SessionToken)',
          })
          .promise()
      await write()
      expect(await rejection(write())).toMatchObject({ code: 'ConditionalCheckFailedException' })
    })

    it('seed 001, session store: an expired session is not found', async () => {
      await putAll(TableName, [session('token-2', 'dora', 1_000)])
      const find = async (now: number) => {
        const answer = await client
          .query({
            TableName,
            KeyConditionExpression: '#token = :token',
            FilterExpression: '#ttl > :epoch',
            ExpressionAttributeNames: { '#token': 'SessionToken', '#ttl': 'TTL' },
            ExpressionAttributeValues: { ':token': S('token-2'), ':epoch': N(now) },
          })
          .promise()
        return answer.Items?.length
      }
      expect(await find(999)).toBe(1)
      expect(await find(1_000)).toBe(0)
    })

    it('seed 001, session store: all sessions of a user are found by index and deleted one by one', async () => {
      await putAll(TableName, [session('e-1', 'eli', 1), session('e-2', 'eli', 1), session('f-1', 'fay', 1)])
      const { Items = [] } = await client
        .query({
          TableName,
          IndexName: 'UserIndex',
          KeyConditionExpression: '#username = :username',
          ExpressionAttributeNames: { '#username': 'Username' },
          ExpressionAttributeValues: { ':username': S('eli') },
        })
        .promise()
      expect(Items).toHaveLength(2)
      expect(Object.keys(Items[0] ?? {}).sort()).toEqual(['SessionToken', 'Username'])
      for (const { SessionToken } of Items) {
        if (SessionToken) await client.deleteItem({ TableName, Key: { SessionToken } }).promise()
      }
      const left = await client.scan({ TableName, IndexName: 'UserIndex' }).promise()
      expect(left.Items?.map((item) => item['Username']?.S)).not.toContain('eli')
    })
  })

  describe('e-commerce', () => {
    const TableName = 'EcommerceTable'
    const order = (id: string) => ({
      PK: S('CUSTOMER#gus'),
      SK: S(`#ORDER#${id}`),
      GSI1PK: S(`ORDER#${id}`),
      GSI1SK: S(`ORDER#${id}`),
      OrderStatus: S('PLACED'),
    })
    const orderItem = (id: string, item: string) => ({
      ...both(`ORDER#${id}#ITEM#${item}`),
      GSI1PK: S(`ORDER#${id}`),
      GSI1SK: S(`ITEM#${item}`),
    })
    const register = (username: string, email: string) =>
      client
        .transactWriteItems({
          TransactItems: [
            insert(TableName, { ...both(`CUSTOMER#${username}`), Username: S(username) }),
            insert(TableName, { ...both(`CUSTOMEREMAIL#${email}`) }),
          ],
        })
        .promise()
    beforeAll(async () => {
      await createSingleTable(served.db, {
        name: TableName,
        pk: 'PK',
        sk: 'SK',
        indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
      })
      await register('gus', 'gus@example.com')
    })

    it('seed 001, e-commerce, create customer: user name and mail address are both unique', async () => {
      expect(await rejection(register('gus', 'other@example.com'))).toMatchObject({
        message: cancelled('ConditionalCheckFailed', 'None'),
      })
      expect(await rejection(register('hal', 'gus@example.com'))).toMatchObject({
        message: cancelled('None', 'ConditionalCheckFailed'),
      })
    })

    it('seed 001, e-commerce, addresses: created, changed and deleted inside the customer', async () => {
      const Key = both('CUSTOMER#gus')
      const update = (UpdateExpression: string, ExpressionAttributeValues?: DynamoDB.AttributeMap) =>
        client
          .updateItem({
            TableName,
            Key,
            UpdateExpression,
            ...(UpdateExpression.includes('#home') ? { ExpressionAttributeNames: { '#home': 'Home' } } : {}),
            ...(ExpressionAttributeValues === undefined ? {} : { ExpressionAttributeValues }),
            ReturnValues: 'ALL_NEW',
          })
          .promise()
      await update('SET Addresses = if_not_exists(Addresses, :none)', { ':none': { M: {} } })
      await update('SET Addresses.#home = :a', { ':a': { M: { city: S('Bergen') } } })
      const changed = await update('SET Addresses.#home.city = :c', { ':c': S('Oslo') })
      expect(changed.Attributes?.['Addresses']).toEqual({ M: { Home: { M: { city: S('Oslo') } } } })
      const removed = await update('REMOVE Addresses.#home')
      expect(removed.Attributes?.['Addresses']).toEqual({ M: {} })
    })

    it('seed 001, e-commerce, save order: the order and its items in one transaction, read back by the index', async () => {
      const items = [order('2aa'), orderItem('2aa', 'i1'), orderItem('2aa', 'i2')]
      await client
        .transactWriteItems({ TransactItems: items.map((item) => insert(TableName, item)) })
        .promise()
      const { Items } = await client
        .query({
          TableName,
          IndexName: 'GSI1',
          KeyConditionExpression: '#gsi1pk = :gsi1pk',
          ExpressionAttributeNames: { '#gsi1pk': 'GSI1PK' },
          ExpressionAttributeValues: { ':gsi1pk': S('ORDER#2aa') },
        })
        .promise()
      expect(Items?.map((item) => item['GSI1SK']?.S)).toEqual(['ITEM#i1', 'ITEM#i2', 'ORDER#2aa'])
    })

    it('seed 001, e-commerce, update order: its status changes', async () => {
      await putAll(TableName, [order('3bb')])
      const { PK, SK } = order('3bb')
      const { Attributes } = await client
        .updateItem({
          TableName,
          Key: { PK, SK },
          UpdateExpression: 'SET OrderStatus = :s',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: { ':s': S('DELIVERED') },
          ReturnValues: 'UPDATED_OLD',
        })
        .promise()
      expect(Attributes).toEqual({ OrderStatus: S('PLACED') })
    })

    it('seed 001, e-commerce, customer with the most recent orders: eleven items, the parent first', async () => {
      const PK = S('CUSTOMER#ira')
      await register('ira', 'ira@example.com')
      const ids = Array.from({ length: 12 }, (_, at) => `9${String.fromCharCode(97 + at)}`)
      await putAll(
        TableName,
        ids.map((id) => ({ ...order(id), PK })),
      )
      const { Items } = await client
        .query({
          TableName,
          KeyConditionExpression: '#pk = :pk',
          ExpressionAttributeNames: { '#pk': 'PK' },
          ExpressionAttributeValues: { ':pk': PK },
          ScanIndexForward: false,
          Limit: 11,
        })
        .promise()
      const expected = [
        'CUSTOMER#ira',
        ...ids
          .toReversed()
          .slice(0, 10)
          .map((id) => `#ORDER#${id}`),
      ]
      expect(Items?.map((item) => item['SK']?.S)).toEqual(expected)
    })
  })

  it('seed 001, streams: a record for each change of an item', async () => {
    await createSingleTable(served.db, { name: 'Changes', pk: 'PK', sk: 'SK', stream: true })
    const events: unknown[] = []
    const trigger = await served.db.on('Changes', ({ Records }) => {
      for (const { eventName, dynamodb } of Records) events.push([eventName, dynamodb?.Keys])
    })
    const Key = both('USER#ira')
    await client.putItem({ TableName: 'Changes', Item: { ...Key, Name: S('Ira') } }).promise()
    await client
      .updateItem({
        TableName: 'Changes',
        Key,
        UpdateExpression: 'SET #name = :name',
        ExpressionAttributeNames: { '#name': 'Name' },
        ExpressionAttributeValues: { ':name': S('Ira B.') },
      })
      .promise()
    await client.deleteItem({ TableName: 'Changes', Key }).promise()
    await trigger.idle()
    expect(events).toEqual([
      ['INSERT', Key],
      ['MODIFY', Key],
      ['REMOVE', Key],
    ])
    await trigger.stop()
  })

  const insert = (TableName: string, Item: DynamoDB.AttributeMap) => ({
    Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(PK)' },
  })

  async function putAll(TableName: string, items: readonly DynamoDB.AttributeMap[]): Promise<void> {
    const requests = items.map((Item) => ({ PutRequest: { Item } }))
    await client.batchWriteItem({ RequestItems: { [TableName]: requests } }).promise()
  }

  async function sortKeys(input: Omit<DynamoDB.QueryInput, 'TableName'>): Promise<unknown[]> {
    const { Items = [] } = await client.query({ TableName: 'App', ...input }).promise()
    return Items.map((item) => item['SK']?.S)
  }
})
