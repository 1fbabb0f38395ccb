import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { frameMark, loadSqliteDriver } from '@monotable/storage-files'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { openFailingStore } from '../testing/failing-store.ts'
import { copyAsKilled } from '../testing/killed-copy.ts'

const driver = await loadSqliteDriver()
const root = mkdtempSync(join(tmpdir(), 'monotable-replay-'))
const partition = 'p'.repeat(16)
const count = 1_300
/** Less than the writes come to, so that some of them are in the data file and some are not. */
const pendingMaxBytes = 20_000
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterEach(() => {
  vi.useRealTimers()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function copyOf(folder: string): Promise<string> {
  return copyAsKilled(folder, root)
}

function put(storage: Storage, i: number, doc = `${i}`): Promise<void> {
  const change = { space: 's', partition, sort: sortOf(i), value: { doc, sizeBytes: doc.length } }
  return storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

/** Writes puts and removals, a few at a time, so that there are many groups. */
async function fill(storage: Storage): Promise<Map<string, string>> {
  if (!(await storage.listSpaces()).includes('s')) await storage.createSpace('s')
  const expected = new Map<string, string>()
  for (let i = 0; i < count; i += 10) {
    const numbers = Array.from({ length: 10 }, (_, n) => i + n)
    await Promise.all(numbers.map((n) => put(storage, n)))
    for (const n of numbers) expected.set(sortOf(n), `${n}`)
    const change = { space: 's', partition, sort: sortOf(i), value: undefined }
    await storage.mutate([], () => ({ changes: [change], answer: undefined }))
    expected.delete(sortOf(i))
  }
  return expected
}

function sortOf(n: number): string {
  return String(n).padStart(6, '0')
}

async function contentOf(folder: string): Promise<Map<string, string>> {
  const storage = await openSqliteStorage({ path: folder })
  try {
    const { records } = await storage.range({ space: 's', within: {} })
    const sizeBytes = records.reduce((sum, record) => sum + record.sizeBytes, 0)
    expect(await storage.size('s')).toEqual({ records: records.length, sizeBytes })
    return new Map(records.map((record) => [record.sort, record.doc]))
  } finally {
    await storage.close()
  }
}

describe('what a crash left in the journal', () => {
  it('is there whenever the store is opened again', async () => {
    const storage = await openSqliteStorage({ path, pendingMaxBytes })
    const expected = await fill(storage)
    const copy = await copyOf(path)
    await storage.close()
    expect(await contentOf(copy)).toEqual(expected)
    expect(await contentOf(copy)).toEqual(expected)
  })

  it('survives a second crash while it is taken in', async () => {
    const storage = await openSqliteStorage({ path, pendingMaxBytes })
    const expected = await fill(storage)
    const copy = await copyOf(path)
    await storage.close()
    const again = await openSqliteStorage({ path: copy })
    await put(again, 999_999)
    const second = await copyOf(copy)
    await again.close()
    expect(await contentOf(second)).toEqual(new Map([...expected, [sortOf(999_999), '999999']]))
  })

  it('is not taken in twice: writes after a handover continue from it', async () => {
    const storage = await openSqliteStorage({ path, pendingMaxBytes: 5_000 })
    const expected = await fill(storage)
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 40; i++) {
        const doc = `${round}-${i}`
        await put(storage, i, doc)
        expected.set(sortOf(i), doc)
      }
      const copy = await copyOf(path)
      // The worker may be writing now; what the copy of the data file lacks is in the journals.
      expect(await contentOf(copy)).toEqual(expected)
    }
    await storage.close()
  })

  it('never assigns a log position twice', async () => {
    const storage = await openSqliteStorage({ path })
    await storage.createSpace('s')
    const append = (store: Storage, doc: string) =>
      store.mutate([], () => ({
        changes: [],
        appends: [{ space: 's', partition, value: { doc, sizeBytes: 1 } }],
        answer: undefined,
      }))
    await append(storage, '1')
    await append(storage, '2')
    const copy = await copyOf(path)
    await storage.close()
    const again = await openSqliteStorage({ path: copy })
    await append(again, '3')
    const { records } = await again.range({ space: 's', within: { partition } })
    expect(records.map((record) => record.doc)).toEqual(['1', '2', '3'])
    await again.close()
  })

  it('knows spaces that were dropped and created again', async () => {
    const storage = await openSqliteStorage({ path })
    await fill(storage)
    await storage.dropSpace('s')
    await storage.createSpace('s')
    await put(storage, 5)
    const copy = await copyOf(path)
    await storage.close()
    expect(await contentOf(copy)).toEqual(new Map([[sortOf(5), '5']]))
  })
})

it.each(['full', 'normal'] as const)(
  'damage to a journal that another one continues is reported, at durability %s',
  async (durability) => {
    const { storage, failures, folder } = await openFailingStore({ root, pendingMaxBytes: 1_000, durability })
    // Nothing arrives in the data file, so both journals count.
    failures.commit = 13
    for (let i = 0; i < 30; i++) await put(storage, i)
    await storage.close()
    for (const name of ['journal', 'journal-2']) expect(statSync(join(folder, name)).size).toBeGreaterThan(0)
    const file = join(folder, 'journal')
    const bytes = readFileSync(file)
    // The journal's last frame.
    const last = bytes.lastIndexOf(frameMark)
    bytes.writeUInt8(bytes.readUInt8(last + 50) ^ 1, last + 50)
    writeFileSync(file, bytes)
    await expect(openSqliteStorage({ path: folder })).rejects.toMatchObject({
      code: 'CORRUPT',
      message: expect.stringContaining('is damaged'),
    })
  },
)

describe('a journal that does not belong to the data file', () => {
  const foreign = {
    name: 'StorageError',
    code: 'CORRUPT',
    message: expect.stringContaining('empty both journals'),
  }

  it('is refused if another store wrote it', async () => {
    const first = await openSqliteStorage({ path })
    await fill(first)
    const journal = join(await copyOf(path), 'journal')
    await first.close()
    const other = mkdtempSync(join(root, 'other-'))
    await (await openSqliteStorage({ path: other })).close()
    copyFileSync(journal, join(other, 'journal'))
    await expect(openSqliteStorage({ path: other })).rejects.toMatchObject(foreign)
    rmSync(join(other, 'journal'))
    await (await openSqliteStorage({ path: other })).close()
  })
})

it.each([
  { format: 1, undo: 'DROP TABLE journal; PRAGMA user_version = 1', leftByCrash: false },
  { format: 2, undo: 'PRAGMA user_version = 2', leftByCrash: false },
  { format: 2, undo: 'PRAGMA user_version = 2', leftByCrash: true },
])(
  'a store of format $format is brought up to date, left by a crash: $leftByCrash',
  async ({ undo, leftByCrash }) => {
    // Nothing leaves for the data file, however long this takes.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const storage = await openSqliteStorage({ path })
    const expected = await fill(storage)
    const crashed = await copyOf(path)
    await storage.close()
    const folder = leftByCrash ? crashed : path
    // There was only one journal then, and it contained all of this.
    rmSync(join(folder, 'journal-2'))
    const database = driver.open(join(folder, 'data.sqlite'))
    database.exec(undo)
    database.close()
    expect(await contentOf(folder)).toEqual(expected)
  },
)
