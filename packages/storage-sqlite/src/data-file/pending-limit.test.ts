import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onSmallDisk } from '../../../storage-files/src/crash/full-disk-contract.ts'
import { pendingLimit } from './pending-limit.ts'

it('less leaves at a time where little room is free, but never more than usual', async (context) => {
  await onSmallDisk(context, 16, async (disk) => {
    const { bavail, bsize } = statfsSync(disk)
    expect(pendingLimit(disk, 8_000_000)).toBe(Math.floor((bavail * bsize) / 16))
    expect(pendingLimit(disk, 1_000)).toBe(1_000)
  })
})

it('where the system does not say how much is free, as much leaves as usual', () => {
  expect(pendingLimit(join(tmpdir(), 'no such folder', 'data.sqlite'), 8_000_000)).toBe(8_000_000)
})
