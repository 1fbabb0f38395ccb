import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSqliteDriver } from '@monotable/storage-files'
import { afterAll, expect, it } from 'vitest'
import { encodeKeyText } from '../file/key-text.ts'
import { prepareFormat } from '../file/store-format.ts'
import { createTableSql, tableName } from '../file/table-sql.ts'
import { createBatch, createChangeApplier } from './change-applier.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-applier-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let file = 0

/** Opens a new data file, with a reserve that counts how often it is kept. */
async function openFile({ hasRoom }: { readonly hasRoom: boolean }) {
  const { open } = await loadSqliteDriver()
  const path = join(folder, `${file++}.sqlite`)
  const database = open(path)
  prepareFormat(database, path)
  let kept = 0
  const reserve = {
    keep: () => {
      kept += 1
    },
    release: () => false,
    leavesRoomFor: () => hasRoom,
  }
  const applier = createChangeApplier(database, { tableName, encodeKeyText, partLength: 1_000, reserve })
  return { database, applier, kept: () => kept }
}

it('room that became free on a full disk is for puts if nothing was removed', async () => {
  const { database, applier, kept } = await openFile({ hasRoom: true })
  const change = { space: 1, partition: 'p', sort: 's', value: { doc: '1', sizeBytes: 1 } }
  applier.apply(createBatch([change], { applied: 1, nextPosition: 1 }), true)
  expect(kept()).toBe(0)
  database.close()
})

// Part after part, such writes took the reserve, and there was no room left to write down removals.
it('what the data file has no room for does not stay in the log of SQLite either', async () => {
  const { database, applier } = await openFile({ hasRoom: false })
  database.exec(`INSERT INTO spaces (id, name) VALUES (1, 's'); ${createTableSql(1)}`)
  const change = { space: 1, partition: 'p', sort: 's', value: { doc: 'x'.repeat(5_000), sizeBytes: 5_000 } }
  const batch = createBatch([change], { applied: 1, nextPosition: 1 })
  expect(() => applier.apply(batch, false)).toThrow('database or disk is full')
  expect(database.prepare(`SELECT count(*) AS n FROM ${tableName(1)}`).get()).toEqual({ n: 0 })
  database.close()
})
