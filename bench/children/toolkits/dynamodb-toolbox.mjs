import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import {
  Entity,
  EntityFormatter,
  GetItemCommand,
  item,
  list,
  map,
  number,
  PutItemCommand,
  PutTransaction,
  QueryCommand,
  string,
  Table,
  UpdateItemCommand,
  UpdateTransaction,
} from 'dynamodb-toolbox'
import { answerOf, sampleOrder, username } from './sample-order.mjs'

const key = (/** @type {string} */ name) => ({ name, type: /** @type {const} */ ('string') })
const shop = new Table({
  name: 'Shop',
  partitionKey: key('PK'),
  sortKey: key('SK'),
  indexes: { GSI1: { type: 'global', partitionKey: key('GSI1PK'), sortKey: key('GSI1SK') } },
})
const Customer = new Entity({
  name: 'Customer',
  table: shop,
  timestamps: false,
  schema: item({ username: string().key(), name: string().optional() }),
  computeKey: ({ username }) => ({ PK: `CUSTOMER#${username}`, SK: `CUSTOMER#${username}` }),
})
const order = item({
  username: string().key(),
  orderId: string().key(),
  status: string().enum('placed', 'shipped'),
  amount: number().optional(),
  placedAt: string(),
  items: list(map({ sku: string(), count: number() })).optional(),
  address: map({ street: string(), city: string() }).optional(),
})
const Order = new Entity({
  name: 'Order',
  table: shop,
  timestamps: false,
  schema: order.and(() => ({
    GSI1PK: string()
      .optional()
      .link(({ status }) => `STATUS#${status}`),
    GSI1SK: string()
      .optional()
      .link(({ placedAt }) => placedAt),
  })),
  computeKey: ({ username, orderId }) => ({ PK: `CUSTOMER#${username}`, SK: `#ORDER#${orderId}` }),
})
/** @type {any} */
const { Item: put } = Order.build(PutItemCommand).item(sampleOrder(0)).params()
const stored = answerOf(put)
const answer = answerOf(marshall(put))
const formatter = Order.build(EntityFormatter)

/** @type {import('../model-child.mjs').Toolkit} */
export const dynamodbToolbox = {
  name: 'DynamoDB-Toolbox',
  cases: {
    get: (n) =>
      Order.build(GetItemCommand)
        .key({ username, orderId: `${n}` })
        .params(),
    put: (n) => Order.build(PutItemCommand).item(sampleOrder(n)).params(),
    update: (n) =>
      Order.build(UpdateItemCommand)
        .item({ username, orderId: `${n}`, status: 'shipped', placedAt: `2026-01-${n % 30}` })
        .options({ condition: { attr: 'username', exists: true } })
        .params(),
    query: (n) =>
      shop
        .build(QueryCommand)
        .entities(Order)
        .query({ index: 'GSI1', partition: 'STATUS#placed', range: { between: [`2026-${n % 10}`, '2027'] } })
        .options({ limit: 10 })
        .params(),
    collect: (n) =>
      shop
        .build(QueryCommand)
        .entities(Customer, Order)
        .query({ partition: `CUSTOMER#alexdebrie${n}`, range: { between: ['#ORDER#', 'CUSTOMER#~'] } })
        .options({ reverse: true })
        .params(),
    transaction: (n) => [
      Order.build(PutTransaction).item(sampleOrder(n)).params(),
      Customer.build(UpdateTransaction)
        .item({ username, name: `Alex ${n}` })
        .options({ condition: { attr: 'username', exists: true } })
        .params(),
    ],
    'format 1': () => formatter.format(stored),
    'answer of 1': () => formatter.format(unmarshall(answer)),
    'format 100': () => {
      for (let i = 0; i < 100; i++) formatter.format(stored)
    },
    'answer of 100': () => {
      for (let i = 0; i < 100; i++) formatter.format(unmarshall(answer))
    },
  },
}
