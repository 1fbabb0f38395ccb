import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage, type Storage } from '@monotable/engine'
import { openLogStorage } from '@monotable/storage-log'
import { openPostgresStorage } from '@monotable/storage-postgres'
import { openSqliteStorage } from '@monotable/storage-sqlite'
import { startPostgres } from '../../../packages/storage-postgres/src/testing/postgres-server.ts'
import { copyAsKilled } from '../../../packages/storage-sqlite/src/testing/killed-copy.ts'
import { FaultyStorage, noFaults } from '../faulty-storage.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Place } from './side.ts'

export function memoryPlace(): Place {
  return { name: 'memory', open: async () => createMemoryStorage() }
}

export function servedPlace(): Place {
  return { name: 'HTTP', open: async () => createMemoryStorage(), overHttp: true }
}

/** A store that is slow, calls `decide` more than once, and returns small pages. */
export function slowPlace(random: SeededRandom): Place {
  const rates = { ...noFaults, decideAgain: 30, maxDelay: 20, pageCap: 3 }
  return { name: 'slow', open: async () => new FaultyStorage(createMemoryStorage(), random, rates) }
}

/** SQLite with so little memory that records are flushed and evicted all the time. */
export function sqlitePlace(): Place {
  const memory = { pendingMaxBytes: 20_000, cacheMaxBytes: 30_000 }
  return folderPlace('SQLite', {
    open: (path) => openSqliteStorage({ path, durability: 'off', ...memory }),
    copyAsKilled,
  })
}

/** A log with files so small, and so little memory, that it is cleaned and reads documents from disk all the time. */
export function logPlace(): Place {
  return folderPlace('a log', {
    open: (path) => openLogStorage({ path, durability: 'off', segmentBytes: 20_000, cacheMaxBytes: 30_000 }),
    async copyAsKilled(path, parent) {
      const copy = mkdtempSync(join(parent, 'copy-'))
      const names = readdirSync(path).filter((name) => /^log-(?:index|\d+)$/.test(name))
      for (const name of names) copyFileSync(join(path, name), join(copy, name))
      // Created empty and not copied: closing another handle of the lock file would release the lock.
      writeFileSync(join(copy, 'lock.sqlite'), '')
      return copy
    },
  })
}

interface FolderStore {
  open(path: string): Promise<Storage>
  /** Returns a copy of the folder as a process killed at this moment would leave it. */
  copyAsKilled(path: string, parent: string): Promise<string>
}

function folderPlace(name: string, { open, copyAsKilled }: FolderStore): Place {
  const parent = mkdtempSync(join(tmpdir(), 'stores-'))
  let path = join(parent, 'first')
  return {
    name,
    open: () => open(path),
    reopens: true,
    async kill(db) {
      const left = await copyAsKilled(path, parent)
      await db.close()
      rmSync(path, { recursive: true })
      path = left
    },
    remove: () => rmSync(parent, { recursive: true }),
  }
}

/** A PostgreSQL server of its own. */
export async function postgresPlace(): Promise<Place> {
  const { url, stop } = await startPostgres(['fsync=off'])
  const schema = `program_${process.pid}_${schemas++}`
  return {
    name: 'PostgreSQL',
    open: () => openPostgresStorage({ url, schema, readers: 2, writers: 2 }),
    reopens: true,
    remove: stop,
  }
}

let schemas = 0
