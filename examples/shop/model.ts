import { model, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'

/*
 * An online shop in one table: a customer's account with the latest orders is one query, and so is an order with its
 * items.
 */

/** A delivery address. */
export interface Address {
  readonly street: string
  readonly city: string
  readonly country: string
}

export interface CustomerShape {
  readonly username: string
  /** Unique among customers. */
  readonly email: string
  readonly name: string
  /** By a name that the customer chose: `home`, `work`. At most 20. */
  readonly addresses?: { readonly [name: string]: Address }
}

export interface OrderShape {
  readonly username: string
  /** Sorts by its time of creation (KSUID). */
  readonly orderId: string
  readonly status: OrderStatus
  readonly createdAt: Date
  readonly amount: number
  readonly numberItems: number
  /** The address as it was when the order was placed: it stays the same when the customer moves. */
  readonly shipTo: Address
}

export type OrderStatus = 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED'

export interface OrderItemShape {
  readonly orderId: string
  readonly itemId: string
  readonly description: string
  readonly price: number
  readonly quantity: number
}

export const shop = table('EcommerceTable', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})

export const Customer = shop.entity('Customer', {
  schema: shape<CustomerShape>({ username: 'S', email: 'S', name: 'S', addresses: 'M' }),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: { email: { pk: 'CUSTOMEREMAIL#{email}', sk: 'CUSTOMEREMAIL#{email}' } },
  limit: { addresses: 20 },
})

// The # before ORDER sorts orders before their customer: read backwards, the customer comes first, then the newest.
export const Order = shop.entity('Order', {
  schema: shape<OrderShape>({
    username: 'S',
    orderId: 'S',
    status: 'S',
    createdAt: 'S',
    amount: 'N',
    numberItems: 'N',
    shipTo: 'M',
  }),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' } },
  stored: { createdAt: 'date' },
  belongsTo: { customer: { entity: Customer, mustExist: true } },
})

export const OrderItem = shop.entity('OrderItem', {
  schema: shape<OrderItemShape>({
    orderId: 'S',
    itemId: 'S',
    description: 'S',
    price: 'N',
    quantity: 'N',
  }),
  key: { pk: 'ORDER#{orderId}#ITEM#{itemId}', sk: 'ORDER#{orderId}#ITEM#{itemId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ITEM#{itemId}' } },
})

/** The items of the shop, and the patterns that read them. */
export const shopModel = model({
  entities: { Customer, Order, OrderItem },
  patterns: {
    account: shop.collect(
      'primary',
      { customer: Customer.one(), orders: Order.many() },
      {
        order: 'newest',
        page: 10,
        describe: 'A customer and the ten latest orders',
        expect: { perSecond: 20 },
      },
    ),
    orderDetail: shop.collect(
      'GSI1',
      { order: Order.one(), items: OrderItem.many() },
      { describe: 'An order and all that is in it', expect: { items: 20, perSecond: 5 } },
    ),
    orders: Order.query('primary', {
      order: 'newest',
      page: 25,
      describe: 'All orders of a customer, the newest first',
      expect: { perSecond: 1 },
    }),
  },
})
