import { call } from './call.mjs'
import { kiloItem, partitionSize, smallItem, tableInput, tableName } from './items.mjs'

/**
 * Creates the tables, and fills them with the data that the operations expect.
 * @param {number} port
 */
export async function createData(port) {
  await createTable(port, tableName)
  await createTable(port, `${tableName}.scan`)
  await putItems(port, tableName, 1_000, (number) => kiloItem(number, '00000000'))
  await putItems(port, tableName, 20 * partitionSize, smallItem)
  await putItems(port, `${tableName}.scan`, 1_300, (number) => kiloItem(number, '00000000'))
}

/**
 * @param {number} port
 * @param {string} name
 */
export async function createTable(port, name) {
  await call(port, 'CreateTable', tableInput(name))
  for (;;) {
    const { Table } = await call(port, 'DescribeTable', { TableName: name })
    if (Table.TableStatus === 'ACTIVE') return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * Writes items in batches of 25, four batches at a time.
 * @param {number} port
 * @param {string} table
 * @param {number} count
 * @param {(number: number) => object} itemOf
 */
export async function putItems(port, table, count, itemOf) {
  let next = 0
  const putOn = async () => {
    while (next < count) {
      const first = next
      next = Math.min(count, first + 25)
      const numbers = Array.from({ length: next - first }, (_, position) => first + position)
      const requests = numbers.map((number) => ({ PutRequest: { Item: itemOf(number) } }))
      await call(port, 'BatchWriteItem', { RequestItems: { [table]: requests } })
    }
  }
  await Promise.all([putOn(), putOn(), putOn(), putOn()])
}
