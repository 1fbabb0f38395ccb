import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { FileWriter } from './data-file/file-writer.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'
import type { SqliteStorage } from './sqlite-storage.ts'
import { openFailingStore } from './testing/failing-store.ts'
import { copyAsKilled } from './testing/killed-copy.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-failing-'))
const partition = 'p'.repeat(16)

afterAll(() => rmSync(root, { recursive: true, force: true }))

function put(storage: Pick<SqliteStorage, 'mutate'>, sort: string): Promise<void> {
  const change = { space: 's', partition, sort, value: { doc: '1', sizeBytes: 1 } }
  return storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

async function sortsOf(storage: Pick<SqliteStorage, 'range'>): Promise<string[]> {
  return (await storage.range({ space: 's', within: {} })).records.map((record) => record.sort)
}

const openFailing = ({ hasWorker = false } = {}) =>
  // What putMany puts is so much that it leaves for the data file at the next write.
  openFailingStore({ root, pendingMaxBytes: 20_000, hasWorker })

async function putMany(storage: SqliteStorage, name: string, length = 600): Promise<string[]> {
  const sorts = Array.from({ length }, (_, i) => name + String(i).padStart(4, '0'))
  const value = { doc: '1', sizeBytes: 1 }
  const changes = sorts.map((sort) => ({ space: 's', partition, sort, value }))
  await storage.mutate([], () => ({ changes, answer: undefined }))
  return sorts
}

describe('a journal that fails', () => {
  it.each(['append', 'sync'] as const)('in %s ends all writing, while reads go on', async (step) => {
    const { storage, failures } = await openFailing()
    await put(storage, 'a')
    failures[step] = 'EIO'
    const outcomes = await Promise.allSettled([put(storage, 'b'), put(storage, 'c')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
    failures[step] = undefined
    await expect(put(storage, 'd')).rejects.toMatchObject({ name: 'StorageError', code: 'IO' })
    await expect(storage.createSpace('t')).rejects.toMatchObject({ code: 'IO' })
    expect(await sortsOf(storage)).toEqual(['a'])
    expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    await storage.close()
  })

  it('for lack of room refuses those writes and no later ones', async () => {
    const { storage, failures } = await openFailing()
    await put(storage, 'a')
    failures.append = 'ENOSPC'
    await expect(put(storage, 'b')).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
    expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    failures.append = undefined
    await put(storage, 'c')
    expect(await sortsOf(storage)).toEqual(['a', 'c'])
    expect(await storage.size('s')).toEqual({ records: 2, sizeBytes: 2 })
    await storage.close()
  })

  it('lets a space whose write it refused be dropped, and later writes reach the data file', async () => {
    const { storage, failures } = await openFailing()
    await storage.createSpace('t')
    failures.append = 'ENOSPC'
    await expect(put(storage, 'a')).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
    failures.append = undefined
    await storage.dropSpace('s')
    const change = { space: 't', partition, sort: 'a', value: { doc: '1', sizeBytes: 1 } }
    await storage.mutate([], () => ({ changes: [change], answer: undefined }))
    await (await storage.snapshot()).release()
    await storage.close()
  })

  it('also takes back refusals that were based on it', async () => {
    const { storage, failures } = await openFailing()
    failures.append = 'ENOSPC'
    const writing = put(storage, 'a')
    const refusal = storage.mutate([{ space: 's', partition, sort: 'a' }], ([value]) => {
      throw new Error(value ? 'taken' : 'free')
    })
    const [written, outcome] = await Promise.allSettled([writing, refusal])
    expect(written).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) })
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'free' } })
    await storage.close()
  })

  it('takes back all groups made while the disk was being waited for', async () => {
    const { storage, failures } = await openFailing()
    await put(storage, 'a')
    failures.sync = 'EIO'
    let answer = () => {}
    failures.answer = new Promise((resolve) => {
      answer = resolve
    })
    const outcomes: Promise<unknown>[] = []
    const note = (call: Promise<unknown>) => outcomes.push(call.catch((error: unknown) => error))
    for (const sort of ['b', 'c', 'd']) {
      note(put(storage, sort))
      // Each one in a turn, and so in a group, of its own.
      await new Promise(setImmediate)
    }
    const decide = ([value]: readonly unknown[]) => {
      throw new Error(value ? 'taken' : 'free')
    }
    note(storage.mutate([{ space: 's', partition, sort: 'b' }], decide))
    await new Promise(setImmediate)
    answer()
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toMatchObject({ name: 'StorageError', code: 'IO' })
    }
    expect(await sortsOf(storage)).toEqual(['a'])
    expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    await storage.close()
  })

  it('leaves nothing of its group for the data file', async () => {
    const { storage, failures, folder } = await openFailing({ hasWorker: true })
    const sorts = [...(await putMany(storage, 'a')), ...(await putMany(storage, 'b'))]
    await storage.createSpace('t')
    failures.append = 'ENOSPC'
    await expect(put(storage, 'c')).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
    failures.append = undefined
    await storage.createSpace('u')
    await put(storage, 'd')
    const copy = mkdtempSync(join(root, 'copy-'))
    for (const name of ['data.sqlite', 'data.sqlite-wal', 'journal', 'journal-2']) {
      copyFileSync(join(folder, name), join(copy, name))
    }
    await storage.close()
    const again = await openSqliteStorage({ path: copy })
    expect(await sortsOf(again)).toEqual([...sorts, 'd'])
    await again.close()
  })

  it('hands nothing that it has refused to the data file', async () => {
    const { storage, failures } = await openFailing({ hasWorker: true })
    const sorts = [...(await putMany(storage, 'a')), ...(await putMany(storage, 'b'))]
    await storage.createSpace('t')
    // Too few to leave by themselves, and too many to look up their sizes one by one.
    sorts.push(...(await putMany(storage, 'c', 300)))
    let answer = () => {}
    failures.answer = new Promise((resolve) => {
      answer = resolve
    })
    failures.sync = 'EIO'
    const writing = put(storage, 'd')
    // Finding out the size writes everything to the data file, after that write.
    const size = storage.size('s')
    await new Promise(setImmediate)
    answer()
    await expect(writing).rejects.toMatchObject({ code: 'IO' })
    expect(await size).toEqual({ records: sorts.length, sizeBytes: sorts.length })
    expect(await sortsOf(storage)).toEqual(sorts)
    await storage.close()
  })

  it('during a handover leaves sizes right', async () => {
    const { storage, failures } = await openFailing()
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const written = new Promise<void>((resolve) => {
      failures.onArrival = () => {
        resolve()
        return arrived
      }
    })
    const sorts = await putMany(storage, 'a')
    await put(storage, 'b')
    await written
    failures.sync = 'EIO'
    await expect(put(storage, 'c')).rejects.toMatchObject({ code: 'IO' })
    const size = storage.size('s')
    await new Promise(setImmediate)
    arrive()
    expect(await size).toEqual({ records: sorts.length + 1, sizeBytes: sorts.length + 1 })
    await storage.close()
  })

  it('reveals nothing that the disk has refused', async () => {
    const { storage, failures } = await openFailing()
    failures.sync = 'EIO'
    let answer = () => {}
    failures.answer = new Promise((resolve) => {
      answer = resolve
    })
    const writing = put(storage, 'a')
    await new Promise(setImmediate)
    // Now the change is made, and the disk has not answered yet.
    const reads = [
      storage.read([{ space: 's', partition, sort: 'a' }]),
      storage.range({ space: 's', within: {} }),
      storage.size('s'),
      // Often enough for the page to be cached.
      ...Array.from({ length: 3 }, () => storage.range({ space: 's', within: { partition } })),
    ]
    // A reader of something else need not wait.
    expect(await storage.read([{ space: 's', partition, sort: 'b' }])).toEqual([undefined])
    answer()
    const outcomes = await Promise.allSettled([writing, ...reads])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(7).fill('rejected'))
    expect(await sortsOf(storage)).toEqual([])
    expect(await storage.range({ space: 's', within: { partition } })).toEqual({ records: [], more: false })
    await storage.close()
  })
})

