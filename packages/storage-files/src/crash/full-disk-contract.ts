import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { expect, it, type TestContext, vi } from 'vitest'
import type { OpenStore } from './run-crash-child.ts'

const partition = 'p'.repeat(16)

/** The tests that every store must pass on a full disk. */
export function fullDiskContract(openStore: OpenStore): void {
  const open = (disk: string, pendingMaxBytes = 500_000) =>
    openStore({ path: join(disk, 'store'), pendingMaxBytes })

  it('a full disk refuses writes with FULL, keeps what was acknowledged, and takes writes once there is room', async (context) => {
    await onSmallDisk(context, 13, async (disk) => {
      // As much as everything else needs: while a range is read, the stored data may be there three times.
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(8 << 20))
      const storage = await open(disk)
      await storage.createSpace('s')
      const written = await fillUp(storage)
      expect(written).toBeGreaterThan(0)
      expect(await sortsOf(storage)).toEqual(range(written))
      expect((await storage.size('s')).records).toBe(written)
      // Still full, and still intact.
      await expect(put(storage, written)).rejects.toMatchObject({ name: 'StorageError', code: 'FULL' })
      rmSync(join(disk, 'ballast'))
      await put(storage, written)
      expect(await sortsOf(storage)).toEqual(range(written + 1))
      await storage.close()
      const again = await open(disk)
      expect(await sortsOf(again)).toEqual(range(written + 1))
      await again.close()
    })
  })

  it('a full disk has room again after a large space is dropped, repeatedly and after reopening, and removals succeed before that', async (context) => {
    await onSmallDisk(context, 24, async (disk) => {
      let storage = await open(disk)
      for (const name of ['s', 'first', 'second']) await storage.createSpace(name)
      try {
        for (const name of ['first', 'second']) {
          await fillUp(storage, [name])
          if (name === 'second') {
            await storage.close()
            storage = await open(disk)
          }
          await inTime(() => remove(storage, name))
          await inTime(() => storage.dropSpace(name))
          for (let i = 0; i < 50; i++) await inTime(() => put(storage, i))
        }
      } finally {
        await storage.close()
      }
    })
  })

  it('a full disk has room again after a space is dropped while writes to another one are waiting for room', async (context) => {
    await onSmallDisk(context, 50, async (disk) => {
      const muchBytes = 5_000_000
      let storage = await open(disk, muchBytes)
      const spaces = ['s', 't']
      for (const name of spaces) await storage.createSpace(name)
      const written = await fillUp(storage, spaces)
      await storage.close()
      storage = await open(disk, muchBytes)
      // Closing may have moved writes to where they take less room.
      await fillUp(storage, spaces)
      try {
        for (let i = 0; i < 3; i++)
          await expect(put(storage, written)).rejects.toMatchObject({ code: 'FULL' })
        await inTime(() => storage.dropSpace('t'))
        for (let i = written; i < written + 50; i++) await inTime(() => put(storage, i))
      } finally {
        await storage.close()
      }
    })
  })

  it('a full disk has room again after records are removed, even in a store closed with more writes than the disk had room for', async (context) => {
    await onSmallDisk(context, 40, async (disk) => {
      const muchBytes = 3_000_000
      let storage = await open(disk, muchBytes)
      await storage.createSpace('s')
      const written = await fillUp(storage)
      await storage.close()
      takeRest(disk)
      storage = await open(disk, muchBytes)
      try {
        expect(await sortsOf(storage)).toEqual(range(written))
        const kept = range(written).filter((i) => i % 4 === 0)
        for (const i of range(written)) if (i % 4 !== 0) await inTime(() => remove(storage, 's', i))
        for (let i = written; i < written + 300; i++) await inTime(() => put(storage, i))
        await storage.close()
        storage = await open(disk, muchBytes)
        expect(await sortsOf(storage)).toEqual([...kept, ...range(300).map((i) => written + i)])
        expect((await storage.size('s')).records).toBe(kept.length + 300)
      } finally {
        await storage.close()
      }
    })
  })

  it('records can be removed from a full disk while most of what was written waits for room', async (context) => {
    await onSmallDisk(context, 24, async (disk) => {
      const storage = await open(disk, 5_000_000)
      await storage.createSpace('s')
      try {
        const written = await fillUpInGroups(storage)
        for (const [n, i] of shuffled(range(written))
          .slice(written / 20)
          .entries()) {
          await inTime(() => remove(storage, 's', i))
          // Such writes, accepted or not, must leave room for the next removals.
          if (n % 100 === 0) await put(storage, written, 's', 8_000).catch(() => {})
        }
        for (let i = written; i < written + 50; i++) await inTime(() => put(storage, i))
      } finally {
        await storage.close()
      }
    })
  })
}

/** Retries until it succeeds: the work that makes room may briefly need the last of it. */
function inTime(work: () => Promise<void>): Promise<void> {
  return vi.waitFor(work, { timeout: 60_000, interval: 20 })
}

/** Runs `work` on a disk of this many megabytes. */
export async function onSmallDisk(
  context: TestContext,
  megabytes: number,
  work: (disk: string) => Promise<void>,
): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), 'monotable-full-'))
  if (!mountSmallDisk(disk, megabytes)) {
    rmSync(disk, { recursive: true })
    context.skip('needs the right to mount a small file system')
  }
  try {
    await work(disk)
  } finally {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  }
}

/** Fills the disk to the last page. */
export function takeRest(disk: string): void {
  const page = new Uint8Array(4_096)
  expect(() => {
    for (;;) appendFileSync(join(disk, 'rest'), page)
  }).toThrow('ENOSPC')
}

/** Writes until a write is refused; returns how many were acknowledged. */
export async function fillUp(storage: Storage, spaces: readonly string[] = ['s']): Promise<number> {
  let written = 0
  for (const length of [20_000, 1_000, 10]) {
    const isWritten = async () => {
      try {
        await put(storage, written, spaces[written % spaces.length], length)
        return true
      } catch (error) {
        expect(error).toMatchObject({ name: 'StorageError', code: 'FULL' })
        return false
      }
    }
    while (await isWritten()) written += 1
  }
  return written
}

/** Writes several records at a time until one is refused; returns how many were tried. */
async function fillUpInGroups(storage: Storage): Promise<number> {
  for (let tried = 0; ; ) {
    const group = range(8).map((i) => put(storage, tried + i, 's', 8_000))
    tried += group.length
    const outcomes = await Promise.allSettled(group)
    if (outcomes.some(({ status }) => status === 'rejected')) return tried
  }
}

function put(storage: Storage, i: number, space = 's', length = 20_000): Promise<void> {
  const doc = JSON.stringify({ i, text: 'x'.repeat(length) })
  return storage.mutate([], () => ({
    changes: [{ space, partition, sort: sortOf(i), value: { doc, sizeBytes: doc.length } }],
    answer: undefined,
  }))
}

function remove(storage: Storage, space: string, i = 0): Promise<void> {
  const change = { space, partition, sort: sortOf(i), value: undefined }
  return storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

async function sortsOf(storage: Storage): Promise<number[]> {
  return (await storage.range({ space: 's', within: {} })).records.map((record) => Number(record.sort))
}

function sortOf(i: number): string {
  return String(i).padStart(6, '0')
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

/** The numbers in an order that has nothing to do with theirs, and is always the same. */
function shuffled(numbers: readonly number[]): number[] {
  const rank = (i: number) => (i * 7_919) % 1_000_003
  return numbers.toSorted((a, b) => rank(a) - rank(b))
}

function mountSmallDisk(folder: string, megabytes: number): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
