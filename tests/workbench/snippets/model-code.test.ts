import { createDatabase, type Database } from '@monotable/engine'
import { embeddedConnection, openSample, type ServedWorkbench, serveWorkbench } from '@monotable/workbench'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shopModel } from '../../../examples/shop/model.ts'
import { sample } from '../../../examples/shop/sample.ts'
import type { TableModel } from '../../../packages/workbench/src/shared/api.ts'
import { modelSnippet } from '../../../packages/workbench/src/shared/snippets/model-snippet.ts'

const TableName = 'EcommerceTable'
const key = (PK: string, SK = PK) => ({ PK: { S: PK }, SK: { S: SK } })

describe('copied model code runs', () => {
  let database: Database
  let served: ServedWorkbench
  let model: TableModel
  beforeAll(async () => {
    database = await createDatabase()
    const connection = embeddedConnection(database, { name: 'Shop', address: 'in memory' })
    await openSample(sample, connection, Date.parse('2026-03-01T12:00:00Z'))
    served = await serveWorkbench({ version: '0', port: 0, connections: [connection], samples: [sample] })
    model = await askForModel(served)
  })
  afterAll(async () => {
    await served?.close()
    await database?.close()
  })

  /** Runs copied code with `db` as described in the note above it, and returns what it prints. */
  async function run(operation: string, input: object): Promise<unknown> {
    const written = modelSnippet({ operation, input: { TableName, ...input } }, model)
    if ('reason' in written) throw new TypeError(written.reason)
    const shown: unknown[] = []
    const screen = { dir: (value: unknown) => shown.push(value) }
    const program = new AsyncFunction('db', 'console', written.code)
    await program(shopModel.connect(database as never), screen)
    return shown[0]
  }

  const orderId = async () => {
    const { orders } = (await run('Query', query('PK = :pk', { ':pk': 'CUSTOMER#avocet' }))) as {
      orders: { orderId: string }[]
    }
    return orders[0]?.orderId ?? ''
  }

  it('GetItem becomes get', async () => {
    expect(await run('GetItem', { Key: key('CUSTOMER#wren') })).toMatchObject({ username: 'wren' })
  })

  it('Query becomes the pattern that reads the same', async () => {
    const account = await run('Query', query('PK = :pk', { ':pk': 'CUSTOMER#avocet' }))
    expect(account).toMatchObject({ customer: { username: 'avocet' } })
    const orders = await run(
      'Query',
      query('PK = :pk AND begins_with(SK, :sk)', { ':pk': 'CUSTOMER#avocet', ':sk': '#ORDER#' }),
    )
    expect((orders as { items: object[] }).items).toHaveLength(16)
    const asCollected = await run(
      'Query',
      query('PK = :pk AND SK BETWEEN :low AND :high', {
        ':pk': 'CUSTOMER#avocet',
        ':low': '#ORDER#',
        ':high': 'CUSTOMER#avocet',
      }),
    )
    expect(asCollected).toEqual(account)
    const id = await orderId()
    const detail = await run('Query', {
      IndexName: 'GSI1',
      ...query('GSI1PK = :pk', { ':pk': `ORDER#${id}` }),
    })
    expect(detail).toMatchObject({ order: { orderId: id } })
  })

  it('UpdateItem becomes update, and keys are left to the model', async () => {
    const Key = key('CUSTOMER#avocet', `#ORDER#${await orderId()}`)
    const updated = await run('UpdateItem', {
      Key,
      UpdateExpression: 'SET #s = :s',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':s': { S: 'CANCELLED' } },
    })
    expect(updated).toMatchObject({ status: 'CANCELLED', username: 'avocet' })
  })

  it('PutItem becomes put, and stores exactly the same item again', async () => {
    const Key = key('CUSTOMER#avocet', `#ORDER#${await orderId()}`)
    const { Item: before } = await database.send('GetItem', { TableName, Key })
    await database.send('DeleteItem', { TableName, Key })
    await run('PutItem', { Item: before as object })
    const { Item: after } = await database.send('GetItem', { TableName, Key })
    expect(after).toEqual(before)
  })

  it('batches become batches, DeleteItem becomes remove', async () => {
    const RequestItems = { [TableName]: { Keys: [key('CUSTOMER#wren'), key('CUSTOMER#heron')] } }
    expect(await run('BatchGetItem', { RequestItems })).toMatchObject([
      { username: 'wren' },
      { username: 'heron' },
    ])
    await run('DeleteItem', { Key: key('CUSTOMER#wren') })
    const { Item } = await database.send('GetItem', { TableName, Key: key('CUSTOMER#wren') })
    expect(Item).toBeUndefined()
  })
})

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...given: unknown[]) => Promise<void>

function query(KeyConditionExpression: string, values: { readonly [name: string]: string }): object {
  const wire = Object.entries(values).map(([name, S]) => [name, { S }] as const)
  return { KeyConditionExpression, ExpressionAttributeValues: Object.fromEntries(wire) }
}

/** Requests the model like the page: the link sets a cookie, which gives access to the rest. */
async function askForModel(served: ServedWorkbench): Promise<TableModel> {
  const entered = await fetch(served.link(), { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const url = `http://127.0.0.1:${served.port}/api/connections/embedded/model?table=${TableName}`
  const response = await fetch(url, { headers: { cookie } })
  return (await response.json()) as TableModel
}
