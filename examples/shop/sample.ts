import type { Sample } from '@monotable/workbench'
import { createKsuid } from './create-ksuid.ts'
import { goods } from './goods.ts'
import { type CustomerShape, type OrderItemShape, type OrderShape, shopModel } from './model.ts'

/** Customers are named after birds. */
export const birds = [
  ...['avocet', 'bittern', 'chaffinch', 'dipper', 'egret', 'fieldfare', 'goldcrest', 'heron'],
  ...['ibis', 'jackdaw', 'kingfisher', 'lapwing', 'merlin', 'nuthatch', 'osprey', 'plover'],
  ...['quail', 'redstart', 'siskin', 'treecreeper', 'waxwing', 'whinchat', 'wren', 'yellowhammer'],
]

const cities = [
  ['Harbour Lane', 'Antwerp', 'BE'],
  ['Mill Street', 'Cork', 'IE'],
  ['Garden Row', 'Utrecht', 'NL'],
  ['Station Road', 'Graz', 'AT'],
  ['Orchard Way', 'Porto', 'PT'],
] as const

const statuses = ['DELIVERED', 'DELIVERED', 'SHIPPED', 'PLACED', 'DELIVERED', 'CANCELLED'] as const
const firstOrderMs = Date.UTC(2026, 2, 2, 8, 30)

/** Returns some 300 items, the same in every run. */
export function shopData() {
  const chance = createChance(1)
  const customers = birds.map(createCustomer)
  const orders: OrderShape[] = []
  const items: OrderItemShape[] = []
  // The first customer has many orders, so that there are several pages; the last has none.
  for (const [at, { username, addresses }] of customers.slice(0, -1).entries()) {
    for (let number = at === 0 ? 16 : 1 + (at % 4); number > 0; number--) {
      const createdMs = firstOrderMs + Math.floor(chance() * 180 * 86_400) * 1_000
      const orderId = createKsuid(createdMs, chance)
      const bought = pick(goods, 1 + Math.floor(chance() * 4), chance)
      const parts = bought.map(({ itemId, description, price }) => ({
        orderId,
        itemId,
        description,
        price,
        quantity: 1 + Math.floor(chance() * 3),
      }))
      items.push(...parts)
      orders.push({
        username,
        orderId,
        status: statuses[Math.floor(chance() * statuses.length)] ?? 'PLACED',
        createdAt: new Date(createdMs),
        amount: Math.round(parts.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100,
        numberItems: parts.length,
        shipTo: addresses.home,
      })
    }
  }
  return { customers, orders, items }
}

export const sample: Sample = {
  name: 'shop',
  title: 'Online shop',
  description: 'Customers, their orders and what is in them, in one table with one index: EcommerceTable.',
  model: shopModel,
  load: async (client) => {
    const db = shopModel.connect(client)
    const { customers, orders, items } = shopData()
    // A customer, the marker of the e-mail address, and all orders with their items fit into one transaction.
    for (const customer of customers) {
      const placed = orders.filter(({ username }) => username === customer.username)
      const ids = new Set(placed.map(({ orderId }) => orderId))
      await db.transact([
        db.Customer.create(customer),
        ...placed.map((order) => db.Order.create(order)),
        ...items.filter(({ orderId }) => ids.has(orderId)).map((item) => db.OrderItem.create(item)),
      ])
    }
  },
}

function createCustomer(username: string, at: number) {
  const [street, city, country] = cities[at % cities.length] ?? cities[0]
  const home = { street: `${street} ${at + 1}`, city, country }
  return {
    username,
    email: `${username}@example.com`,
    name: username.slice(0, 1).toUpperCase() + username.slice(1),
    addresses: at % 3 === 0 ? { home, work: { ...home, street: `Market Square ${at + 10}` } } : { home },
  } satisfies CustomerShape
}

/** Creates repeatable random numbers: a linear congruential generator. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function pick<Value>(from: readonly Value[], count: number, chance: () => number): Value[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(Math.floor(chance() * left.length), 1)[0] as Value)
}
