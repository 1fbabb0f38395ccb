import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { storageContract } from '@monotable/engine/testing'
import { afterAll } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-contract-'))
const paths = new Map<Storage, string>()
let stores = 0

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function openAt(path: string): Promise<Storage> {
  // So little that something is always leaving, and reads find all three: changes in the data file, leaving and
  // pending.
  const storage = await openSqliteStorage({ path, pendingMaxBytes: 1_000 })
  paths.set(storage, path)
  return storage
}

storageContract({
  name: 'SQLite',
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
