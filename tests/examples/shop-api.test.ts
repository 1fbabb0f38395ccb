import { request } from 'node:http'
import { createTableInput } from '@monotable/model'
import { type OpenedDatabase, openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shop as table } from '../../examples/shop/model.ts'
import { sample } from '../../examples/shop/sample.ts'
import { type ServedShop, serveShop } from '../../examples/shop/serve-shop.ts'

const context = { now: () => Date.UTC(2026, 10, 1), chance: () => 0.5 }
const home = { street: 'Mill Street 2', city: 'Cork', country: 'IE' }
const unknownOrder = '0'.repeat(27)

let database: OpenedDatabase
let served: ServedShop
const reported: unknown[] = []

beforeAll(async () => {
  database = await openDatabase()
  await database.send('CreateTable', createTableInput(table))
  await sample.load(database, { nowMs: 0 })
  served = await serveShop({ client: database, context, report: (error) => reported.push(error) })
})
afterAll(async () => {
  await served.close()
  await database.close()
})

interface Answer {
  readonly status: number
  readonly body: {
    readonly error?: { readonly code: string; readonly message: string }
    readonly requests: readonly {
      readonly operation: string
      readonly read: number
      readonly write: number
    }[]
    // biome-ignore lint/suspicious/noExplicitAny: an answer has what its route gives.
    readonly [name: string]: any
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(new URL(path, served.url), {
    method,
    ...(text !== undefined && { body: text, headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Sends a request as it is, including ones that `fetch` would not send. */
function askRaw(path: string, headers: { readonly [name: string]: string }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, served.url), { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('the API of the shop', () => {
  it('leads from a new customer to a delivered order', async () => {
    const customer = { username: 'robin', email: 'Robin@Example.com', name: 'Robin' }
    const created = await ask('POST', '/api/customers', customer)
    expect(created).toMatchObject({ status: 201, body: { customer: { email: 'robin@example.com' } } })
    await ask('PUT', '/api/customers/robin/addresses/home', home)
    const order = { address: 'home', goods: [{ itemId: 'enamel-mug', quantity: 3 }] }
    const placed = await ask('POST', '/api/customers/robin/orders', order)
    expect(placed).toMatchObject({ status: 201, body: { order: { amount: 37.5, shipTo: home } } })
    const { orderId } = placed.body['order']
    for (const status of ['SHIPPED', 'DELIVERED']) {
      const changed = await ask('PATCH', `/api/customers/robin/orders/${orderId}`, { status })
      expect(changed).toMatchObject({ status: 200, body: { order: { status } } })
    }
    const account = await ask('GET', '/api/customers/robin')
    expect(account.body).toMatchObject({ customer: { name: 'Robin' }, orders: [{ status: 'DELIVERED' }] })
    const detail = await ask('GET', `/api/orders/${orderId}`)
    expect(detail.body['items']).toMatchObject([
      { description: 'Enamel mug, blue', price: 12.5, quantity: 3 },
    ])
    const removed = await ask('DELETE', '/api/customers/robin/addresses/home')
    expect(removed.body['customer'].addresses).toEqual({})
  })

  it('reports its database requests and their units', async () => {
    const { body } = await ask('GET', '/api/customers/avocet')
    expect(body.requests).toEqual([
      {
        operation: 'Query',
        keys: ['PK = CUSTOMER#avocet AND SK BETWEEN #ORDER# AND CUSTOMER#avocet'],
        read: 0.5,
        write: 0,
        refused: false,
      },
    ])
    const next = await ask('GET', `/api/customers/avocet?cursor=${encodeURIComponent(body['next'])}`)
    expect(next.body['orders']).toHaveLength(6)
  })

  it.each<[string, string, unknown, string]>([
    ['POST', '/api/customers', { username: 'Big', email: 'a@example.com', name: 'A' }, 'username takes'],
    ['POST', '/api/customers', { username: 'a#b', email: 'a@example.com', name: 'A' }, 'username takes'],
    ['POST', '/api/customers', { username: 'a', email: 'a', name: 'A' }, 'email is no e-mail address'],
    ['POST', '/api/customers', { username: 'a', email: 'a@example.com' }, 'name is missing'],
    [
      'POST',
      '/api/customers',
      { username: 'a', email: 'a@example.com', name: 'x'.repeat(81) },
      'longer than 80',
    ],
    ['POST', '/api/customers', { username: 'a', email: 'a@example.com', name: 'a\u0000b' }, 'printed'],
    ['POST', '/api/customers', [], 'JSON object'],
    ['POST', '/api/customers', '{', 'no JSON'],
    ['POST', '/api/customers', `"${'x'.repeat(20_000)}"`, 'too long'],
    ['PUT', '/api/customers/avocet/addresses/home', { ...home, country: 'Ireland' }, 'country is'],
    ['PUT', '/api/customers/avocet/addresses/%20', home, 'address is missing'],
    ['PUT', '/api/customers/avocet/addresses/%', home, 'The path'],
    ['POST', '/api/customers/avocet/orders', { address: 'home', goods: [] }, 'not empty'],
    [
      'POST',
      '/api/customers/avocet/orders',
      { address: 'home', goods: [{ itemId: 'x', quantity: 1 }] },
      'sell',
    ],
    ...[0, 1.5, 100, '1', -1].map((quantity): [string, string, unknown, string] => [
      'POST',
      '/api/customers/avocet/orders',
      { address: 'home', goods: [{ itemId: 'enamel-mug', quantity }] },
      'whole number',
    ]),
    [
      'POST',
      '/api/customers/avocet/orders',
      { address: 'home', goods: Array.from({ length: 2 }, () => ({ itemId: 'enamel-mug', quantity: 1 })) },
      'a line twice',
    ],
    ['PATCH', `/api/customers/avocet/orders/${unknownOrder}`, { status: 'PLACED' }, 'status is one of'],
    ['GET', '/api/orders/1', undefined, '27 letters'],
    ['GET', '/api/customers/avocet?cursor=x', undefined, 'cursor'],
  ])('%s %s with bad input is refused, and says why (%#)', async (method, path, body, why) => {
    const answer = await ask(method, path, body)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad-input' } } })
    expect(answer.body.error?.message).toContain(why)
  })

  it.each<[string, string, unknown, string]>([
    ['GET', '/api/customers/nobody', undefined, 'no-customer'],
    ['PUT', '/api/customers/nobody/addresses/home', home, 'no-customer'],
    ['DELETE', '/api/customers/avocet/addresses/boat', undefined, 'no-address'],
    ['GET', `/api/orders/${unknownOrder}`, undefined, 'no-order'],
    ['PATCH', `/api/customers/avocet/orders/${unknownOrder}`, { status: 'SHIPPED' }, 'no-order'],
    ['GET', '/api/nothing', undefined, 'not-found'],
    ['GET', '/../package.json', undefined, 'not-found'],
    ['GET', '/constructor', undefined, 'not-found'],
  ])('%s %s is not there', async (method, path, body, code) => {
    expect(await ask(method, path, body)).toMatchObject({ status: 404, body: { error: { code } } })
  })

  it('a taken e-mail address and a taken username are conflicts', async () => {
    const customer = { username: 'avocet', email: 'new@example.com', name: 'A' }
    const code = async (body: object) => {
      const answer = await ask('POST', '/api/customers', body)
      return [answer.status, answer.body.error?.code]
    }
    expect(await code(customer)).toEqual([409, 'username-taken'])
    expect(await code({ ...customer, username: 'new', email: 'AVOCET@example.com' })).toEqual([
      409,
      'email-taken',
    ])
  })

  it('of two customers who sign up with one e-mail address at the same time, one gets an account', async () => {
    const answers = await Promise.all(
      ['grouse', 'ptarmigan'].map((username) =>
        ask('POST', '/api/customers', { username, email: 'moor@example.com', name: username }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('a twenty-first address is refused', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 21; at++) {
      const { status } = await ask('PUT', `/api/customers/yellowhammer/addresses/nest-${at}`, home)
      statuses.push(status)
    }
    // The sample data already has one address.
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 409, 409])
  })

  it('other hosts, other content types and other methods are refused', async () => {
    expect(await askRaw('/', { host: 'shop.example.com' })).toBe(403)
    expect(await askRaw('/', { host: `localhost:${new URL(served.url).port}` })).toBe(200)
    const form = await fetch(new URL('/api/customers', served.url), { method: 'POST', body: '{}' })
    expect(form.status).toBe(400)
    expect((await ask('DELETE', '/api/customers/avocet')).status).toBe(405)
    expect((await ask('POST', '/', {})).status).toBe(405)
  })

  it('an unexpected failure is reported in the log, and not to the client', async () => {
    const failing = { send: async () => Promise.reject(new Error('secret of the database')) }
    const broken = await serveShop({ client: failing, context, report: (error) => reported.push(error) })
    const response = await fetch(new URL('/api/customers/avocet', broken.url))
    expect(response.status).toBe(500)
    expect(await response.text()).toBe(
      '{"error":{"code":"failed","message":"Something went wrong."},"requests":[]}',
    )
    expect(reported).toEqual([new Error('secret of the database')])
    await broken.close()
  })
})
