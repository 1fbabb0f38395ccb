import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLogStorage } from './open-log-storage.ts'
import { copyAsKilled } from './testing/copy-as-killed.ts'
import { type OnCall, systemCalls } from './testing/failing-calls.ts'

vi.mock('node:fs', async (load) =>
  (await import('./testing/failing-calls.ts')).withFailingCalls(await load<typeof import('node:fs')>()),
)
vi.mock('node:fs/promises', async (load) =>
  (await import('./testing/failing-calls.ts')).withFailingPromises(
    await load<typeof import('node:fs/promises')>(),
  ),
)

const root = mkdtempSync(join(tmpdir(), 'monotable-interleavings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const small = { segmentBytes: 1_000, cacheMaxBytes: 0 }
const partition = 'p'.repeat(16)
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterEach(() => {
  systemCalls.onCall = () => {}
  systemCalls.syncMs = 0
})

async function put(storage: Storage, space: string, sort: string, doc = sort): Promise<void> {
  const change = { space, partition, sort, value: { doc, sizeBytes: doc.length } }
  await storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

const docsOf = async (storage: Storage, space: string) =>
  (await storage.range({ space, within: {} })).records.map(({ doc }) => doc)

/** Holds back matching calls until `release` is called. */
function holdCalls(isMeant: (name: string, path: string | undefined) => boolean) {
  let release = () => {}
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const isOver = new Promise<void>((resolve) => {
    release = resolve
  })
  const onCall: OnCall = ({ name, path }) => {
    if (!isMeant(name, path)) return undefined
    begun()
    return isOver
  }
  systemCalls.onCall = onCall
  return { isBegun, release: () => release() }
}

/** Opens a store with a log long enough for a checkpoint, which begins when `wake` is called. */
async function openBeforeCheckpoint(): Promise<{ storage: Storage; wake(): Promise<void> }> {
  const storage = await openLogStorage({ path, ...small })
  const snapshot = await storage.snapshot()
  // Each space is a frame, but creating one does not begin a file.
  for (let i = 0; i < 20; i++) await storage.createSpace(`${i}`.padStart(60, 's'))
  systemCalls.syncMs = 40
  await storage.createSpace('s')
  return { storage, wake: () => snapshot.release() }
}

/** Returns the spaces of a store opened on what a process killed now would leave. */
async function spacesAsKilled(): Promise<readonly string[]> {
  const copy = `${path}-copy`
  copyAsKilled(path, copy)
  const storage = await openLogStorage({ path: copy, ...small })
  try {
    return await storage.listSpaces()
  } finally {
    await storage.close()
  }
}

it.each([
  ['being made', 't', (storage: Storage) => storage.createSpace('t')],
  ['being dropped', 's', (storage: Storage) => storage.dropSpace('s')],
])('a checkpoint begun while a space is %s takes that into account', async (_, name, work) => {
  const { storage, wake } = await openBeforeCheckpoint()
  const indexBefore = statSync(join(path, 'log-index')).ino
  const held = holdCalls((call) => call === 'fdatasync')
  const done = work(storage)
  await held.isBegun
  await wake()
  held.release()
  await done
  await expect.poll(() => statSync(join(path, 'log-index')).ino).not.toBe(indexBefore)
  expect((await spacesAsKilled()).includes(name)).toBe(name === 't')
  await storage.close()
})

/** Writes until the first file is cleaned. */
async function writeUntilCleaned(storage: Storage): Promise<void> {
  for (let i = 0; i < 6; i++) await put(storage, 's', 'again', 'y'.repeat(200_000))
  await vi.waitFor(
    async () => {
      // Fails if the store does.
      await put(storage, 's', 'a', 'z')
      expect(existsSync(join(path, 'log-1'))).toBe(false)
    },
    { timeout: 120_000, interval: 100 },
  )
}

it('counts off a large space only once, even if it is stopped on the way', async () => {
  const storage = await openLogStorage({ path, ...small })
  for (const space of ['s', 'large']) await storage.createSpace(space)
  const value = { doc: 'x', sizeBytes: 1 }
  const kept = Array.from({ length: 2_000 }, (_, i) => ({ space: 's', partition, sort: `${i}`, value }))
  const large = Array.from({ length: 4_000 }, (_, i) => ({ space: 'large', partition, sort: `${i}`, value }))
  // All of its records are in one file.
  await Promise.all([
    storage.mutate([], () => ({ changes: [...kept, ...large], answer: undefined })),
    put(storage, 's', 'again', 'y'.repeat(300_000)),
  ])
  await storage.dropSpace('large')
  await (await storage.snapshot()).release()
  await writeUntilCleaned(storage)
  expect((await docsOf(storage, 's')).filter((doc) => doc === 'x')).toHaveLength(2_000)
  await storage.close()
})

it('a snapshot taken when a space was just dropped does not need what that space contained', async () => {
  const storage = await openLogStorage({ path, ...small })
  for (const space of ['s', 't']) await storage.createSpace(space)
  await Promise.all([
    put(storage, 's', 'a'),
    put(storage, 't', 'b'),
    put(storage, 's', 'again', 'x'.repeat(5_000)),
  ])
  const [snapshot] = await Promise.all([storage.snapshot(), storage.dropSpace('t')])
  await storage.restore(snapshot)
  await snapshot.release()
  await writeUntilCleaned(storage)
  expect(await docsOf(storage, 's')).toHaveLength(2)
  await storage.close()
})

it('files are cleaned even if each checkpoint takes long enough for the next one to be due', async () => {
  const storage = await openLogStorage({ path, ...small })
  await storage.createSpace('s')
  let kept = 0
  // Each put fills a file, of which little is needed soon after.
  const putFile = async () => {
    await Promise.all([put(storage, 's', `${++kept}`), put(storage, 's', 'again', 'y'.repeat(20_000))])
  }
  await putFile()
  let writes = 0
  systemCalls.onCall = ({ name, path = '' }) => {
    if (name !== 'write' || !path.endsWith('log-index.new') || writes === 60) return undefined
    writes += 1
    return putFile()
  }
  for (let i = 0; i < 6; i++) await putFile()
  await vi.waitFor(() => expect(existsSync(join(path, 'log-1'))).toBe(false), { timeout: 20_000 })
  expect(writes).toBeLessThan(60)
  await storage.close()
})

it('a changed byte is noticed even if a slow disk was always waited for when something was written', async () => {
  const storage = await openLogStorage({ path })
  await storage.createSpace('s')
  systemCalls.syncMs = 40
  await put(storage, 's', 'makes the disk slow')
  let before = { done: Promise.resolve(), release: () => {} }
  for (const sort of ['first', 'second', 'third', 'fourth', 'not acknowledged']) {
    const held = holdCalls((call) => call === 'fdatasync')
    const done = put(storage, 's', sort)
    await new Promise(setImmediate)
    before.release()
    await before.done
    await held.isBegun
    before = { done, release: held.release }
  }
  const copy = `${path}-copy`
  copyAsKilled(path, copy)
  const file = join(copy, 'log-1')
  const bytes = readFileSync(file)
  bytes[bytes.indexOf('second')] = 0
  writeFileSync(file, bytes)
  await expect(openLogStorage({ path: copy })).rejects.toMatchObject({ code: 'CORRUPT' })
  before.release()
  await before.done
  await storage.close()
})
