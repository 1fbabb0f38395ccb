import { type ItemOf, isModelError, type ModelClient } from '@monotable/model'
import { createKsuid } from './create-ksuid.ts'
import type { Good } from './goods.ts'
import {
  type Address,
  type Customer,
  type Order,
  type OrderItem,
  type OrderStatus,
  shopModel,
} from './model.ts'
import { ShopError } from './shop-error.ts'

export type CustomerItem = ItemOf<typeof Customer>
export type OrderRecord = ItemOf<typeof Order>
export type OrderLine = ItemOf<typeof OrderItem>

/** Time and randomness, which a test can replace. */
export interface ShopContext {
  readonly now: () => number
  readonly chance: () => number
}

/** A good, and the quantity. */
export interface Wanted extends Good {
  readonly quantity: number
}

export interface OrderWish {
  readonly username: string
  /** The name of one of the customer's addresses. */
  readonly address: string
  readonly wanted: readonly Wanted[]
}

/** A customer, with a page of orders, newest first. */
export interface Account {
  /** On the first page only. */
  readonly customer: CustomerItem | undefined
  readonly orders: readonly OrderRecord[]
  /** The cursor of the next page; `undefined` on the last one. */
  readonly next: string | undefined
}

/** What the shop can do: the six access patterns, each with one request to the database unless stated otherwise. */
export interface Shop {
  /** Refused when the username or the e-mail address is taken. */
  createCustomer(customer: Pick<CustomerItem, 'username' | 'email' | 'name'>): Promise<CustomerItem>
  /** Adds an address, or replaces the one of the same name. A customer has at most 20. */
  saveAddress(username: string, name: string, address: Address): Promise<CustomerItem>
  removeAddress(username: string, name: string): Promise<CustomerItem>
  viewAccount(username: string, cursor?: string): Promise<Account>
  /** Reads the address, then stores the order with all its items: all or nothing. */
  placeOrder(wish: OrderWish): Promise<{ readonly order: OrderRecord; readonly items: readonly OrderLine[] }>
  /** Refused when the order's current status does not allow the change. */
  changeStatus(key: { username: string; orderId: string }, status: OrderStatus): Promise<OrderRecord>
  viewOrder(orderId: string): Promise<{ readonly order: OrderRecord; readonly items: readonly OrderLine[] }>
}

/** The statuses from which an order can get to each status. */
const before: { readonly [Status in OrderStatus]: readonly OrderStatus[] } = {
  PLACED: [],
  SHIPPED: ['PLACED'],
  DELIVERED: ['SHIPPED'],
  CANCELLED: ['PLACED'],
}

/** Opens the shop on a database that has its table. */
export function createShop(client: ModelClient, context: ShopContext): Shop {
  const db = shopModel.connect(client, { clock: context })

  return {
    createCustomer: async (customer) => {
      const outcome = await db.Customer.create(customer).outcome()
      if (outcome.ok) return outcome.value
      throw outcome.reason === 'unique'
        ? new ShopError('email-taken', `Somebody has an account with ${customer.email} already.`)
        : new ShopError('username-taken', `The username ${customer.username} is taken.`)
    },

    saveAddress: async (username, name, address) => {
      const outcome = await db.Customer.update({ username }, (customer, { set, at }) =>
        set(at(customer.addresses, name), address),
      ).outcome()
      if (outcome.ok) return outcome.value
      if (outcome.reason !== 'limit') throw noCustomer(username)
      throw new ShopError(
        'too-many-addresses',
        `There is room for ${outcome.limit} addresses. Remove one first, or replace it.`,
      )
    },

    removeAddress: async (username, name) => {
      const outcome = await db.Customer.update(
        { username },
        (customer, { remove, at }) => remove(at(customer.addresses, name)),
        { if: (customer, { exists, at }) => exists(at(customer.addresses, name)) },
      ).outcome()
      if (outcome.ok) return outcome.value
      throw outcome.reason === 'missing' ? noCustomer(username) : noAddress(name)
    },

    viewAccount: async (username, cursor) => {
      try {
        const { customer, orders, next } = await db.q.account({ username }, { cursor })
        if (customer === undefined && cursor === undefined) throw noCustomer(username)
        return { customer, orders, next }
      } catch (error) {
        if (!isModelError(error, 'CURSOR')) throw error
        throw new ShopError('bad-input', 'The cursor is not one of this account.')
      }
    },

    placeOrder: async ({ username, address, wanted }) => {
      const customer = await db.Customer.get({ username })
      if (customer === undefined) throw noCustomer(username)
      const { addresses = {} } = customer
      const shipTo = Object.hasOwn(addresses, address) ? addresses[address] : undefined
      if (shipTo === undefined) throw noAddress(address)
      const createdMs = context.now()
      const orderId = createKsuid(createdMs, context.chance)
      const outcome = await db
        .transact([
          db.Order.create({
            username,
            orderId,
            status: 'PLACED',
            createdAt: new Date(createdMs),
            amount: amountOf(wanted),
            numberItems: wanted.length,
            shipTo,
          }),
          ...wanted.map((good) => db.OrderItem.create({ orderId, ...good })),
        ])
        .outcome()
      // The account was closed in the meantime.
      if (!outcome.ok) throw noCustomer(username)
      const [order, ...items] = outcome.value as [OrderRecord, ...OrderLine[]]
      return { order, items }
    },

    changeStatus: async (key, status) => {
      const from = before[status]
      if (from.length === 0) throw new ShopError('wrong-status', 'An order is placed once.')
      const outcome = await db.Order.update(
        key,
        { status },
        { if: (order, { oneOf }) => oneOf(order.status, from) },
      ).outcome()
      if (outcome.ok) return outcome.value
      if (outcome.item === undefined) throw noOrder(key.orderId)
      const [is, would] = [outcome.item.status, status].map((one) => one.toLowerCase())
      throw new ShopError('wrong-status', `The order is ${is}: it cannot be ${would} any more, or not yet.`)
    },

    viewOrder: async (orderId) => {
      const { order, items } = await db.q.orderDetail({ orderId })
      if (order === undefined) throw noOrder(orderId)
      return { order, items }
    },
  }
}

/** Returns the total of an order; adds in cents, since sums of fractions are not exact. */
function amountOf(wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0) / 100
}

function noCustomer(username: string): ShopError {
  return new ShopError('no-customer', `There is no customer ${username}.`)
}

function noAddress(name: string): ShopError {
  return new ShopError('no-address', `There is no address called ${name}.`)
}

function noOrder(orderId: string): ShopError {
  return new ShopError('no-order', `There is no order ${orderId}.`)
}
