import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openSqliteStorage } from './open-sqlite-storage.ts'
import { openFailingStore } from './testing/failing-store.ts'
import { copyAsKilled } from './testing/killed-copy.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-damage-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('a changed byte in the journal is noticed even if a slow disk was always waited for when something was written', async () => {
  const { storage, failures, folder } = await openFailingStore({ root, pendingMaxBytes: 1e9 })
  const docs = ['first', 'second', 'third', 'fourth']
  let before = { done: Promise.resolve(), answer: () => {} }
  for (const doc of [...docs, 'not acknowledged']) {
    let answer = () => {}
    failures.answer = new Promise((resolve) => {
      answer = resolve
    })
    const change = { space: 's', partition: 'p'.repeat(16), sort: doc, value: { doc, sizeBytes: 1 } }
    const done = storage.mutate([], () => ({ changes: [change], answer: undefined }))
    await new Promise(setImmediate)
    before.answer()
    await before.done
    before = { done, answer }
  }
  const damaged = await copyAsKilled(folder, root)
  const journal = join(damaged, 'journal')
  const bytes = readFileSync(journal)
  bytes[bytes.indexOf('second')] = 0
  writeFileSync(journal, bytes)
  await expect(openSqliteStorage({ path: damaged })).rejects.toMatchObject({ code: 'CORRUPT' })
  before.answer()
  await storage.close()
})
