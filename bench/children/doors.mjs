import { freshMark } from '../items.mjs'
import { operations } from '../operations.mjs'

/** The ways to run operations in process; those of the AWS SDK exist if it is installed. */
export const doors = ['db.execute', 'db.send', 'sdkClient', 'SDK with clientConfig', 'sdkDocumentClient']

const caller = { region: 'us-east-1', accountId: '000000000000' }

/**
 * Returns a function that runs one operation through a door, with different input each time; `undefined` if there is no
 * such door.
 * @param {import('monotable').OpenedDatabase} db
 * @param {string} door
 * @param {string} name
 * @returns {Promise<undefined | (() => Promise<unknown>)>}
 */
export async function senderOf(db, door, name) {
  const { target } = operations[name]
  const next = inputsOf(name)
  if (door === 'db.execute') return () => db.execute(target, next(), caller)
  if (door === 'db.send') return () => db.send(/** @type {any} */ (target), /** @type {any} */ (next()))
  if (door === 'sdkDocumentClient') return documentSender(db, name)
  const sdk = await importIfThere('@aws-sdk/client-dynamodb')
  if (sdk === undefined) return undefined
  const Command = sdk[`${target}Command`]
  const client = door === 'sdkClient' ? db.sdkClient() : new sdk.DynamoDBClient(db.clientConfig())
  return () => client.send(new Command(next()))
}

/**
 * @param {import('monotable').OpenedDatabase} db
 * @param {string} name
 */
async function documentSender(db, name) {
  const [sdk, native] = await Promise.all([
    importIfThere('@aws-sdk/lib-dynamodb'),
    importIfThere('@aws-sdk/util-dynamodb'),
  ])
  if (sdk === undefined || native === undefined) return undefined
  const Command = sdk[`${operations[name].target.replace('Item', '')}Command`]
  const client = db.sdkDocumentClient()
  const next = inputsOf(name, native.unmarshall)
  return () => client.send(new Command(next()))
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
 * Returns a function that yields the inputs of an operation in turn, with fresh numbers where required.
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
