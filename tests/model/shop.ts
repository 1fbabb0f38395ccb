import { shape, table } from '@monotable/model'

/** Where a customer's parcels go. */
export interface Address {
  readonly street: string
  readonly city: string
}

export interface CustomerShape {
  readonly username: string
  readonly email: string
  readonly name: string
  readonly addresses?: { readonly [name: string]: Address }
  readonly loginCount?: number
  readonly tags?: ReadonlySet<string>
  readonly notes?: readonly string[]
}

export interface OrderShape {
  readonly username: string
  readonly orderId: string
  readonly status: 'PLACED' | 'SHIPPED' | 'CANCELLED'
  readonly amount: number
  readonly placedAt: Date
}

export interface OrderItemShape {
  readonly orderId: string
  readonly itemId: string
  readonly description: string
  readonly price: number
}

/** The e-commerce table of seed 001, to the letter. */
export const shop = table('EcommerceTable', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})

export const Customer = shop.entity('Customer', {
  schema: shape<CustomerShape>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})

export const Order = shop.entity('Order', {
  schema: shape<OrderShape>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' } },
  stored: { placedAt: 'date' },
})

export const OrderItem = shop.entity('OrderItem', {
  schema: shape<OrderItemShape>(),
  key: { pk: 'ORDER#{orderId}#ITEM#{itemId}', sk: 'ORDER#{orderId}#ITEM#{itemId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ITEM#{itemId}' } },
})

export const shopModel = {
  entities: { Customer, Order, OrderItem },
  patterns: {
    account: shop.collect(
      'primary',
      { customer: Customer.one(), orders: Order.many() },
      { order: 'newest', page: 10 },
    ),
    orderDetail: shop.collect('GSI1', { order: Order.one(), items: OrderItem.many() }),
    orders: Order.query('primary', { order: 'newest' }),
  },
} as const
