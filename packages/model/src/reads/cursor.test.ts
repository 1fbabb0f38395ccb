import { expect, it } from 'vitest'
import { decodeBase64url, encodeBase64url } from '../util/base64url.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const scope = { pattern: 'orders', request: ['a'] }

it('a cursor holds keys of every type', () => {
  const key = { PK: { S: 'ü#😀' }, SK: { B: new Uint8Array([0, 255]) }, N: { N: '5' } }
  expect(decodeCursor(encodeCursor(key, scope), scope)).toEqual(key)
})

it.each([
  encodeCursor({ PK: { S: 'a' } }, { ...scope, pattern: 'customers' }),
  encodeCursor({ PK: { S: 'a' } }, { ...scope, request: ['b'] }),
  'nonsense',
  '',
  '%%%',
])('a cursor of another request is refused: %s', (cursor) => {
  expect(() => decodeCursor(cursor, scope)).toThrow('not one of orders with these arguments')
})

it.each([[null], 'abc', [['PK', null]], [['PK', { B: 5 }]], { PK: { S: 'a' } }])(
  'a cursor that was altered is refused: %j',
  (entries) => {
    const [digest] = JSON.parse(decodeBase64url(encodeCursor({}, scope)) ?? '') as [string]
    const altered = encodeBase64url(JSON.stringify([digest, entries]))
    expect(() => decodeCursor(altered, scope)).toThrow('not one of orders with these arguments')
  },
)
