/** The table that is measured; a second one, with `.scan` behind its name, is for the Scan. */
export const tableName = 'Bench'

/** How many items have the same partition key. */
export const partitionSize = 100

/** Stands in a request where a number comes that was not sent before: a store may skip what does not change. */
export const freshMark = '@@@@@@@@'

/** Stand in a request where the key of an item comes that is drawn at random: its partition's number, and its own there. */
export const partitionMark = '$$$$$$'
export const sortMark = '%%%%%%'

const words = 'amber basil cedar delta ember fjord grove haven indigo juniper'.split(' ')
const prose = words.join(' ').repeat(20)

/**
 * An item of about 300 bytes, as an order in a shop might be.
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
 * The same with keys that are all of one length, which is that of the marks.
 * @param {number} number
 */
export function keyedItem(number) {
  const partition = String(Math.floor(number / partitionSize)).padStart(partitionMark.length, '0')
  return { ...smallItem(number), pk: { S: `customer#${partition}` } }
}

/**
 * An item of about 1,000 bytes.
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

/** What CreateTable is asked for. */
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
