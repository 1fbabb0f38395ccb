import type { Sample } from '@monotable/workbench'
import { type CustomerShape, type OrderItemShape, type OrderShape, shopModel } from './model.ts'

/** Customers are called after birds. */
const birds = [
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

const goods = [
  ['enamel-mug', 'Enamel mug, blue', 12.5],
  ['wool-blanket', 'Wool blanket, 130 × 180 cm', 89],
  ['notebook-a5', 'Notebook A5, dotted', 9.95],
  ['desk-lamp', 'Desk lamp, brass', 74.9],
  ['tea-sencha', 'Green tea, sencha, 250 g', 18.4],
  ['garden-shears', 'Garden shears', 32],
  ['bread-knife', 'Bread knife, 24 cm', 41.25],
  ['rain-jacket', 'Rain jacket, size M', 129],
  ['bicycle-bell', 'Bicycle bell', 14.8],
  ['linen-towel', 'Linen towel, pair', 27.6],
  ['fountain-pen', 'Fountain pen, fine', 56],
  ['candle-beeswax', 'Beeswax candle', 7.2],
] as const

const statuses = ['DELIVERED', 'DELIVERED', 'SHIPPED', 'PLACED', 'DELIVERED', 'CANCELLED'] as const
const firstOrderMs = Date.UTC(2026, 2, 2, 8, 30)

/** Some 300 items, the same each time. */
export function shopData() {
  const chance = createChance(1)
  const customers = birds.map(createCustomer)
  const orders: OrderShape[] = []
  const items: OrderItemShape[] = []
  // The first customer has many orders, so that there is something to page through; the last has none.
  for (const [at, { username }] of customers.slice(0, -1).entries()) {
    for (let number = at === 0 ? 16 : 1 + (at % 4); number > 0; number--) {
      const createdMs = firstOrderMs + Math.floor(chance() * 180 * 86_400) * 1_000
      const orderId = createKsuid(createdMs, chance)
      const bought = pick(goods, 1 + Math.floor(chance() * 4), chance)
      const parts = bought.map(([itemId, description, price]) => ({
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
    await db.batch.write([
      ...customers.map((customer) => db.Customer.put(customer)),
      ...customers.map(({ email, username }) => db.CustomerEmail.put({ email, username })),
      ...orders.map((order) => db.Order.put(order)),
      ...items.map((item) => db.OrderItem.put(item)),
    ])
  },
}

function createCustomer(username: string, at: number): CustomerShape {
  const [street, city, country] = cities[at % cities.length] ?? cities[0]
  const home = { street: `${street} ${at + 1}`, city, country }
  return {
    username,
    email: `${username}@example.com`,
    name: username.slice(0, 1).toUpperCase() + username.slice(1),
    addresses: at % 3 === 0 ? { home, work: { ...home, street: `Market Square ${at + 10}` } } : { home },
  }
}

/** Chance that is the same each time: a linear congruential generator. */
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

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Seconds of a KSUID count from here. */
const ksuidEpoch = 1_400_000_000n

/** An id that sorts by time: four bytes of seconds, sixteen of chance, as 27 digits to the base of 62. */
export function createKsuid(timeMs: number, chance: () => number): string {
  let value = BigInt(Math.floor(timeMs / 1_000)) - ksuidEpoch
  for (let byte = 0; byte < 16; byte++) value = value * 256n + BigInt(Math.floor(chance() * 256))
  let text = ''
  for (let at = 0; at < 27; at++) {
    text = digits.charAt(Number(value % 62n)) + text
    value /= 62n
  }
  return text
}
