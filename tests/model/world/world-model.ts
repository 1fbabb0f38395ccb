import { type ModelClient, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'

/*
 * Customers with orders: everything in a relation that has to stay consistent. An email is unique; orders are numbered
 * and counted per customer, and have a copy of the customer's name, which is in the key of an index.
 */

export const app = table('World', {
  relations,
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byName: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})

export const Customer = app.entity('Customer', {
  schema: shape<{
    username: string
    name: string
    email?: string
    orderCount?: number
    lastOrder?: number
  }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: { email: 'CUSTOMEREMAIL#{email}' },
})

export const Order = app.entity('Order', {
  schema: shape<{ username: string; orderNumber: number; total: number; customerName?: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderNumber:pad6}' },
  index: { byName: { pk: 'NAME#{customerName}', sk: '{username}#{orderNumber:pad6}' } },
  sequence: { orderNumber: { of: Customer, counter: 'lastOrder' } },
  belongsTo: {
    customer: { entity: Customer, mustExist: true, count: 'orderCount', copy: { customerName: 'name' } },
  },
})

/** Connects the model; waits between retries are skipped. */
export function connectWorld(client: ModelClient) {
  return app.connect(client, {
    entities: { Customer, Order },
    patterns: { newest: Order.query('primary', { order: 'newest', page: 1, consistent: true }) },
    sleep: async () => {},
  })
}

export type WorldDb = ReturnType<typeof connectWorld>
