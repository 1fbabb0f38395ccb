import type { Wanted } from './create-shop.ts'
import { goods } from './goods.ts'
import type { Address, OrderStatus } from './model.ts'
import { ShopError } from './shop-error.ts'

/* Validates input from outside. Errors name the field. */

const goodsById = new Map(goods.map((good) => [good.itemId, good]))
const statuses: readonly OrderStatus[] = ['SHIPPED', 'DELIVERED', 'CANCELLED']
/** Of one good. */
const mostPieces = 99

export function parseCustomer(body: unknown): { username: string; email: string; name: string } {
  const fields = requireObject(body)
  return {
    username: parseUsername(fields['username']),
    email: parseEmail(fields['email']),
    name: parseText(fields['name'], { field: 'name', longest: 80 }),
  }
}

/** Usernames are lower case, so that no two differ in case only. */
export function parseUsername(value: unknown): string {
  if (typeof value === 'string' && /^[a-z0-9][a-z0-9._-]{0,31}$/.test(value)) return value
  throw bad(
    'username',
    'takes up to 32 of a–z, 0–9, dot, dash and underscore, and begins with a letter or digit',
  )
}

export function parseAddress(body: unknown): Address {
  const fields = requireObject(body)
  const country = parseText(fields['country'], { field: 'country', longest: 2 }).toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) throw bad('country', 'is a code of two letters, such as IE')
  return {
    street: parseText(fields['street'], { field: 'street', longest: 120 }),
    city: parseText(fields['city'], { field: 'city', longest: 80 }),
    country,
  }
}

/** Parses the name of an address: `home`, `work`. */
export function parseAddressName(value: unknown): string {
  return parseText(value, { field: 'address', longest: 40 })
}

/** Goods and their quantities. The shop itself knows the prices. */
export function parseOrder(body: unknown): { address: string; wanted: Wanted[] } {
  const fields = requireObject(body)
  const address = parseAddressName(fields['address'])
  const lines = fields['goods']
  if (!Array.isArray(lines) || lines.length === 0)
    throw bad('goods', 'is a list of what to buy, and not empty')
  if (lines.length > goods.length) throw bad('goods', 'has more lines than the shop has goods')
  const wanted = lines.map(parseLine)
  if (new Set(wanted.map(({ itemId }) => itemId)).size < wanted.length) {
    throw bad('goods', 'has a line twice; add up how many')
  }
  return { address, wanted }
}

export function parseStatus(body: unknown): OrderStatus {
  const { status } = requireObject(body)
  const known = statuses.find((one) => one === status)
  if (known === undefined) throw bad('status', `is one of ${statuses.join(', ')}`)
  return known
}

export function parseOrderId(value: unknown): string {
  if (typeof value === 'string' && /^[0-9A-Za-z]{27}$/.test(value)) return value
  throw bad('order', 'has an id of 27 letters and digits')
}

function parseLine(line: unknown): Wanted {
  const { itemId, quantity } = requireObject(line)
  const good = typeof itemId === 'string' ? goodsById.get(itemId) : undefined
  if (good === undefined) throw bad('goods', 'has a line whose itemId the shop does not sell')
  const isCount = typeof quantity === 'number' && Number.isInteger(quantity)
  if (!isCount || quantity < 1 || quantity > mostPieces) {
    throw bad('goods', `has a line whose quantity is no whole number from 1 to ${mostPieces}`)
  }
  return { ...good, quantity }
}

/** Converts e-mail addresses to lower case, so that nobody gets a second account by a different spelling. */
function parseEmail(value: unknown): string {
  const email = parseText(value, { field: 'email', longest: 254 }).toLowerCase()
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) throw bad('email', 'is no e-mail address')
  return email
}

function parseText(
  value: unknown,
  { field, longest }: { readonly field: string; readonly longest: number },
): string {
  const text = typeof value === 'string' ? value.trim().normalize('NFC') : ''
  if (text === '') throw bad(field, 'is missing')
  if (text.length > longest) throw bad(field, `is longer than ${longest} characters`)
  if (/\p{Cc}/u.test(text)) throw bad(field, 'has characters that cannot be printed')
  return text
}

function requireObject(value: unknown): { readonly [name: string]: unknown } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ShopError('bad-input', 'The body has to be a JSON object.')
}

function bad(field: string, why: string): ShopError {
  return new ShopError('bad-input', `${field} ${why}.`)
}
