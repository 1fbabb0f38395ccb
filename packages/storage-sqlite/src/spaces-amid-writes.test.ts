import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { loadSqliteDriver } from '@monotable/storage-files'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { readJournalMark } from './file/store-format.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'
import { copyAsKilled } from './testing/killed-copy.ts'

const driver = await loadSqliteDriver()
const root = mkdtempSync(join(tmpdir(), 'monotable-spaces-'))
const partition = 'p'.repeat(16)
const opened: Storage[] = []
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function open(options: { path: string; pendingMaxBytes?: number }): Promise<Storage> {
  const storage = await openSqliteStorage(options)
  opened.push(storage)
  return storage
}

function put(storage: Storage, space: string, sort: string, doc: string): Promise<void> {
  const change = { space, partition, sort, value: { doc, sizeBytes: doc.length } }
  return storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

async function contentOf(storage: Storage, space: string): Promise<Map<string, string>> {
  const { records } = await storage.range({ space, within: {} })
  expect((await storage.size(space)).records).toBe(records.length)
  return new Map(records.map(({ sort, doc }) => [sort, doc]))
}

/** Returns how far the data file has taken in the journal. */
function appliedIn(folder: string): number {
  const database = driver.open(join(folder, 'data.sqlite'))
  try {
    return readJournalMark(database).applied
  } finally {
    database.close()
  }
}

async function openKilled(): Promise<Storage> {
  return open({ path: await copyAsKilled(path, root) })
}

it('spaces are created and dropped without writing the changes of others to the data file', async () => {
  const storage = await open({ path })
  await storage.createSpace('written')
  await put(storage, 'written', 'a', '1')
  await storage.createSpace('other')
  await storage.dropSpace('other')
  expect(appliedIn(path)).toBe(0)
  const copy = await openKilled()
  expect(await copy.listSpaces()).toEqual(['written'])
  expect(await contentOf(copy, 'written')).toEqual(new Map([['a', '1']]))
})

it('changes to a dropped space are not missed when a journal is replayed', async () => {
  const storage = await open({ path })
  await storage.createSpace('written')
  await put(storage, 'written', 'a', '1')
  await storage.dropSpace('written')
  const copy = await openKilled()
  expect(await copy.listSpaces()).toEqual([])
})

it('a space that is written to until it is dropped is dropped', async () => {
  const storage = await open({ path })
  await storage.createSpace('written')
  const writes = Array.from({ length: 50 }, (_, i) => put(storage, 'written', `${i}`, 'x'))
  const dropped = storage.dropSpace('written')
  const late = put(storage, 'written', 'late', 'x').catch(() => {})
  await Promise.all([...writes, dropped, late])
  expect(await storage.listSpaces()).toEqual([])
  const copy = await openKilled()
  expect(await copy.listSpaces()).toEqual([])
})

it('a store closed while a space is being created either has the space or reports that it was closed', async () => {
  const storage = await open({ path, pendingMaxBytes: 1_000 })
  await storage.createSpace('written')
  await Promise.all(Array.from({ length: 100 }, (_, i) => put(storage, 'written', `${i}`, 'x'.repeat(100))))
  const made = storage.createSpace('late').then(
    () => true,
    (error: { code: string }) => error.code,
  )
  await storage.close()
  const again = await open({ path })
  expect(await made).toBe((await again.listSpaces()).includes('late') ? true : 'CLOSED')
  expect((await contentOf(again, 'written')).size).toBe(100)
})

it('writers go on while spaces come and go, and a process killed amid this leaves everything acknowledged', async () => {
  const storage = await open({ path, pendingMaxBytes: 3_000 })
  await storage.createSpace('kept')
  /** What was acknowledged. */
  const kept = new Map<string, string>()
  let isOver = false
  const write = async (writer: number) => {
    for (let i = 0; !isOver; i++) {
      const sort = `${writer}-${i % 50}`
      await put(storage, 'kept', sort, `${i}`)
      kept.set(sort, `${i}`)
    }
  }
  const writers = [write(1), write(2), write(3)]
  for (let round = 0; round < 20; round++) {
    const space = `passing-${round}`
    await storage.createSpace(space)
    await Promise.all([put(storage, space, 'a', `${round}`), put(storage, space, 'b', `${round}`)])
    const known = new Map(kept)
    const copy = await openKilled()
    const found = await contentOf(copy, 'kept')
    for (const [sort, doc] of known) expect(Number(found.get(sort))).toBeGreaterThanOrEqual(Number(doc))
    expect((await contentOf(copy, space)).size).toBe(2)
    if (round % 3 > 0) await storage.dropSpace(space)
  }
  isOver = true
  await Promise.all(writers)
  expect(await contentOf(storage, 'kept')).toEqual(kept)
  const left = [0, 3, 6, 9, 12, 15, 18].map((round) => `passing-${round}`)
  expect(new Set(await storage.listSpaces())).toEqual(new Set(['kept', ...left]))
})

it('while another program writes to the data file, creating a space waits, and nobody else does', async () => {
  const storage = await open({ path })
  await storage.createSpace('written')
  const program = driver.open(join(path, 'data.sqlite'))
  program.exec('BEGIN IMMEDIATE')
  const made = storage.createSpace('made')
  for (const sort of ['a', 'b', 'c']) await put(storage, 'written', sort, '{}')
  expect(await storage.listSpaces()).toEqual(['written'])
  program.exec('COMMIT')
  program.close()
  await made
  expect(await storage.listSpaces()).toEqual(['written', 'made'])
})
