// Fills a table with vectors, and measures searching them.
import { openDatabase } from 'monotable'
import { median } from '../median.mjs'

/** @type {{ path?: string, vectors: number, dimensions: number, searches: number }} */
const { path, vectors, dimensions, searches } = JSON.parse(process.argv[2] ?? '{}')
const TableName = 'Embeddings'
const caller = { region: 'us-east-1', accountId: '000000000000' }
const db = await openDatabase(path === undefined ? {} : { path })
let seed = 1

/** Returns repeatable random numbers in the form of an embedding. */
function randomVector() {
  return Array.from({ length: dimensions }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return { N: (seed / 2 ** 31 - 1).toFixed(7) }
  })
}

const itemOf = (/** @type {number} */ number) => ({
  id: { S: `item-${number}` },
  kind: { S: `kind-${number % 10}` },
  text: { S: 'what the vector stands for '.repeat(4) },
  vector: { L: randomVector() },
})

async function fill() {
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'S' },
      { AttributeName: 'kind', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'vector' },
        SearchSchema: [{ AttributeName: 'kind', SearchSchemaElementType: 'INLINE_FILTER' }],
        Dimensions: dimensions,
        DistanceFunction: 'COSINE',
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  const before = process.cpuUsage()
  for (let number = 0; number < vectors; number += 25) {
    const puts = Array.from({ length: 25 }, (_, i) => ({ PutRequest: { Item: itemOf(number + i) } }))
    await db.execute('BatchWriteItem', { RequestItems: { [TableName]: puts } }, caller)
  }
  return cpuMsSince(before) / vectors
}

function cpuMsSince(/** @type {NodeJS.CpuUsage} */ before) {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** @param {object} [more] */
async function search(more = {}) {
  const input = { TableName, IndexName: 'near', SearchVector: randomVector(), TopK: 10, ...more }
  const before = process.cpuUsage()
  await db.execute('SearchVectors', input, caller)
  return cpuMsSince(before)
}

/** @param {() => Promise<number>} measure */
async function repeated(measure) {
  const found = []
  for (let i = 0; i < searches; i++) found.push(await measure())
  return median(found)
}

const putUs = (await fill()) * 1_000
const firstMs = await search()
const nextMs = await repeated(() => search())
const filteredMs = await repeated(() =>
  search({
    SearchConditionExpression: 'kind = :kind',
    ExpressionAttributeValues: { ':kind': { S: 'kind-3' } },
  }),
)
const afterWriteMs = await repeated(async () => {
  await db.execute('PutItem', { TableName, Item: itemOf(seed % vectors) }, caller)
  return search()
})
const residentMb = process.memoryUsage.rss() / 2 ** 20
process.send?.([{ vectors, dimensions, putUs, firstMs, nextMs, filteredMs, afterWriteMs, residentMb }])
await db.close()
