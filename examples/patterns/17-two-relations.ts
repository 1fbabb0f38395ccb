import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 16 and 17. Two relations around one parent: the numbers on one side are inverted. */

const app = table('Pattern17', { key: { pk: 'PK', sk: 'SK' } })
const Customer = app.entity('Customer', {
  schema: shape<{ customerId: string }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'CUSTOMER#{customerId}' },
})
const Order = app.entity('Order', {
  schema: shape<{ customerId: string; orderId: number }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'ORDER#{orderId:pad5:desc}' },
})
const Question = app.entity('Question', {
  schema: shape<{ customerId: string; questionId: number }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: '#QUESTION#{questionId:pad5}' },
})
const db = app.connect(await openClient(app), {
  entities: { Customer, Order, Question },
  patterns: {
    withOrders: app.collect(
      'primary',
      { customer: Customer.one(), orders: Order.many() },
      { order: 'newest', page: 2 },
    ),
    withQuestions: app.collect(
      'primary',
      { customer: Customer.one(), questions: Question.many() },
      { order: 'newest', page: 2 },
    ),
  },
})

const of = { customerId: 'XYQ' }
await db.Customer.create(of)
await db.batch.write([1, 2, 3].map((orderId) => db.Order.put({ ...of, orderId })))
await db.batch.write([1, 2, 3].map((questionId) => db.Question.put({ ...of, questionId })))
const { customer, orders } = await db.q.withOrders(of)
assert.deepEqual([customer, orders.map(({ orderId }) => orderId)], [of, [3, 2]])
const asked = await db.q.withQuestions(of)
assert.deepEqual([asked.customer, asked.questions.map(({ questionId }) => questionId)], [of, [3, 2]])
