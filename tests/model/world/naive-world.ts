import type { WorldStep } from './world-steps.ts'

interface NaiveCustomer {
  readonly name: string
  readonly email?: string | undefined
  readonly orderCount?: number
  readonly lastOrder?: number
}

interface NaiveOrder {
  readonly username: string
  readonly orderNumber: number
  readonly total: number
}

/** What the table should hold, computed naively. Immutable: each step returns a new world. */
export interface NaiveWorld {
  readonly customers: ReadonlyMap<string, NaiveCustomer>
  readonly orders: readonly NaiveOrder[]
}

export const emptyWorld: NaiveWorld = { customers: new Map(), orders: [] }

/** Returns the world after a step; the same world when the step is refused. */
export function applyStep(world: NaiveWorld, step: WorldStep): NaiveWorld {
  const { customers, orders } = world
  const before = customers.get(step.username)
  switch (step.verb) {
    case 'create':
      return before === undefined
        ? setCustomer(world, step.username, { name: step.name, email: step.email })
        : world
    case 'put':
      return setCustomer(world, step.username, { ...countsOf(before), name: step.name, email: step.email })
    case 'upsert': {
      const email = step.email ?? before?.email
      return setCustomer(world, step.username, { ...countsOf(before), name: step.name, email })
    }
    case 'rename':
      return before === undefined ? world : setCustomer(world, step.username, { ...before, name: step.name })
    case 'setEmail':
      return before === undefined
        ? world
        : setCustomer(world, step.username, { ...before, email: step.email })
    case 'remove':
      return {
        ...world,
        customers: new Map([...customers].filter(([username]) => username !== step.username)),
      }
    case 'order':
      return addOrder(world, step.username, step.total)
    case 'orderAndEmail': {
      const ordered = addOrder(world, step.username, step.total)
      const other = ordered.customers.get(step.other)
      if (ordered === world || other === undefined) return world
      const done = setCustomer(ordered, step.other, { ...other, email: step.email })
      return done === ordered ? world : done
    }
    case 'change': {
      const newest = newestOrder(world, step.username)
      return { ...world, orders: orders.map((one) => (one === newest ? { ...one, total: step.total } : one)) }
    }
    case 'cancel': {
      const newest = newestOrder(world, step.username)
      if (newest === undefined || before === undefined) return world
      const left = { ...world, orders: orders.filter((one) => one !== newest) }
      return setCustomer(left, step.username, { ...before, orderCount: (before.orderCount ?? 0) - 1 })
    }
  }
}

/** Computes all stored items of a world, naively. */
export function expectedItems({ customers, orders }: NaiveWorld): object[] {
  const ofCustomers = [...customers].flatMap(([username, { name, email, orderCount, lastOrder }]) => {
    const key = { PK: { S: `CUSTOMER#${username}` }, SK: { S: `CUSTOMER#${username}` } }
    const item = {
      ...key,
      _type: { S: 'Customer' },
      username: { S: username },
      name: { S: name },
      ...(email !== undefined && { email: { S: email } }),
      ...(orderCount !== undefined && { orderCount: { N: `${orderCount}` } }),
      ...(lastOrder !== undefined && { lastOrder: { N: `${lastOrder}` } }),
    }
    const mark = { S: `CUSTOMEREMAIL#${email}` }
    const marker = { PK: mark, SK: mark, _type: { S: 'unique:Customer.email' }, _owner: { M: key } }
    return email === undefined ? [item] : [item, marker]
  })
  const ofOrders = orders.map(({ username, orderNumber, total }) => {
    const padded = String(orderNumber).padStart(6, '0')
    const name = customers.get(username)?.name ?? ''
    return {
      PK: { S: `CUSTOMER#${username}` },
      SK: { S: `#ORDER#${padded}` },
      GSI1PK: { S: `NAME#${name}` },
      GSI1SK: { S: `${username}#${padded}` },
      _type: { S: 'Order' },
      username: { S: username },
      orderNumber: { N: `${orderNumber}` },
      total: { N: `${total}` },
      customerName: { S: name },
    }
  })
  return [...ofCustomers, ...ofOrders]
}

function newestOrder({ orders }: NaiveWorld, username: string): NaiveOrder | undefined {
  return orders.findLast((order) => order.username === username)
}

function countsOf({ orderCount, lastOrder }: Partial<NaiveCustomer> = {}) {
  return { ...(orderCount !== undefined && { orderCount }), ...(lastOrder !== undefined && { lastOrder }) }
}

/** Returns the world with a customer set, unless another customer has the same email. */
function setCustomer(world: NaiveWorld, username: string, customer: NaiveCustomer): NaiveWorld {
  const isTaken = [...world.customers].some(
    ([other, { email }]) => other !== username && email !== undefined && email === customer.email,
  )
  return isTaken ? world : { ...world, customers: new Map([...world.customers, [username, customer]]) }
}

function addOrder(world: NaiveWorld, username: string, total: number): NaiveWorld {
  const customer = world.customers.get(username)
  if (customer === undefined) return world
  const orderNumber = (customer.lastOrder ?? 0) + 1
  const counted = { ...customer, lastOrder: orderNumber, orderCount: (customer.orderCount ?? 0) + 1 }
  const orders = [...world.orders, { username, orderNumber, total }]
  return { customers: new Map([...world.customers, [username, counted]]), orders }
}
