import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStorage } from './open-sqlite-storage.ts'

let path: string
let opened: Storage[]

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'monotable-removed-'))
  opened = []
})

afterEach(async () => {
  for (const storage of opened) await storage.close()
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

// Windows has no such rights.
describe.skipIf(process.platform === 'win32')('the rights of a folder', () => {
  const rightsOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8)

  it('are its owner’s alone if the store makes it', async () => {
    path = join(path, 'made')
    await open(1)
    expect(rightsOf(path)).toBe('700')
  })

  it('are left as they are if it is there', async () => {
    chmodSync(path, 0o750)
    await open(1)
    expect(rightsOf(path)).toBe('750')
  })
})

// Windows removes no file that is open.
describe.skipIf(process.platform === 'win32')('a folder that is removed while its store is open', () => {
  it('lets no space be made, and nothing be written from then on; what is known can be read', async () => {
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

  it('is noticed when the data file is to be given something', async () => {
    const storage = await open(1)
    await storage.createSpace('things')
    rmSync(path, { recursive: true })
    await put(storage, 'a')
    await expect(put(storage, 'b')).rejects.toMatchObject({ code: 'IO' })
  })

  it('leaves a store alone that was made in its place', async () => {
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
