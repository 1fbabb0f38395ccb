/** The same input for every toolkit. */
export const username = 'alexdebrie'

/** Returns a nested order, whose values differ from call to call. */
export function sampleOrder(/** @type {number} */ number) {
  return {
    username,
    orderId: `1VrgXBQ0VCshuQUnh1HrDIHQNwY${number % 1_000}`,
    status: /** @type {'placed'} */ ('placed'),
    amount: 67.43 + number,
    placedAt: '2026-01-31T12:00:00.000Z',
    items: [
      { sku: 'AIRPODS', count: 1 },
      { sku: 'CASE-BLACK', count: 2 },
    ],
    address: { street: '1122 1st Avenue', city: 'Omaha' },
  }
}

/**
 * Returns an item in its wire form.
 * @param {object} item
 * @returns {any}
 */
export function answerOf(item) {
  return JSON.parse(JSON.stringify(item))
}
