// Measures PartiQL statements against the equivalent operations.
import { openDatabase } from 'monotable'
import { partitionSize, smallItem, tableInput, tableName } from '../items.mjs'
import { median } from '../median.mjs'

/** @typedef {[operation: string, input: object]} Request */

/** @type {{ path?: string, rounds: number, sliceMs: number }} */
const { path, rounds, sliceMs } = JSON.parse(process.argv[2] ?? '{}')
const PARTITIONS = 20
/** Warm-up slices for the compiler. */
const WARM_SLICES = 20
const caller = { region: 'us-east-1', accountId: '000000000000' }
const db = await openDatabase(path === undefined ? {} : { path })

/** @type {{ title: string, asOperation: (pk: { S: string }) => Request, asStatement: (pk: { S: string }) => Request }[]} */
const pairs = [
  {
    title: `${partitionSize} items of a partition`,
    asOperation: (pk) => query({ KeyConditionExpression: 'pk = :pk' }, { ':pk': pk }),
    asStatement: (pk) => statement(`SELECT * FROM "${tableName}" WHERE pk = ?`, pk),
  },
  {
    title: 'one item by its key',
    asOperation: (pk) =>
      query({ KeyConditionExpression: 'pk = :pk AND sk = :sk' }, { ':pk': pk, ':sk': { S: 'order#000007' } }),
    asStatement: (pk) =>
      statement(`SELECT * FROM "${tableName}" WHERE pk = ? AND sk = ?`, pk, { S: 'order#000007' }),
  },
  {
    title: 'two columns of ten items, filtered',
    asOperation: (pk) =>
      query(
        {
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          FilterExpression: 'paid = :yes',
          ProjectionExpression: 'sk, note',
        },
        { ':pk': pk, ':from': { S: 'order#000010' }, ':to': { S: 'order#000019' }, ':yes': { BOOL: true } },
      ),
    asStatement: (pk) =>
      statement(
        `SELECT sk, note FROM "${tableName}" WHERE pk = ? AND sk BETWEEN ? AND ? AND paid = true`,
        pk,
        { S: 'order#000010' },
        { S: 'order#000019' },
      ),
  },
]

/**
 * @param {object} expressions
 * @param {object} values
 * @returns {Request}
 */
function query(expressions, values) {
  return ['Query', { TableName: tableName, ...expressions, ExpressionAttributeValues: values }]
}

/**
 * @param {string} Statement
 * @param {object[]} Parameters
 * @returns {Request}
 */
function statement(Statement, ...Parameters) {
  return ['ExecuteStatement', { Statement, Parameters }]
}

async function fill() {
  await db.execute('CreateTable', tableInput(tableName), caller)
  for (let number = 0; number < PARTITIONS * partitionSize; number += 25) {
    const puts = Array.from({ length: 25 }, (_, i) => ({ PutRequest: { Item: smallItem(number + i) } }))
    await db.execute('BatchWriteItem', { RequestItems: { [tableName]: puts } }, caller)
  }
}

/**
 * Returns the CPU time per request in microseconds.
 * @param {(pk: { S: string }) => Request} make
 */
async function slice(make) {
  const before = process.cpuUsage()
  const end = performance.now() + sliceMs
  let requests = 0
  while (performance.now() < end) {
    for (let i = 0; i < 20; i++)
      await db.execute(...make({ S: `customer#${requests++ % PARTITIONS}` }), caller)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

await fill()
const figures = []
for (const { title, asOperation, asStatement } of pairs) {
  const answers = [asOperation, asStatement].map((make) => db.execute(...make({ S: 'customer#1' }), caller))
  const [expected, actual] = (await Promise.all(answers)).map((text) => JSON.parse(text).Items)
  if (JSON.stringify(expected) !== JSON.stringify(actual)) throw new Error(`${title}: not the same items`)
  for (let i = 0; i < WARM_SLICES; i++) for (const make of [asOperation, asStatement]) await slice(make)
  /** @type {{ queryUs: number, statementUs: number }[]} */
  const pairsOfSlices = []
  // Short slices in turn, so that any other load on the machine affects both alike.
  for (let round = 0; round < rounds; round++) {
    pairsOfSlices.push({ queryUs: await slice(asOperation), statementUs: await slice(asStatement) })
  }
  figures.push({
    title,
    queryUs: median(pairsOfSlices.map(({ queryUs }) => queryUs)),
    statementUs: median(pairsOfSlices.map(({ statementUs }) => statementUs)),
    ratio: median(pairsOfSlices.map(({ queryUs, statementUs }) => statementUs / queryUs)),
  })
}
process.send?.(figures)
await db.close()
