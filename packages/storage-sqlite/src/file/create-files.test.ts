import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSqliteDriver } from '@monotable/storage-files'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { createFiles } from './create-files.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-files-'))
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function spacesIn(folder: string): Promise<readonly string[]> {
  const storage = await openSqliteStorage({ path: folder })
  const names = await storage.listSpaces()
  await storage.close()
  return names
}

it('a store killed when it was just created, or first opened, is still a store', async () => {
  const driver = await loadSqliteDriver()
  createFiles(driver, path)
  expect(readdirSync(path).sort()).toEqual(['data.sqlite', 'journal', 'journal-2'])
  const database = driver.open(join(path, 'data.sqlite'))
  database.prepare('SELECT count(*) FROM spaces').get()
  const copy = join(root, 'killed')
  cpSync(path, copy, { recursive: true })
  database.close()
  expect(readdirSync(copy)).toContain('data.sqlite-wal')
  expect(await spacesIn(copy)).toEqual([])
})

it('leftovers of an unfinished data file, or of one that is gone, do not become part of a store', async () => {
  const storage = await openSqliteStorage({ path })
  await storage.createSpace('things')
  for (const end of ['-wal', '-shm']) cpSync(join(path, `data.sqlite${end}`), join(root, `log${end}`))
  await storage.close()
  for (const name of readdirSync(path)) rmSync(join(path, name))
  for (const end of ['-wal', '-shm']) cpSync(join(root, `log${end}`), join(path, `data.sqlite${end}`))
  writeFileSync(join(path, 'data.sqlite'), '')
  writeFileSync(join(path, 'data.sqlite-new'), 'half of it')
  expect(await spacesIn(path)).toEqual([])
  expect(readdirSync(path)).not.toContain('data.sqlite-new')
})