describe('SQLite, when it fails to take in the journal', () => {
  it.each([
    [1034, 0],
    [10, 0],
    [778, 0],
    [10, 3],
  ])(
    'with I/O error %i after %i commits, ends all writing and loses nothing',
    async (errcode, commitsBefore) => {
      const { storage, failures, folder } = await openFailing()
      const sorts = await putMany(storage, 'a')
      Object.assign(failures, { commit: errcode, commitsBefore })
      // This hands the others to the data file; it is itself only in the journal.
      await put(storage, 'b')
      await expect(storage.createSpace('t')).rejects.toMatchObject({ name: 'StorageError', code: 'IO' })
      failures.commit = undefined
      await expect(put(storage, 'd')).rejects.toMatchObject({ name: 'StorageError', code: 'IO' })
      expect(await sortsOf(storage)).toEqual([...sorts, 'b'])
      expect(await storage.size('s')).toEqual({ records: sorts.length + 1, sizeBytes: sorts.length + 1 })
      await storage.close()
      const again = await openSqliteStorage({ path: folder })
      expect(await sortsOf(again)).toEqual([...sorts, 'b'])
      await again.close()
    },
  )

  it('for lack of room, after taking in a part, counts each record once, and takes in all of them later', async () => {
    const { storage, failures, folder } = await openFailing()
    const sorts = await putMany(storage, 'a')
    Object.assign(failures, { commit: 13, commitsBefore: 3 })
    sorts.push(...(await putMany(storage, 'b', 300)))
    const size = { records: sorts.length, sizeBytes: sorts.length }
    expect(await storage.size('s')).toEqual(size)
    expect(await storage.size('s', partition)).toEqual(size)
    expect(await sortsOf(storage)).toEqual(sorts)
    failures.commit = undefined
    await storage.createSpace('t')
    expect(await storage.size('s')).toEqual(size)
    await storage.close()
    const again = await openSqliteStorage({ path: folder })
    expect(await again.size('s')).toEqual(size)
    expect(await sortsOf(again)).toEqual(sorts)
    await again.close()
  })

  it('for lack of room, takes in later writes with it, and pages read in between include them, too', async () => {
    const { storage, failures } = await openFailing()
    const pageOf = async () => {
      const { records } = await storage.range({ space: 's', within: { partition } })
      return records.map(({ sort }) => sort)
    }
    await put(storage, 'a')
    failures.commit = 13
    for (let i = 0; i < 2; i++) {
      await expect(storage.snapshot()).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
      expect(await pageOf()).toEqual(['a'])
    }
    await put(storage, 'b')
    failures.commit = undefined
    await (await storage.snapshot()).release()
    expect(await pageOf()).toEqual(['a', 'b'])
    await storage.close()
  })

  it('for lack of room, refuses writes once many are pending, until there is room', async () => {
    const { storage, failures, folder } = await openFailing()
    failures.commit = 13
    const sorts = [...(await putMany(storage, 'a')), ...(await putMany(storage, 'b'))]
    sorts.push(...(await putMany(storage, 'c')))
    for (let i = 0; i < 2; i++) {
      await expect(put(storage, 'x')).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
    }
    expect(await sortsOf(storage)).toEqual(sorts)
    expect(await storage.size('s')).toEqual({ records: sorts.length, sizeBytes: sorts.length })
    expect(await storage.size('s', partition)).toEqual({ records: sorts.length, sizeBytes: sorts.length })
    failures.commit = undefined
    await put(storage, 'y')
    expect(await sortsOf(storage)).toEqual([...sorts, 'y'])
    failures.commit = 13
    const copy = mkdtempSync(join(root, 'copy-'))
    // Closed with a full disk, so the journals stay.
    await storage.close()
    for (const name of ['data.sqlite', 'journal', 'journal-2']) {
      copyFileSync(join(folder, name), join(copy, name))
    }
    const again = await openSqliteStorage({ path: copy })
    expect(await sortsOf(again)).toEqual([...sorts, 'y'])
    await again.close()
  })
})

