import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSqliteStorage } from './open-sqlite-storage.ts'
import { copyAsKilled } from './testing/killed-copy.ts'

let path: string
let opened: Storage[]

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'monotable-removed-'))
  opened = []
})

afterEach(async () => {
  for (const storage of opened) await storage.close().catch(() => {})
  rmSync(path, { recursive: true, force: true })
})

async function open(pendingMaxBytes: number): Promise<Storage> {
  const storage = await openSqliteStorage({ path, pendingMaxBytes })
  opened.push(storage)
  return storage
}

const place = (sort: string) => ({ space: 'things', partition: 'p'.repeat(16), sort })

function put(storage: Storage, sort: string): Promise<string> {
  const change = { ...place(sort), value: { doc: '{}', sizeBytes: 1 } }
  return storage.mutate([], () => ({ changes: [change], answer: sort }))
}

// Windows has no such permissions.
describe.skipIf(process.platform === 'win32')('the permissions of a folder', () => {
  const rightsOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8)

  it('are its owner’s alone if the store creates it', async () => {
    path = join(path, 'made')
    await open(1)
    expect(rightsOf(path)).toBe('700')
  })

  it('are left as they are if it exists', async () => {
    chmodSync(path, 0o750)
    await open(1)
    expect(rightsOf(path)).toBe('750')
  })
})

// Windows does not remove open files.
describe.skipIf(process.platform === 'win32')('a folder removed while its store is open', () => {
  it('refuses new spaces and all writes from then on; what is known can be read', async () => {
    const storage = await open(1_000_000)
    await storage.createSpace('things')
    await put(storage, 'a')
    rmSync(path, { recursive: true })
    await expect(storage.createSpace('more')).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining('removed'),
    })
    await expect(put(storage, 'b')).rejects.toMatchObject({ code: 'IO' })
    expect(await storage.read([place('a'), place('b')])).toEqual([{ doc: '{}', sizeBytes: 1 }, undefined])
  })

  it('can be closed without an error', async () => {
    const storage = await open(1_000_000)
    await storage.createSpace('things')
    rmSync(path, { recursive: true })
    await storage.close()
  })

  it('is noticed before the data file is written', async () => {
    const storage = await open(1)
    await storage.createSpace('things')
    rmSync(path, { recursive: true })
    await put(storage, 'a')
    await expect(put(storage, 'b')).rejects.toMatchObject({ code: 'IO' })
  })

  it('does not affect a store created in its place', async () => {
    const old = await open(1)
    await old.createSpace('things')
    rmSync(path, { recursive: true })
    const fresh = await open(1_000_000)
    await fresh.createSpace('things')
    await put(old, 'a')
    await expect(put(old, 'b')).rejects.toMatchObject({ code: 'IO' })
    await old.close()
    await put(fresh, 'c')
    await fresh.close()
    const again = await open(1_000_000)
    expect(await again.read([place('a'), place('c')])).toEqual([undefined, { doc: '{}', sizeBytes: 1 }])
  })
})

