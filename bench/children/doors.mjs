import { freshMark } from '../items.mjs'
import { operations } from '../operations.mjs'

/**
 * A way to run one operation in process.
 * @typedef {{ door: string, send: () => Promise<unknown> }} Door
 */

const caller = { region: 'us-east-1', accountId: '000000000000' }

/**
 * All doors for one operation. Those of the AWS SDK are there when it is installed.
 * @param {import('monotable').OpenedDatabase} db
 * @param {string} name
 * @param {boolean} withSdk
 * @returns {Promise<Door[]>}
 */
export async function doorsOf(db, name, withSdk) {
  const { target } = operations[name]
  const next = inputsOf(name)
  /** @type {Door[]} */
  const doors = [
    { door: 'db.execute', send: () => db.execute(target, next(), caller) },
    { door: 'db.send', send: () => db.send(/** @type {any} */ (target), /** @type {any} */ (next())) },
  ]
  if (withSdk && ['get', 'put', 'query'].includes(name)) doors.push(...(await sdkDoors(db, name, next)))
  return doors
}

/**
 * @param {import('monotable').OpenedDatabase} db
 * @param {string} name
 * @param {() => object} next
 * @returns {Promise<Door[]>}
 */
async function sdkDoors(db, name, next) {
  const [low, high, native] = await Promise.all([
    importIfThere('@aws-sdk/client-dynamodb'),
    importIfThere('@aws-sdk/lib-dynamodb'),
    importIfThere('@aws-sdk/util-dynamodb'),
  ])
  if (low === undefined) return []
  const { target } = operations[name]
  const Command = low[`${target}Command`]
  const direct = db.sdkClient()
  const through = new low.DynamoDBClient(db.clientConfig())
  /** @type {Door[]} */
  const doors = [
    { door: 'sdkClient', send: () => direct.send(new Command(next())) },
    { door: 'SDK with clientConfig', send: () => through.send(new Command(next())) },
  ]
  if (high === undefined || native === undefined) return doors
  const DocumentCommand = high[`${target.replace('Item', '')}Command`]
  const documents = db.sdkDocumentClient()
  const nextDocument = inputsOf(name, native.unmarshall)
  doors.push({ door: 'sdkDocumentClient', send: () => documents.send(new DocumentCommand(nextDocument())) })
  return doors
}

/** @returns {Promise<any>} */
async function importIfThere(/** @type {string} */ name) {
  try {
    return await import(name)
  } catch {
    return undefined
  }
}

/**
 * Gives the inputs of an operation in turn, with fresh numbers where they want them.
 * @param {string} name
 * @param {(values: object) => object} [convert] For clients that take plain values.
 */
function inputsOf(name, convert) {
  const { variants, input } = operations[name]
  const pool = Array.from({ length: variants }, (_, variant) => {
    const made = convert === undefined ? input(variant) : convertValues(input(variant), convert)
    return { made, fields: fieldsWith(freshMark, made) }
  })
  let count = 0
  return () => {
    const { made, fields } = pool[count++ % pool.length]
    if (fields.length > 0) {
      const fresh = String(count).padStart(freshMark.length, '0')
      for (const [holder, field] of fields) holder[field] = fresh
    }
    return made
  }
}

/**
 * @param {{ [member: string]: any }} input
 * @param {(values: object) => object} convert
 */
function convertValues(input, convert) {
  const converted = { ...input }
  for (const member of ['Key', 'Item', 'ExpressionAttributeValues']) {
    if (member in input) converted[member] = convert(input[member])
  }
  return converted
}

/**
 * @param {string} text
 * @param {any} holder
 * @returns {[any, string][]}
 */
function fieldsWith(text, holder) {
  return Object.entries(holder).flatMap(([field, value]) => {
    if (value === text) return [/** @type {[any, string]} */ ([holder, field])]
    return typeof value === 'object' && value !== null ? fieldsWith(text, value) : []
  })
}
