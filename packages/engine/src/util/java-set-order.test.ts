import { expect, test } from 'vitest'
import { javaSetOrder } from './java-set-order.ts'

// The expected orders are from messages of AWS.
test.each([
  { texts: ['pk', 'sk', 'a', 'b', 'c'], capacity: 5, order: ['sk', 'a', 'b', 'pk', 'c'] },
  { texts: ['pk', 'sk', 'a'], capacity: 16, order: ['a', 'sk', 'pk'] },
  { texts: ['my-hash', 'my-string', 'my-int'], capacity: 3, order: ['my-string', 'my-int', 'my-hash'] },
  { texts: ['my-string', 'my-hash'], capacity: 16, order: ['my-hash', 'my-string'] },
  { texts: ['pk', 'sk'], capacity: 2, order: ['sk', 'pk'] },
])('$texts in a set for $capacity are listed as $order', ({ texts, capacity, order }) => {
  expect(javaSetOrder(texts, capacity)).toEqual(order)
})
