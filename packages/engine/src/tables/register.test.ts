import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import { Register } from './register.ts'
import { REGISTER_SPACE } from './space-names.ts'

test('others get a turn while thousands of documents are searched for a few texts', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace(REGISTER_SPACE)
  const backups = new Register<{ readonly spaces: readonly string[] }>(storage, 'backups')
  for (let i = 0; i < 1_000; i++) await backups.save(`backup-${i}`, { spaces: [`table-${i}-`] })
  let isDone = false
  const searching = backups.listWith(['table-7-', 'table-900-', 'table-1000-']).finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  expect(turns).toBeGreaterThan(50)
  expect(await searching).toEqual([{ spaces: ['table-7-'] }, { spaces: ['table-900-'] }])
})
