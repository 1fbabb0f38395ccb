import { model, shape, table } from '@monotable/model'

/*
 * An online shop in one table: a customer's account with the latest orders is one query, and so is an order with its
 * items.
 */

/** Where parcels go. */
export interface Address {
  readonly street: string
  readonly city: string
  readonly country: string
}

export interface CustomerShape {
  readonly username: string
  readonly email: string
  readonly name: string
  /** By a name that the customer gave: `home`, `work`. At most 20. */
  readonly addresses?: { readonly [name: string]: Address }
}

/** Keeps an e-mail address from being used twice. */
export interface CustomerEmailShape {
  readonly email: string
  readonly username: string
}

export interface OrderShape {
  readonly username: string
  /** Sorts by the time at which it was made (KSUID). */
  readonly orderId: string
  readonly status: 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED'
  readonly createdAt: Date
  readonly amount: number
  readonly numberItems: number
}

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
})

export const Customer = shop.entity('Customer', {
  schema: shape<CustomerShape>({ username: 'S', email: 'S', name: 'S', addresses: 'M' }),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})

export const CustomerEmail = shop.entity('CustomerEmail', {
  schema: shape<CustomerEmailShape>({ email: 'S', username: 'S' }),
  key: { pk: 'CUSTOMEREMAIL#{email}', sk: 'CUSTOMEREMAIL#{email}' },
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
  }),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' } },
  stored: { createdAt: 'date' },
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

/** What the shop keeps, and how it reads it. */
export const shopModel = model({
  entities: { Customer, CustomerEmail, Order, OrderItem },
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
