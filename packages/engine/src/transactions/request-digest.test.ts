import { expect, it } from 'vitest'
import { requestDigest } from './request-digest.ts'

const put = (attribute: unknown) => ({
  TransactItems: [{ Put: { TableName: 'Files', Item: { attribute } } }],
})

it.each([
  ['a Uint8Array', new Uint8Array([1, 2, 255])],
  ['a Buffer', Buffer.from([1, 2, 255])],
])('%s is treated as the binary that it would be in a request', (_, bytes) => {
  expect(requestDigest(put({ B: bytes }))).toBe(requestDigest(put({ B: 'AQL/' })))
  expect(requestDigest(put({ BS: [bytes] }))).toBe(requestDigest(put({ BS: ['AQL/'] })))
  expect(requestDigest(put({ B: bytes }))).not.toBe(requestDigest(put({ B: 'AQL+' })))
})
