import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSqliteDriver } from '@monotable/storage-files'
import { afterAll, expect, it } from 'vitest'
import { encodeKeyText } from '../file/key-text.ts'
import { prepareFormat } from '../file/store-format.ts'
import { tableName } from '../file/table-sql.ts'
import { createBatch, createChangeApplier } from './change-applier.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-applier-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('room that became free on a full disk is for puts if nothing was removed', async () => {
  const { open } = await loadSqliteDriver()
  const file = join(folder, 'data.sqlite')
  const database = open(file)
  prepareFormat(database, file)
  let kept = 0
  const reserve = {
    keep: () => {
      kept += 1
    },
    release: () => false,
  }
  const applier = createChangeApplier(database, { tableName, encodeKeyText, partLength: 1_000, reserve })
  const change = { space: 1, partition: 'p', sort: 's', value: { doc: '1', sizeBytes: 1 } }
  applier.apply(createBatch([change], { applied: 1, nextPosition: 1 }), true)
  expect(kept).toBe(0)
  database.close()
})
