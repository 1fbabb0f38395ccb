import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'

describe('a trigger on a table of this database', () => {
  let db: Database
  beforeEach(async () => {
    db = await createDatabase()
    await createTable()
  })
  afterEach(() => db.close())

  const createTable = () =>
    db.send('CreateTable', {
      TableName: 'Orders',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
  const put = (id: string) => db.send('PutItem', { TableName: 'Orders', Item: { id: { S: id } } })

  it('is idle after its table is deleted, and continues when the table is recreated', async () => {
    const seen: (string | undefined)[] = []
    const trigger = await db.on('Orders', (event) => {
      seen.push(...event.Records.map(({ dynamodb }) => dynamodb?.Keys?.['id']?.S))
    })
    for (let round = 0; round < 5; round += 1) {
      await put('a')
      await trigger.idle()
      await put('b')
      await db.send('DeleteTable', { TableName: 'Orders' })
      await trigger.idle()
      await createTable()
    }
    expect(seen).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('is not stopped by its observers, nor by an onFailure that rejects without an error', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    let calls = 0
    const trigger = await db.on(
      'Orders',
      () => {
        calls += 1
        if (calls === 1) throw new Error('once')
      },
      {
        maxAttempts: 1,
        batchSize: 1,
        onFailure: () => Promise.reject(undefined),
        observe: () => {
          throw null
        },
      },
    )
    await put('a')
    await put('b')
    await trigger.idle()
    expect(calls).toBe(2)
    expect(warnings).toHaveBeenCalled()
    warnings.mockRestore()
  })
})
