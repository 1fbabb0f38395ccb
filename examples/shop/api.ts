import type { Shop } from './create-shop.ts'
import { goods } from './goods.ts'
import {
  parseAddress,
  parseAddressName,
  parseCustomer,
  parseOrder,
  parseOrderId,
  parseStatus,
  parseUsername,
} from './parse-input.ts'
import { birds } from './sample.ts'

/** A request to the API. */
export interface Call {
  readonly shop: Shop
  /** The variable parts of the path, in order. */
  readonly parts: readonly string[]
  readonly search: URLSearchParams
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly body: object
}

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly answer: (call: Call) => Promise<Answer>
}

const customer = '/api/customers/([^/]+)'

/** The routes of the API, by method and path. */
export const routes: readonly Route[] = [
  route('GET', '/api/start', async () => ({
    status: 200,
    // Listing all customers is not one of the shop's access patterns: these names come from the sample data.
    body: { goods, suggestions: birds },
  })),
  route('POST', '/api/customers', async ({ shop, body }) => ({
    status: 201,
    body: { customer: await shop.createCustomer(parseCustomer(body)) },
  })),
  route('GET', customer, async ({ shop, parts: [username], search }) => ({
    status: 200,
    body: await shop.viewAccount(parseUsername(username), search.get('cursor') ?? undefined),
  })),
  route('PUT', `${customer}/addresses/([^/]+)`, async ({ shop, parts: [username, name], body }) => ({
    status: 200,
    body: {
      customer: await shop.saveAddress(parseUsername(username), parseAddressName(name), parseAddress(body)),
    },
  })),
  route('DELETE', `${customer}/addresses/([^/]+)`, async ({ shop, parts: [username, name] }) => ({
    status: 200,
    body: { customer: await shop.removeAddress(parseUsername(username), parseAddressName(name)) },
  })),
  route('POST', `${customer}/orders`, async ({ shop, parts: [username], body }) => ({
    status: 201,
    body: await shop.placeOrder({ username: parseUsername(username), ...parseOrder(body) }),
  })),
  route('PATCH', `${customer}/orders/([^/]+)`, async ({ shop, parts: [username, orderId], body }) => ({
    status: 200,
    body: {
      order: await shop.changeStatus(
        { username: parseUsername(username), orderId: parseOrderId(orderId) },
        parseStatus(body),
      ),
    },
  })),
  route('GET', '/api/orders/([^/]+)', async ({ shop, parts: [orderId] }) => ({
    status: 200,
    body: await shop.viewOrder(parseOrderId(orderId)),
  })),
]

function route(method: string, path: string, answer: Route['answer']): Route {
  return { method, path: new RegExp(`^${path}$`), answer }
}
