import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Storage } from '@monotable/engine'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLogStorage } from './open-log-storage.ts'
import { systemCalls, systemError } from './testing/failing-calls.ts'

vi.mock('node:fs', async (load) =>
  (await import('./testing/failing-calls.ts')).withFailingCalls(await load<typeof import('node:fs')>()),
)
vi.mock('node:fs/promises', async (load) =>
  (await import('./testing/failing-calls.ts')).withFailingPromises(
    await load<typeof import('node:fs/promises')>(),
  ),
)

const root = mkdtempSync(join(tmpdir(), 'monotable-few-handles-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const partition = 'p'.repeat(16)
const numbers = Array.from({ length: 30 }, (_, i) => i)
const docOf = (i: number) => `${i} `.repeat(400)
let path: string

beforeEach(() => {
  path = mkdtempSync(join(root, 'store-'))
})

afterEach(() => {
  systemCalls.onCall = () => {}
})

/** Opens a store in which each document has its own file; three files are held open besides the last. */
function openStore(): Promise<Storage> {
  return openLogStorage({ path, segmentBytes: 500, cacheMaxBytes: 0, openFilesMax: 3 })
}

async function put(storage: Storage, i: number, doc = docOf(i)): Promise<void> {
  const change = { space: 's', partition, sort: `${i}`, value: { doc, sizeBytes: doc.length } }
  await storage.mutate([], () => ({ changes: [change], answer: undefined }))
}

async function docAt(storage: Storage, i: number): Promise<string | undefined> {
  return (await storage.read([{ space: 's', partition, sort: `${i}` }]))[0]?.doc
}

async function openFull(): Promise<Storage> {
  const storage = await openStore()
  await storage.createSpace('s')
  for (const i of numbers) await put(storage, i)
  return storage
}

/** Makes opening the matching files fail; returns a count of the attempts. */
function refuseToOpen(isMeant: (name: string) => boolean): { tries: number } {
  const refused = { tries: 0 }
  systemCalls.onCall = ({ name, path = '' }) => {
    if (name !== 'open' || !isMeant(basename(path))) return
    refused.tries += 1
    throw systemError('EMFILE')
  }
  return refused
}

const isLogFile = (name: string) => /^log-\d+$/.test(name)
const logFiles = () => readdirSync(path).filter(isLogFile)
/** Returns the greatest number that a file being written has had. */
const lastFile = () =>
  Math.max(...logFiles().map((name) => (statSync(join(path, name)).size > 0 ? Number(name.slice(4)) : 0)))

it('only a few files are held open, however many there are', async () => {
  let open = 0
  let most = 0
  systemCalls.onCall = ({ name }) => {
    if (name === 'open') open += 1
    if (name === 'close') open -= 1
    most = Math.max(most, open)
  }
  let storage = await openFull()
  for (let again = 0; again < 2; again++) {
    expect(logFiles().length).toBeGreaterThan(25)
    for (const i of numbers) expect(await docAt(storage, i)).toBe(docOf(i))
    await storage.close()
    storage = await openStore()
  }
  await storage.close()
  // Three files, the last one, the folder, and what is open for a moment.
  expect(most).toBeLessThanOrEqual(7)
  expect(open).toBe(0)
})

it('when no more files can be opened, an open one is closed first', async () => {
  const storage = await openFull()
  let free = 0
  systemCalls.onCall = ({ name, path = '' }) => {
    if (name === 'close') free += 1
    if (name !== 'open' || !isLogFile(basename(path))) return
    if (free === 0) throw systemError('EMFILE')
    free -= 1
  }
  for (const i of numbers) expect(await docAt(storage, i)).toBe(docOf(i))
  const before = lastFile()
  for (const i of numbers.slice(0, 3)) await put(storage, i)
  expect(lastFile()).toBeGreaterThan(before)
  await storage.close()
})

it('only a document whose file cannot be opened is refused, and it can be read later', async () => {
  const storage = await openFull()
  refuseToOpen(isLogFile)
  await expect(docAt(storage, 2)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const job = { changes: [], answer: 'done' }
  await expect(storage.mutate([{ space: 's', partition, sort: '3' }], () => job)).rejects.toThrow('EMFILE')
  expect(await storage.mutate([], () => job)).toBe('done')
  await put(storage, 100)
  systemCalls.onCall = () => {}
  expect(await docAt(storage, 2)).toBe(docOf(2))
  await storage.close()
})

it('a file that cannot be begun is begun later', async () => {
  const storage = await openFull()
  // Keeps files from being freed and reused meanwhile.
  const snapshot = await storage.snapshot()
  const before = lastFile()
  const refused = refuseToOpen(isLogFile)
  for (const i of numbers.slice(0, 4)) await put(storage, i, `${i} once more`.repeat(50))
  expect(refused.tries).toBeGreaterThan(3)
  expect(lastFile()).toBe(before)
  systemCalls.onCall = () => {}
  for (const i of numbers.slice(4, 8)) await put(storage, i, `${i} once more`.repeat(50))
  expect(lastFile()).toBeGreaterThan(before)
  for (const i of numbers.slice(0, 8)) expect(await docAt(storage, i)).toBe(`${i} once more`.repeat(50))
  await snapshot.release()
  await storage.close()
})

it('a checkpoint that cannot be begun is written later', async () => {
  const storage = await openStore()
  await storage.createSpace('s')
  const first = statSync(join(path, 'log-index')).ino
  const refused = refuseToOpen((name) => name === 'log-index.new')
  for (const i of numbers) await put(storage, i)
  await vi.waitFor(() => expect(refused.tries).toBeGreaterThan(0))
  systemCalls.onCall = () => {}
  for (const i of numbers) await put(storage, i)
  await vi.waitFor(() => expect(statSync(join(path, 'log-index')).ino).not.toBe(first))
  await storage.close()
})

it("a file that was replaced while it was closed is not taken for the store's own", async () => {
  const storage = await openFull()
  const file = join(path, 'log-2')
  mkdirSync(join(path, 'away'))
  renameSync(file, join(path, 'away', 'log-2'))
  await expect(docAt(storage, 1)).rejects.toThrow('"log-2"')
  renameSync(join(path, 'log-3'), file)
  await expect(docAt(storage, 1)).rejects.toThrow('"log-2"')
  expect(existsSync(file)).toBe(true)
  await expect(put(storage, 1)).rejects.toThrow('"log-2"')
  await expect(storage.close()).rejects.toThrow()
})
