import { expect, test } from 'vitest'
import { javaSetOrder } from './java-set-order.ts'

// The expected orders are from messages of AWS.
test.each([
  { texts: ['pk', 'sk', 'a', 'b', 'c'], capacity: 5, order: ['sk', 'a', 'b', 'pk', 'c'] },
  { texts: ['pk', 'sk', 'a'], capacity: 16, order: ['a', 'sk', 'pk'] },
  { texts: ['my-hash', 'my-string', 'my-int'], capacity: 3, order: ['my-string', 'my-int', 'my-hash'] },
  { texts: ['my-string', 'my-hash'], capacity: 16, order: ['my-hash', 'my-string'] },
  { texts: ['pk', 'sk'], capacity: 2, order: ['sk', 'pk'] },
  { texts: ['b', 'a'], capacity: 16, order: ['a', 'b'] },
  { texts: ['zz', 'aa', 'mm'], capacity: 16, order: ['zz', 'aa', 'mm'] },
  { texts: [], capacity: 16, order: [] },
])('$texts in a set for $capacity are listed as $order', ({ texts, capacity, order }) => {
  expect(javaSetOrder(texts, capacity)).toEqual(order)
})

test('as many as AWS once listed (in an issue of agno) are listed in its order', () => {
  const given =
    'id, name, description, metadata, type, size, linked_to, access_count, status, status_message, created_at, ' +
    'updated_at, external_id'
  const listed =
    'status_message, metadata, description, created_at, access_count, external_id, type, size, updated_at, name, ' +
    'id, linked_to, status'
  expect(javaSetOrder(given.split(', '), 13).join(', ')).toBe(listed)
})
