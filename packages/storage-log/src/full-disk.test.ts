import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { fillUp, fullDiskContract, onSmallDisk } from '../../storage-files/src/crash/full-disk-contract.ts'
import { openSmallStore } from './testing/small-store.ts'

fullDiskContract(openSmallStore)

it('a store that is closed just after it gave up its reserve has one again, so that others do not take the room', async (context) => {
  await onSmallDisk(context, 12, async (disk) => {
    const path = join(disk, 'store')
    const storage = await openSmallStore({ path, pendingMaxBytes: 500_000 })
    await storage.createSpace('s')
    await fillUp(storage)
    const hasReserve = () => existsSync(join(path, 'reserve'))
    await vi.waitFor(() => expect(hasReserve()).toBe(true), { timeout: 60_000 })
    // More than the last file has room for. Nothing is there to be removed, so no file becomes free.
    const changes = Array.from({ length: 7_000 }, (_, i) => {
      return { space: 's', partition: 'q'.repeat(16), sort: String(i), value: undefined }
    })
    const removed = storage.mutate([], () => {
      return { changes, answer: undefined }
    })
    await Promise.all([removed, storage.close()])
    expect(hasReserve()).toBe(true)
  })
})
