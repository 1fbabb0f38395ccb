import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Checkpointer } from './checkpointer.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-checkpoint-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the log does not grow without bound under steady writing', async () => {
  const path = join(folder, 'steady')
  const storage = await openSqliteStorage({ path, durability: 'normal', checkpointPages: 100 })
  await storage.createSpace('s')
  const write = (i: number) => {
    const doc = JSON.stringify({ i, text: 'x'.repeat(1000) })
    const partition = String((i * 2654435761) % 4294967296).padEnd(16)
    const change = { space: 's', partition, sort: '', value: { doc, sizeBytes: doc.length } }
    return storage.mutate([], () => ({ changes: [change], answer: undefined }))
  }
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let i = 0; i < 800; i++) await write(i * 8 + client)
  })
  await Promise.all(clients)
  // 6,400 records of more than a kilobyte, each with a page of overflow: without checkpoints, some 60 MB.
  expect(statSync(join(path, 'data.sqlite-wal')).size).toBeLessThan(15_000_000)
  expect((await storage.size('s')).records).toBe(6400)
  await storage.close()
})

it('without a worker the checkpoint is made on this thread', async () => {
  let made = 0
  const checkpointer = new Checkpointer({
    task: { moduleName: 'no-such-module', from: import.meta.url, file: 'none', synchronous: 'full' },
    pages: 10,
    checkpointHere: () => {
      made += 1
    },
    onFailure: (error) => {
      throw error
    },
  })
  for (let round = 1; round <= 2; round++) {
    checkpointer.committed({ changes: 100, bytes: 0 })
    // So far beyond the limit, the next transaction has to wait.
    expect(checkpointer.gate).toBeDefined()
    await checkpointer.gate
    expect(made).toBe(round)
    expect(checkpointer.gate).toBeUndefined()
  }
  await checkpointer.close()
})

it('a failure of SQLite in a checkpoint is reported, and what waits goes on', async () => {
  const failures: unknown[] = []
  const failure = Object.assign(new Error('disk I/O error'), { errcode: 1034 })
  const checkpointer = new Checkpointer({
    task: { moduleName: 'no-such-module', from: import.meta.url, file: 'none', synchronous: 'full' },
    pages: 1,
    checkpointHere: () => {
      throw failure
    },
    onFailure: (error) => failures.push(error),
  })
  checkpointer.committed({ changes: 100, bytes: 0 })
  await checkpointer.gate
  expect(failures).toEqual([failure])
  await checkpointer.close()
})
