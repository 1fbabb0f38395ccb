import fc from 'fast-check'
import type { WorldDb } from './world-model.ts'

/** One operation on customers and orders. */
export type WorldStep = { readonly username: string } & (
  | { readonly verb: 'create' | 'put' | 'upsert'; readonly name: string; readonly email: string | undefined }
  | { readonly verb: 'rename'; readonly name: string }
  | { readonly verb: 'setEmail'; readonly email: string | undefined }
  | { readonly verb: 'remove' }
  | { readonly verb: 'cancel' }
  | { readonly verb: 'order'; readonly total: number }
  | { readonly verb: 'change'; readonly total: number }
  | { readonly verb: 'orderAndEmail'; readonly total: number; readonly other: string; readonly email: string }
)

// A customer with orders cannot be removed, so the customer that is removed has none.
const buyer = fc.constantFrom('ann', 'bob')
const anybody = fc.constantFrom('ann', 'bob', 'zed')
const name = fc.constantFrom('One', 'Two', 'Three')
const address = fc.constantFrom('a@x', 'b@x', 'c@x')
const email = fc.option(address, { nil: undefined })
const total = fc.nat(100)

/** Any single operation. */
export const worldStep: fc.Arbitrary<WorldStep> = fc.oneof(
  fc.record({
    verb: fc.constantFrom('create' as const, 'put' as const, 'upsert' as const),
    username: anybody,
    name,
    email,
  }),
  fc.record({ verb: fc.constant('rename' as const), username: anybody, name }),
  fc.record({ verb: fc.constant('setEmail' as const), username: anybody, email }),
  fc.record({ verb: fc.constant('remove' as const), username: fc.constant('zed') }),
  fc.record({
    verb: fc.constantFrom('order' as const, 'order' as const, 'change' as const),
    username: buyer,
    total,
  }),
  fc.record({ verb: fc.constant('cancel' as const), username: buyer }),
  fc.record({
    verb: fc.constant('orderAndEmail' as const),
    username: buyer,
    total,
    other: fc.constant('zed'),
    email: address,
  }),
)

/** Performs a step with the model; returns whether it succeeded. */
export async function sendWorldStep(db: WorldDb, step: WorldStep): Promise<boolean> {
  const { username } = step
  switch (step.verb) {
    case 'create':
    case 'put':
    case 'upsert': {
      const { name, email } = step
      const input = { username, name, ...(email !== undefined && { email }) }
      if (step.verb === 'create') return (await db.Customer.create(input).outcome()).ok
      if (step.verb === 'put') return (await db.Customer.put(input).outcome()).ok
      return (await db.Customer.upsert(input).outcome()).ok
    }
    case 'rename':
      return (await db.Customer.update({ username }, { name: step.name }).outcome()).ok
    case 'setEmail':
      return (await setEmail(db, username, step.email).outcome()).ok
    case 'remove':
      return (await db.Customer.remove({ username }).outcome()).ok
    case 'order':
      return (await db.Order.create({ username, total: step.total }).outcome()).ok
    case 'orderAndEmail': {
      const order = db.Order.create({ username, total: step.total })
      return (await db.transact([order, setEmail(db, step.other, step.email)]).outcome()).ok
    }
    default: {
      const [newest] = (await db.q.newest({ username })).items
      if (newest === undefined) return true
      const { orderNumber } = newest
      if (step.verb === 'cancel') return (await db.Order.remove({ username, orderNumber }).outcome()).ok
      return (await db.Order.update({ username, orderNumber }, { total: step.total }).outcome()).ok
    }
  }
}

function setEmail(db: WorldDb, username: string, email: string | undefined) {
  return db.Customer.update({ username }, (customer, { set, remove }) =>
    email === undefined ? remove(customer.email) : set(customer.email, email),
  )
}