// Windows does not move a folder in which a file is open.
describe.skipIf(process.platform === 'win32')('a folder moved while its store is open', () => {
  it.each([
    ['before the data file was given anything', 0],
    ['afterwards', 4],
  ])(
    'keeps what was acknowledged, and does not affect a store created in its place: %s',
    async (_, count) => {
      const sorts = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`)
      const found = async (storage: Storage, names: readonly string[]) => {
        const values = await storage.read(names.map(place))
        return names.filter((_, i) => values[i])
      }
      const folder = join(path, 'store')
      const openStore = async (folder: string) => {
        const storage = await openSqliteStorage({ path: folder, pendingMaxBytes: 200 })
        opened.push(storage)
        return storage
      }
      const old = await openStore(folder)
      await old.createSpace('things')
      for (const sort of sorts('early', count)) await put(old, sort)
      renameSync(folder, join(path, 'moved'))
      const fresh = await openStore(folder)
      await fresh.createSpace('things')
      for (const sort of sorts('new', 8)) await put(fresh, sort)
      const acknowledged = sorts('early', count)
      const refused = await (async () => {
        for (const sort of sorts('old', 8)) {
          await put(old, sort)
          acknowledged.push(sort)
        }
      })().catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'IO', message: expect.stringContaining('moved') })
      await old.close()
      await fresh.close()
      const all = [...acknowledged, ...sorts('new', 8)]
      expect(await found(await openStore(join(path, 'moved')), all)).toEqual(acknowledged)
      expect(await found(await openStore(folder), all)).toEqual(sorts('new', 8))
    },
  )

  it('can be closed even if the system cannot say what has its name now', async () => {
    const folder = join(path, 'store')
    const storage = await openSqliteStorage({ path: folder })
    await storage.createSpace('things')
    await put(storage, 'a')
    renameSync(folder, join(path, 'moved'))
    symlinkSync(folder, folder)
    await storage.close()
    const again = await openSqliteStorage({ path: join(path, 'moved') })
    opened.push(again)
    expect(await again.read([place('a')])).toEqual([{ doc: '{}', sizeBytes: 1 }])
  })

  it('does no harm if it was reached by a link that leads elsewhere now', async () => {
    const link = join(path, 'link')
    for (const name of ['one', 'two']) mkdirSync(join(path, name))
    symlinkSync(join(path, 'one'), link)
    const storage = await openSqliteStorage({ path: link, pendingMaxBytes: 1 })
    opened.push(storage)
    await storage.createSpace('things')
    rmSync(link)
    symlinkSync(join(path, 'two'), link)
    for (const sort of ['a', 'b', 'c']) await put(storage, sort)
    await storage.close()
    expect(readdirSync(join(path, 'two'))).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a file removed while its store is open', () => {
  it('is noticed even if it has another name elsewhere', async () => {
    const storage = await open(1)
    await storage.createSpace('things')
    linkSync(join(path, 'data.sqlite'), join(path, 'backup.sqlite'))
    rmSync(join(path, 'data.sqlite'))
    await expect(storage.createSpace('more')).rejects.toMatchObject({ code: 'IO' })
  })

  it.each(['data.sqlite', 'journal', 'journal-2'])(
    'ends all writing and creating of spaces: %s',
    async (name) => {
      const storage = await open(1)
      await storage.createSpace('things')
      await put(storage, 'a')
      rmSync(join(path, name))
      const removed = { code: 'IO', message: expect.stringContaining(`"${name}"`) }
      await expect(storage.createSpace('more')).rejects.toMatchObject(removed)
      await expect(put(storage, 'b')).rejects.toMatchObject(removed)
      expect(await storage.read([place('a'), place('b')])).toEqual([{ doc: '{}', sizeBytes: 1 }, undefined])
    },
  )

  it('is noticed if another file was moved over it', async () => {
    const storage = await open(1)
    await storage.createSpace('things')
    copyFileSync(join(path, 'data.sqlite'), join(path, 'other.sqlite'))
    renameSync(join(path, 'other.sqlite'), join(path, 'data.sqlite'))
    await put(storage, 'a')
    await expect(put(storage, 'b')).rejects.toMatchObject({ code: 'IO' })
  })

  it('loses nothing as long as it is not the data file', async () => {
    const storage = await open(1)
    await storage.createSpace('things')
    await put(storage, 'a')
    rmSync(join(path, 'journal-2'))
    await put(storage, 'b').catch(() => {})
    await storage.close()
    // Whoever removed the file must put back what it may have contained, or give that up.
    writeFileSync(join(path, 'journal-2'), '')
    const again = await open(1)
    expect(await again.read([place('a')])).toEqual([{ doc: '{}', sizeBytes: 1 }])
  })

  it('is reported when the store is closed, if it is the data file', async () => {
    const storage = await open(1_000_000)
    await storage.createSpace('things')
    await put(storage, 'a')
    rmSync(join(path, 'data.sqlite'))
    await expect(storage.close()).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining('removed'),
    })
  })

  it('is not created again, if it is the data file, as long as journals continue from it', async () => {
    const storage = await open(1_000_000)
    await storage.createSpace('things')
    await put(storage, 'a')
    rmSync(join(path, 'data.sqlite'))
    await storage.close().catch(() => {})
    const refused = {
      code: 'CORRUPT',
      message: expect.stringMatching(/"data.sqlite" in .* is missing.*"journal-2" away/),
    }
    await expect(open(1)).rejects.toMatchObject(refused)
    expect(existsSync(join(path, 'data.sqlite'))).toBe(false)
    for (const name of ['journal', 'journal-2']) rmSync(join(path, name))
    expect(await (await open(1)).listSpaces()).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a removed lock file', () => {
  it('lets nobody in while the store is open', async () => {
    const storage = await open(1_000_000)
    await storage.createSpace('things')
    await put(storage, 'a')
    rmSync(join(path, 'lock.sqlite'))
    for (let i = 0; i < 2; i++) await expect(open(1)).rejects.toMatchObject({ code: 'LOCKED' })
    await put(storage, 'b')
    await storage.close()
    const again = await open(1)
    expect(await again.read([place('a'), place('b')])).toEqual([
      { doc: '{}', sizeBytes: 1 },
      { doc: '{}', sizeBytes: 1 },
    ])
  })
})

describe('a missing journal', () => {
  /** Returns the folder as a killed process leaves it. */
  async function killed(pendingMaxBytes: number): Promise<string> {
    const storage = await open(pendingMaxBytes)
    await storage.createSpace('things')
    for (const sort of ['a', 'b', 'c', 'd']) await put(storage, sort)
    return copyAsKilled(path, path)
  }
  const openAt = async (folder: string) => {
    const storage = await openSqliteStorage({ path: folder })
    opened.push(storage)
    return storage
  }

  it.each([['journal'], ['journal-2'], ['journal', 'journal-2']])(
    'is reported if the store was not closed: %s %s',
    async (...names) => {
      const folder = await killed(1)
      for (const name of names) rmSync(join(folder, name))
      const refused = {
        code: 'CORRUPT',
        message: expect.stringContaining(`"${names.at(-1)}", which may hold the last`),
      }
      await expect(openAt(folder)).rejects.toMatchObject(refused)
      // Any number of times: reporting it changes nothing.
      await expect(openAt(folder)).rejects.toMatchObject(refused)
      for (const name of names) expect(existsSync(join(folder, name))).toBe(false)
    },
  )

  it.each([['journal'], ['journal', 'journal-2']])(
    'is reported if the store was reopened, and killed after it had written little: %s %s',
    async (...names) => {
      const first = await open(1_000_000)
      await first.createSpace('things')
      await first.close()
      await put(await open(1_000_000), 'a')
      const folder = await copyAsKilled(path, path)
      for (const name of names) rmSync(join(folder, name))
      await expect(openAt(folder)).rejects.toMatchObject({ code: 'CORRUPT' })
    },
  )

  it('is not needed once an empty file is put in its place', async () => {
    const folder = await killed(1_000_000)
    for (const name of ['journal', 'journal-2']) truncateSync(join(folder, name))
    const storage = await openAt(folder)
    expect(await storage.read([place('a')])).toEqual([undefined])
  })

  it('is created again if the store was closed', async () => {
    const storage = await open(1)
    await storage.createSpace('things')
    await put(storage, 'a')
    await storage.close()
    for (const name of ['journal', 'journal-2']) rmSync(join(path, name))
    expect(await (await open(1)).read([place('a')])).toEqual([{ doc: '{}', sizeBytes: 1 }])
  })
})

it('an emptied data file is refused, and a removed one is created again if nothing else is left', async () => {
  const storage = await open(1)
  await storage.createSpace('things')
  await storage.close()
  truncateSync(join(path, 'data.sqlite'))
  await expect(open(1)).rejects.toMatchObject({
    code: 'CORRUPT',
    message: expect.stringContaining('is empty'),
  })
  rmSync(join(path, 'data.sqlite'))
  expect(await (await open(1)).listSpaces()).toEqual([])
})

// Windows lets only a few users create links.
it.skipIf(process.platform === 'win32')(
  'a data file that is a link is refused, wherever it leads',
  async () => {
    await (await open(1)).close()
    const file = join(path, 'data.sqlite')
    const elsewhere = join(path, 'elsewhere.sqlite')
    renameSync(file, elsewhere)
    symlinkSync(elsewhere, file)
    const refusal = { code: 'IO', message: expect.stringContaining('is a link') }
    await expect(open(1)).rejects.toMatchObject(refusal)
    rmSync(elsewhere)
    await expect(open(1)).rejects.toMatchObject(refusal)
  },
)

describe('log positions', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Opens the store at a given time, appends two records, and closes it; returns the last position. */
  async function append(time: string): Promise<string> {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    const storage = await open(1_000_000)
    const { space, partition } = place('')
    await storage.createSpace(space)
    const record = { space, partition, value: { doc: '{}', sizeBytes: 1 } }
    await storage.mutate([], () => ({ changes: [], appends: [record, record], answer: undefined }))
    const { records } = await storage.range({ space, within: {}, reverse: true })
    await storage.close()
    return records[0]?.sort ?? ''
  }

  it('are not assigned again in a folder restored from a backup', async () => {
    await append('2030-01-01')
    const backup = `${path}-backup`
    cpSync(path, backup, { recursive: true })
    const lost = await append('2030-01-02')
    rmSync(path, { recursive: true })
    renameSync(backup, path)
    expect((await append('2030-01-03')) > lost).toBe(true)
  })

  it.each(['2020-01-01', '+200000-01-01T00:00:00Z'])('grow even if the clock says %s', async (time) => {
    const before = await append('2030-01-01')
    const then = await append(time)
    expect(then > before).toBe(true)
    expect((await append('2030-01-02')) > then).toBe(true)
  })
})
