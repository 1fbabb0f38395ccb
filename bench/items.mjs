/** The table that is measured; a second one, with the suffix `.scan`, is for the Scan. */
export const tableName = 'Bench'

/** The number of items per partition key. */
export const partitionSize = 100

/** Placeholder in a request for a number that was not sent before, since a store may skip a write without changes. */
export const freshMark = '@@@@@@@@'

/**
 * Placeholders in a request for the key of a randomly drawn item: the number of its partition, and its number in there.
 */
export const partitionMark = '$$$$$$'
export const sortMark = '%%%%%%'

const words = 'amber basil cedar delta ember fjord grove haven indigo juniper'.split(' ')
const prose = words.join(' ').repeat(20)

/**
 * Returns an item of about 300 bytes, like an order in a shop.
 * @param {number} number
 */
export function smallItem(number) {
  const word = words[number % words.length] ?? ''
  return {
    pk: { S: `customer#${Math.floor(number / partitionSize)}` },
    sk: { S: `order#${String(number % partitionSize).padStart(6, '0')}` },
    status: { S: number % 3 === 0 ? 'shipped' : 'open' },
    total: { N: `${(number % 9_000) + 10}.95` },
    count: { N: String(number % 12) },
    paid: { BOOL: number % 2 === 0 },
    tags: { L: [{ S: word }, { S: 'gift' }] },
    address: { M: { city: { S: `${word}ville` }, zip: { S: String(10_000 + (number % 80_000)) } } },
    note: { S: prose.slice(number % 50, (number % 50) + 130) },
  }
}

/**
 * Returns the same item with keys of a fixed length, which is that of the marks.
 * @param {number} number
 */
export function keyedItem(number) {
  const partition = String(Math.floor(number / partitionSize)).padStart(partitionMark.length, '0')
  return { ...smallItem(number), pk: { S: `customer#${partition}` } }
}

/**
 * Returns an item of about 1,000 bytes.
 * @param {number} number
 * @param {string} revision
 */
export function kiloItem(number, revision) {
  return {
    ...smallItem(number),
    pk: { S: `document#${number}` },
    sk: { S: 'document' },
    revision: { S: revision },
    body: { S: prose.slice(number % 50, (number % 50) + 690) },
  }
}

/** Returns the input of CreateTable. */
export function tableInput(/** @type {string} */ name) {
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  }
}