describe('a dropped space', () => {
  const full = () => Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
  const putIn = (storage: SqliteStorage, space: string, sort: string) =>
    storage.mutate([], () => ({
      changes: [{ space, partition, sort, value: { doc: '1', sizeBytes: 1 } }],
      answer: undefined,
    }))

  it('goes even if its changes cannot be written to the data file, since it may be what fills the disk', async () => {
    const { storage, failures, folder } = await openFailing()
    await storage.createSpace('t')
    failures.onArrival = full
    await putIn(storage, 't', 'a')
    await putMany(storage, 'a')
    await putMany(storage, 'b')
    expect(await storage.size('s')).toEqual({ records: 1_200, sizeBytes: 1_200 })
    await storage.dropSpace('s')
    expect(await storage.listSpaces()).toEqual(['t'])
    await putIn(storage, 't', 'b')
    const copy = await openSqliteStorage({ path: await copyAsKilled(folder, root) })
    expect(await copy.listSpaces()).toEqual(['t'])
    expect(await copy.size('t')).toEqual({ records: 2, sizeBytes: 2 })
    await copy.close()
    delete failures.onArrival
    await storage.createSpace('s')
    await put(storage, 'c')
    await storage.close()
    const again = await openSqliteStorage({ path: folder })
    expect(await again.size('t')).toEqual({ records: 2, sizeBytes: 2 })
    expect(await sortsOf(again)).toEqual(['c'])
    await again.close()
  })

  it('goes with all others, without any of its changes being missed', async () => {
    const { storage, folder } = await openFailing({ hasWorker: true })
    await putMany(storage, 'a')
    await putMany(storage, 'b')
    await storage.clear()
    expect(await storage.listSpaces()).toEqual([])
    await storage.createSpace('s')
    await put(storage, 'c')
    const copy = await openSqliteStorage({ path: await copyAsKilled(folder, root) })
    expect(await sortsOf(copy)).toEqual(['c'])
    await copy.close()
    await storage.close()
    const again = await openSqliteStorage({ path: folder })
    expect(await again.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    await again.close()
  })
})

describe('a snapshot', () => {
  it('that is restored makes the store forget what it had found', async () => {
    const storage = await openSqliteStorage({ path: mkdtempSync(join(root, 'store-')) })
    await storage.createSpace('s')
    const snapshot = await storage.snapshot()
    await put(storage, 'a')
    await storage.createSpace('t')
    await storage.read([{ space: 's', partition, sort: 'a' }])
    await storage.restore(snapshot)
    await put(storage, 'a')
    expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    await storage.close()
  })

  it('that is released before its turn is not restored, and writes go on', async () => {
    const storage = await openSqliteStorage({ path: mkdtempSync(join(root, 'store-')) })
    await storage.createSpace('s')
    const snapshot = await storage.snapshot()
    const before = storage.createSpace('t')
    const restoring = storage.restore(snapshot)
    const releasing = snapshot.release()
    await expect(restoring).rejects.toMatchObject({ name: 'StorageError', code: 'CLOSED' })
    await Promise.all([before, releasing])
    await put(storage, 'a')
    expect(await sortsOf(storage)).toEqual(['a'])
    await storage.close()
  })
})

describe('a failing read', () => {
  it('harms nothing that was acknowledged, and ends all writing', async () => {
    const { storage, failures, folder } = await openFailing()
    await put(storage, 'a')
    await put(storage, 'b')
    const write = (sort: string) =>
      storage.mutate([{ space: 's', partition, sort: `not ${sort}` }], () => ({
        changes: [{ space: 's', partition, sort, value: { doc: '1', sizeBytes: 1 } }],
        answer: undefined,
      }))
    failures.read = 2
    const outcomes = await Promise.allSettled([write('c'), write('d'), write('e')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(put(storage, 'f')).rejects.toMatchObject({ name: 'StorageError', code: 'IO' })
    expect(await sortsOf(storage)).toEqual(['a', 'b'])
    expect(await storage.size('s')).toEqual({ records: 2, sizeBytes: 2 })
    await storage.close()
    const again = await openSqliteStorage({ path: folder })
    expect(await sortsOf(again)).toEqual(['a', 'b'])
    expect(await again.size('s')).toEqual({ records: 2, sizeBytes: 2 })
    await again.close()
  })
})

describe('the size of a large partition', () => {
  it.each([true, false])(
    'is right amid writes, and counted by the worker if there is one: %s',
    async (hasWorker) => {
      const { storage } = await openFailing({ hasWorker })
      const measure = vi.spyOn(FileWriter.prototype, 'measure')
      await putMany(storage, 'a', 2_500)
      await storage.createSpace('t')
      const writing = putMany(storage, 'b', 10)
      const sizes = await Promise.all([storage.size('s', partition), storage.size('s', partition)])
      for (const { records, sizeBytes } of sizes) {
        expect([2_500, 2_510]).toContain(records)
        expect(sizeBytes).toBe(records)
      }
      expect(await storage.size('s', 'q'.repeat(16))).toEqual({ records: 0, sizeBytes: 0 })
      await writing
      expect(await storage.size('s', partition)).toEqual({ records: 2_510, sizeBytes: 2_510 })
      const counted = await Promise.all(measure.mock.results.map(({ value }) => value))
      expect(counted.map((size) => size !== undefined)).toEqual(Array(3).fill(hasWorker))
      measure.mockRestore()
      await storage.close()
    },
  )
})
