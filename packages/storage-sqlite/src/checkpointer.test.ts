import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type CheckpointedStore, Checkpointer } from './checkpointer.ts'
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
    for (let i = 0; i < 2_500; i++) await write(i * 8 + client)
  })
  await Promise.all(clients)
  // 20,000 records of more than a kilobyte: without checkpoints, some 150 MB.
  expect(statSync(join(path, 'data.sqlite-wal')).size).toBeLessThan(50_000_000)
  expect(statSync(join(path, 'journal')).size).toBeLessThan(15_000_000)
  expect((await storage.size('s')).records).toBe(20_000)
  await storage.close()
})

const noWorker = { moduleName: 'no-such-module', from: import.meta.url, file: 'none', synchronous: 'full' }

/** A store in which nothing is written; counts what it is told. */
function idleStore() {
  const told = { moved: 0, failures: [] as unknown[] }
  const store: CheckpointedStore = {
    alone: async (work) => {
      await work(true)
    },
    onMoved: () => {
      told.moved += 1
    },
    onFailure: (error) => told.failures.push(error),
  }
  return { store, told }
}

it('without a worker the checkpoint is made on this thread', async () => {
  const { store, told } = idleStore()
  let made = 0
  const checkpointHere = () => {
    made += 1
    return true
  }
  for (let round = 1; round <= 2; round++) {
    const checkpointer = new Checkpointer({ task: noWorker, pages: 10, checkpointHere }, store)
    checkpointer.committed({ changes: 100, bytes: 0 })
    await checkpointer.close()
    expect(made).toBe(round)
    expect(told).toEqual({ moved: round, failures: [] })
  }
})

it('a log that could not be moved completely is not said to be', async () => {
  const { store, told } = idleStore()
  const checkpointer = new Checkpointer({ task: noWorker, pages: 1, checkpointHere: () => false }, store)
  checkpointer.committed({ changes: 100, bytes: 0 })
  await checkpointer.close()
  expect(told).toEqual({ moved: 0, failures: [] })
})

it('a failure of SQLite in a checkpoint is reported', async () => {
  const { store, told } = idleStore()
  const failure = Object.assign(new Error('disk I/O error'), { errcode: 1034 })
  const checkpointHere = () => {
    throw failure
  }
  const checkpointer = new Checkpointer({ task: noWorker, pages: 1, checkpointHere }, store)
  checkpointer.committed({ changes: 100, bytes: 0 })
  await checkpointer.close()
  expect(told).toEqual({ moved: 0, failures: [failure] })
})

it('what SQLite did not take is not waited for', async () => {
  const { store, told } = idleStore()
  const full = {
    ...store,
    alone: async (work: (isCommitted: boolean) => unknown) => void (await work(false)),
  }
  const checkpointHere = () => {
    throw new Error('The open transaction would hold it up.')
  }
  const checkpointer = new Checkpointer({ task: noWorker, pages: 1, checkpointHere }, full)
  checkpointer.committed({ changes: 100, bytes: 0 })
  await checkpointer.close()
  expect(told).toEqual({ moved: 0, failures: [] })
})
