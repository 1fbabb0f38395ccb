import type { Database } from '@monotable/engine'
import type { AttributeMap as Item } from '@monotable/protocol'

/** Creates a small single table with several entities, two indexes and every type of value. */
export async function createShop(database: Database, table = 'Shop'): Promise<void> {
  await database.send('CreateTable', {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK', 'status', 'placedAt'].map((name) => ({
      AttributeName: name,
      AttributeType: 'S' as const,
    })),
    KeySchema: keySchema('PK', 'SK'),
    GlobalSecondaryIndexes: [
      { IndexName: 'GSI1', KeySchema: keySchema('GSI1PK', 'GSI1SK'), Projection: { ProjectionType: 'ALL' } },
      {
        IndexName: 'byStatus',
        KeySchema: keySchema('status', 'placedAt'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['total'] },
      },
    ],
  })
  for (const item of shopItems()) await database.send('PutItem', { TableName: table, Item: item })
}

export function shopItems(): Item[] {
  const names = ['alexdebrie', 'marie', 'tomoko', 'ibrahim', 'lucía', 'wei']
  return names.flatMap((username, customer) => [
    customerItem(username, customer),
    ...Array.from({ length: 2 + (customer % 3) }, (_, order) => orderItems(username, customer, order)).flat(),
  ])
}

function customerItem(username: string, number: number): Item {
  return {
    PK: { S: `CUSTOMER#${username}` },
    SK: { S: `CUSTOMER#${username}` },
    type: { S: 'Customer' },
    username: { S: username },
    email: { S: `${username}@example.com` },
    name: { S: username.toUpperCase() },
    addresses: { M: { home: { M: { street: { S: '1 Main St' }, zip: { S: `100${number}0` } } } } },
    tags: { SS: ['newsletter', number % 2 === 0 ? 'gold' : 'silver'] },
    balance: { N: '12345678901234567890123456789012345678' },
    avatar: { B: 'iVBORw0KGgo=' },
    active: { BOOL: number % 2 === 0 },
    referredBy: { NULL: true },
  }
}

function orderItems(username: string, customer: number, order: number): Item[] {
  const orderId = `1VrgXBQ0VCshuQUnh1HrDIHQ${customer}${order}`
  const placedAt = `2026-0${1 + order}-1${customer}T09:30:00Z`
  const item: Item = {
    PK: { S: `CUSTOMER#${username}` },
    SK: { S: `#ORDER#${orderId}` },
    GSI1PK: { S: `ORDER#${orderId}` },
    GSI1SK: { S: `ORDER#${orderId}` },
    type: { S: 'Order' },
    orderId: { S: orderId },
    username: { S: username },
    placedAt: { S: placedAt },
    total: { N: String(19.9 + order * 10) },
    lines: { L: [{ S: 'book' }, { N: '2' }] },
  }
  if (order % 2 === 0) item['status'] = { S: order === 0 ? 'PLACED' : 'SHIPPED' }
  const lines = Array.from({ length: 1 + order }, (_, line): Item => {
    const itemId = `it-${line}`
    return {
      PK: { S: `ORDER#${orderId}#ITEM#${itemId}` },
      SK: { S: `ORDER#${orderId}#ITEM#${itemId}` },
      GSI1PK: { S: `ORDER#${orderId}` },
      GSI1SK: { S: `ITEM#${itemId}` },
      type: { S: 'OrderItem' },
      orderId: { S: orderId },
      itemId: { S: itemId },
      description: { S: line === 0 ? 'Go Big or Go Home' : '<script>alert("x")</script><b>bold</b>' },
      price: { N: '9.95' },
    }
  })
  return [item, ...lines]
}

function keySchema(pk: string, sk: string) {
  return [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ]
}
