import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'

// The installed command: this test runs the latest build.
const command = fileURLToPath(new URL('../../bin/monotable.js', import.meta.url))

const TableName = 'Music'
const pad = { S: 'x'.repeat(390_000) }

/** The table holds no more than this; V8 ended the process before. */
const heapMegabytes = 64

test('with --memory, a full heap refuses writes until something is deleted, and does not end the server', async () => {
  const words = [
    `--max-old-space-size=${heapMegabytes}`,
    command,
    'serve',
    '--memory',
    '--port',
    '0',
    '--json',
  ]
  const child = spawn(process.execPath, [...words, '--no-workbench'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const exit = once(child, 'close')
  try {
    const [line] = await once(child.stdout, 'data')
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const { url } = JSON.parse(String(line)) as { url: string }
    const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })
    await client.send(
      new CreateTableCommand({
        TableName,
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    const put = (pk: string) => client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, pad } }))
    let written = 0
    const fill = async () => {
      while (written < (heapMegabytes * 1e6) / pad.S.length) {
        await put(`${written}`)
        written++
      }
    }
    await expect(fill()).rejects.toMatchObject({
      name: 'InternalServerError',
      message: expect.stringContaining('no room left in memory; nothing was written'),
    })
    const Key = { pk: { S: '0' } }
    expect((await client.send(new GetItemCommand({ TableName, Key }))).Item?.['pad']).toEqual(pad)
    const deleted = async () => {
      for (let at = 0; at < written; at++) {
        await client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: `${at}` } } }))
      }
    }
    await deleted()
    // What was deleted is garbage until V8 has collected it.
    await expect.poll(() => put('again').then(() => 'written', String)).toBe('written')
    client.destroy()
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
