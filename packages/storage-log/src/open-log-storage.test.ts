import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordValue, Storage } from '@monotable/engine'
import { storageContract } from '@monotable/engine/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { openLogStorage } from './open-log-storage.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-log-contract-'))
const paths = new Map<Storage, string>()
let stores = 0

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function openAt(path: string): Promise<Storage> {
  // So small that files are begun, cleaned and removed all the time.
  const storage = await openLogStorage({ path, segmentBytes: 1_000, cacheMaxBytes: 50_000 })
  paths.set(storage, path)
  return storage
}

storageContract({
  name: 'log',
  open: () => {
    stores += 1
    return openAt(join(root, `store-${stores}`))
  },
  reopen: async (storage) => {
    await storage.close()
    return openAt(paths.get(storage) ?? root)
  },
  modelRuns: draws(15),
})

const key = { space: 'table', partition: 'p'.repeat(16), sort: 'a' }

function put(storage: Storage): Promise<string> {
  const value = { doc: '{}', sizeBytes: 2 }
  return storage.mutate([key], () => ({ changes: [{ ...key, value }], answer: 'done' }))
}

describe.skipIf(process.platform === 'win32')('a file that is removed while the store is open', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it.each(['log-1', 'log-index'])(
    'stops all writes within two seconds and is reported on close: %s',
    async (name) => {
      const path = join(root, `without-${name}`)
      const storage = await openLogStorage({ path })
      await storage.createSpace(key.space)
      rmSync(join(path, name))
      await put(storage)
      vi.advanceTimersByTime(2_000)
      const removed = { code: 'IO', message: expect.stringContaining(`the file "${name}" in it`) }
      await expect(put(storage)).rejects.toMatchObject(removed)
      expect(await storage.read([key])).toEqual([{ doc: '{}', sizeBytes: 2 }])
      await expect(storage.close()).rejects.toMatchObject(removed)
    },
  )

  it('is not written to where another store is now', async () => {
    const path = join(root, 'moved')
    const first = await openLogStorage({ path })
    await first.createSpace(key.space)
    renameSync(path, `${path}-away`)
    const second = await openLogStorage({ path })
    const before = readFileSync(join(path, 'log-index'))
    await expect(first.close()).rejects.toMatchObject({ code: 'IO' })
    expect(readFileSync(join(path, 'log-index'))).toEqual(before)
    await second.close()
  })

  it('is not reported when the whole folder is gone', async () => {
    const path = join(root, 'gone')
    const storage = await openLogStorage({ path })
    await storage.createSpace(key.space)
    rmSync(path, { recursive: true })
    await storage.close()
  })
})

describe('a store of which most was deleted', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('shrinks even if too little is written to begin the next file', async () => {
    const path = join(root, 'emptied')
    const open = () => openLogStorage({ path, segmentBytes: 1_000_000, durability: 'normal' })
    let storage = await open()
    await storage.createSpace('s')
    const change = (n: number, value: RecordValue | undefined) =>
      storage.mutate([], () => ({
        changes: [{ space: 's', partition: `${n}`, sort: '', value }],
        answer: undefined,
      }))
    const numbers = Array.from({ length: 21 }, (_, n) => n)
    for (const n of numbers) await change(n, { doc: 'x'.repeat(500_000), sizeBytes: 500_000 })
    // So that no work is in progress any more.
    await storage.close()
    storage = await open()
    await storage.createSpace('other')
    for (const n of numbers) await change(n, undefined)
    vi.advanceTimersByTime(2_000)
    const files = () => readdirSync(path).filter((name) => name.startsWith('log-'))
    await vi.waitFor(() => expect(files()).toHaveLength(2), { timeout: 20_000 })
    await storage.close()
  })
})

describe('a store overwritten at full speed', () => {
  it('does not grow without end', async () => {
    const path = join(root, 'overwritten')
    const sizes = { segmentBytes: 2_000_000, cacheMaxBytes: 0 }
    const storage = await openLogStorage({ path, durability: 'off', ...sizes })
    await storage.createSpace('s')
    const value = { doc: 'x'.repeat(1_000), sizeBytes: 1_000 }
    const records = 8_000
    const put = (next: () => number) =>
      storage.mutate([], () => ({
        changes: Array.from({ length: 200 }, () => ({ space: 's', partition: `${next()}`, sort: '', value })),
        answer: undefined,
      }))
    let written = 0
    while (written < records) await put(() => written++)
    const files = () => readdirSync(path).filter((name) => /^log-\d/.test(name)).length
    const needed = files()
    let random = 1
    const any = () => {
      random = (random * 48_271) % 2_147_483_647
      return random % records
    }
    // Writes nine times the data; if nobody waited for the cleaning, six times as much would be left at the end.
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let round = 0; round < 107; round++) await put(any)
      }),
    )
    expect(files() / needed).toBeLessThan(4.5)
    await storage.close()
  })
})

describe('a store whose lock file was removed', () => {
  it('is refused, because another process may have it open', async () => {
    const path = join(root, 'unlocked')
    const storage = await openLogStorage({ path })
    rmSync(join(path, 'lock.sqlite'))
    await expect(openLogStorage({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await storage.close()
    writeFileSync(join(path, 'lock.sqlite'), '')
    await (await openLogStorage({ path })).close()
  })
})

describe('a folder with a store of another kind', () => {
  it('is refused and left as it is', async () => {
    const path = join(root, 'other')
    mkdirSync(path)
    writeFileSync(join(path, 'data.sqlite'), '')
    await expect(openLogStorage({ path })).rejects.toMatchObject({ code: 'OTHER_STORE' })
    expect(readdirSync(path)).toEqual(['data.sqlite'])
  })
})

describe('a store that was not closed', () => {
  it.each(['log-1', 'log-index'])('is not taken for an empty one when it has lost %s', async (name) => {
    const path = join(root, `killed-without-${name}`)
    const storage = await openLogStorage({ path })
    await storage.createSpace(key.space)
    const copy = `${path}-copy`
    mkdirSync(copy)
    const left = name === 'log-1' ? 'log-index' : 'log-1'
    for (const there of [left, 'lock.sqlite']) copyFileSync(join(path, there), join(copy, there))
    await storage.close()
    await expect(openLogStorage({ path: copy })).rejects.toMatchObject({ code: 'CORRUPT' })
  })

  it('is created again if it was killed before it was complete', async () => {
    const path = join(root, 'half-made')
    mkdirSync(path)
    for (const name of ['log-1', 'log-index.new']) writeFileSync(join(path, name), '')
    const storage = await openLogStorage({ path })
    expect(await storage.listSpaces()).toEqual([])
    await storage.close()
  })
})
