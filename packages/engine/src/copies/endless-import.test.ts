import { expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { createMemoryObjects } from '../testing/memory-objects.ts'

async function* endless() {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    yield Buffer.alloc(100_000, '\n')
  }
}

test('an import of a file without end and without items is cut short when the database is closed', async () => {
  const objects = createMemoryObjects()
  await objects.write('bucket', 'a.json', new Uint8Array())
  const db = await createDatabase({ objects: { ...objects, read: endless } })
  await db.send('ImportTable', {
    ClientToken: 'token',
    S3BucketSource: { S3Bucket: 'bucket' },
    InputFormat: 'DYNAMODB_JSON',
    TableCreationParameters: {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
  })
  await expect(db.close()).resolves.toBeUndefined()
})
