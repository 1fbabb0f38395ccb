import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { Checkpointer } from './checkpointer.ts'
import { RecordCache } from './record-cache.ts'
import { loadSqliteDriver, type SqliteDatabase } from './sqlite-driver.ts'
import { SqliteStorage } from './sqlite-storage.ts'
import { prepareFormat } from './store-format.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-failing-'))
let stores = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A store whose commits fail as SQLite would, while `failWith` is set. */
async function openFailing(): Promise<{ storage: SqliteStorage; failure: { errcode: number | undefined } }> {
  const { open, moduleName } = await loadSqliteDriver()
  stores += 1
  const file = join(folder, `${stores}.sqlite`)
  const real = open(file)
  prepareFormat(real, file)
  real.exec('PRAGMA journal_mode = WAL')
  const failure: { errcode: number | undefined } = { errcode: undefined }
  const database: SqliteDatabase = {
    exec: (sql) => real.exec(sql),
    close: () => real.close(),
    prepare: (sql) => {
      const statement = real.prepare(sql)
      if (sql !== 'COMMIT') return statement
      const run = () => {
        if (failure.errcode) throw Object.assign(new Error('disk I/O error'), { errcode: failure.errcode })
        return statement.run()
      }
      return { run, get: () => undefined, all: () => [] }
    },
  }
  const task = { moduleName, from: import.meta.url, file, synchronous: 'full' }
  const createCheckpointer = (onFailure: (error: unknown) => void) =>
    new Checkpointer({ task, pages: 1e9, checkpointHere: () => {}, onFailure })
  const storage = new SqliteStorage({
    database,
    folder,
    cache: new RecordCache(1_000_000),
    createCheckpointer,
    release: () => {},
  })
  await storage.createSpace('s')
  return { storage, failure }
}

function put(storage: SqliteStorage, sort: string): Promise<void> {
  const change = { space: 's', partition: 'p'.repeat(16), sort, value: { doc: '1', sizeBytes: 1 } }
  return storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

describe('a commit that fails', () => {
  it.each([1034, 10, 778])('with I/O error %i ends all writing, and reads go on', async (errcode) => {
    const { storage, failure } = await openFailing()
    await put(storage, 'a')
    failure.errcode = errcode
    const outcomes = await Promise.allSettled([put(storage, 'b'), put(storage, 'c')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
    failure.errcode = undefined
    await expect(put(storage, 'd')).rejects.toMatchObject({ name: 'StorageError', code: 'IO' })
    await expect(storage.createSpace('t')).rejects.toMatchObject({ code: 'IO' })
    const { records } = await storage.range({ space: 's', within: {} })
    expect(records.map((record) => record.sort)).toEqual(['a'])
    expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    await storage.close()
  })

  it('for want of room refuses those writes and no later ones', async () => {
    const { storage, failure } = await openFailing()
    failure.errcode = 13
    await expect(put(storage, 'a')).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
    expect(await storage.size('s')).toEqual({ records: 0, sizeBytes: 0 })
    failure.errcode = undefined
    await put(storage, 'b')
    expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 1 })
    await storage.close()
  })

  it('also takes back refusals that rested on it', async () => {
    const { storage, failure } = await openFailing()
    failure.errcode = 13
    const refusal = storage.mutate([{ space: 's', partition: 'p'.repeat(16), sort: 'a' }], ([value]) => {
      throw new Error(value ? 'taken' : 'free')
    })
    const [, outcome] = await Promise.allSettled([put(storage, 'a'), refusal])
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) })
    await storage.close()
  })
})
