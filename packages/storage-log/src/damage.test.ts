import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RecordValue, type Storage, StorageError } from '@monotable/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { encodePiece } from './checkpoint/checkpoint-format.ts'
import { openLogStorage } from './open-log-storage.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-log-damage-'))
const whole = join(root, 'whole')
const closed = join(root, 'closed')
const damaged = join(root, 'damaged')
const options = { segmentBytes: 500, cacheMaxBytes: 0, durability: 'full' } as const
const partition = 'p'.repeat(16)

/** The contents of the store after each write, last first. */
const states: string[] = []

beforeAll(async () => {
  const storage = await openLogStorage({ path: join(root, 'written'), ...options })
  for (const space of ['s', 't']) await storage.createSpace(space)
  for (let i = 0; i < 12; i++) {
    const value = { doc: JSON.stringify(`é${i}`.padEnd(i * 9)), sizeBytes: i }
    const isRemoval = i % 4 === 3
    const sort = `${isRemoval ? i - 1 : i}`
    const change = { space: 's', partition, sort, value: isRemoval ? undefined : value }
    await storage.mutate([], () => ({ changes: [change, { ...change, space: 't' }], answer: undefined }))
    states.unshift(await stateOf(storage))
  }
  // As a killed process leaves it; so short a log has no checkpoint.
  cpSync(join(root, 'written'), whole, { recursive: true })
  await storage.close()
  cpSync(join(root, 'written'), closed, { recursive: true })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function stateOf(storage: Storage): Promise<string> {
  const pages = ['s', 't'].map((space) => storage.range({ space, within: {} }))
  return JSON.stringify(
    (await Promise.all(pages)).map(({ records }) => records.map(({ sort, doc }) => [sort, doc])),
  )
}

/** Opens a damaged copy; returns the number of the state that it has: the last is 0, the one before it 1. */
async function outcomeOf(damage: (folder: string) => void, from = whole): Promise<number | string> {
  rmSync(damaged, { recursive: true, force: true })
  cpSync(from, damaged, { recursive: true })
  damage(damaged)
  try {
    const storage = await openLogStorage({ path: damaged, ...options })
    try {
      const state = await stateOf(storage)
      return states.indexOf(state) >= 0 ? states.indexOf(state) : state
    } finally {
      await storage.close()
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return error.code
  }
}

function put(storage: Storage, sort: string, value?: RecordValue): Promise<void> {
  return storage.mutate([], () => ({ changes: [{ space: 's', partition, sort, value }], answer: undefined }))
}

const filesOf = () => readdirSync(whole).filter((name) => name.startsWith('log-'))
const lastFile = () => filesOf().findLast((name) => name !== 'log-index') as string

/** Returns the contents of a file without the zeros at its end. */
function writtenBytes(name: string): Buffer {
  const bytes = readFileSync(join(whole, name))
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)
}

/**
 * At the end of the last file, damage looks like a write that was never acknowledged, unless another store's file is
 * there.
 */
const expectedFor = (name: string) => (name === lastFile() ? [0, 1, 'CORRUPT'] : ['CORRUPT'])

it('a changed byte is noticed wherever it is', async () => {
  const place = fc.record({ file: fc.nat(), at: fc.nat(), bit: fc.nat(7) })
  await fc.assert(
    fc.asyncProperty(place, async ({ file, at, bit }) => {
      const name = filesOf()[file % filesOf().length] as string
      const bytes = writtenBytes(name)
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ (1 << bit)
      const outcome = await outcomeOf((folder) => writeFileSync(join(folder, name), bytes))
      expect(expectedFor(name)).toContain(outcome)
    }),
    { numRuns: draws(25) },
  )
})

it('a changed byte before the checkpoint is noticed as soon as it is read, too', async () => {
  const place = fc.record({ file: fc.nat(), at: fc.nat(), bit: fc.nat(7) })
  const files = readdirSync(closed).filter((name) => /^log-\d/.test(name))
  await fc.assert(
    fc.asyncProperty(place, async ({ file, at, bit }) => {
      const path = (folder: string) => join(folder, files[file % files.length] as string)
      const bytes = readFileSync(path(closed))
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ (1 << bit)
      const outcome = await outcomeOf((folder) => writeFileSync(path(folder), bytes), closed)
      // What nobody needs is not read.
      expect([0, 'CORRUPT']).toContain(outcome)
    }),
    { numRuns: draws(25) },
  )
})

it('a file that ends too early is noticed', async () => {
  for (const name of filesOf()) {
    const bytes = writtenBytes(name)
    for (const length of [0, 1, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const outcome = await outcomeOf((folder) => truncateSync(join(folder, name), length))
      expect(expectedFor(name)).toContain(outcome)
    }
  }
})

it('a missing or exchanged file is noticed, and a file of another store is left as it is', async () => {
  for (const name of filesOf())
    expect(await outcomeOf((folder) => rmSync(join(folder, name)))).toBe('CORRUPT')
  const swap = (folder: string) => {
    for (const [from, to] of [
      ['log-1', 'log-2'],
      ['log-2', 'log-1'],
    ] as const)
      copyFileSync(join(whole, from), join(folder, to))
  }
  expect(await outcomeOf(swap)).toBe('CORRUPT')
  const other = await openLogStorage({ path: join(root, 'other'), ...options })
  await other.createSpace('s')
  await other.close()
  const foreign = join(root, 'other', 'log-1')
  expect(await outcomeOf((folder) => copyFileSync(foreign, join(folder, lastFile())))).toBe('CORRUPT')
  expect(readFileSync(join(damaged, lastFile()))).toEqual(readFileSync(foreign))
})

describe('a file of more than a hundred blocks', () => {
  const sizes = { ...options, segmentBytes: 460_000 }
  const path = join(root, 'long')
  const file = (folder: string) => join(folder, 'log-1')
  const sorts = Array.from({ length: 12 }, (_, i) => String(i).padStart(2, '0'))
  const docOf = (sort: string) => JSON.stringify(sort.repeat(20_000))
  let bytes: Buffer
  /** Where the frame that ends the file begins. It is so long that this number, at its end, is in a later block. */
  let end: number

  beforeAll(async () => {
    const storage = await openLogStorage({ path, ...sizes })
    await storage.createSpace('s')
    for (const sort of sorts) {
      await put(storage, sort, { doc: docOf(sort), sizeBytes: 1 })
    }
    await put(storage, 'behind')
    await storage.close()
    bytes = readFileSync(file(path))
    end = bytes.readUInt32LE(bytes.length - 4)
  })

  async function documentsOf(change: (bytes: Buffer) => void): Promise<string[]> {
    rmSync(damaged, { recursive: true, force: true })
    cpSync(path, damaged, { recursive: true })
    const changed = Buffer.from(bytes)
    change(changed)
    writeFileSync(file(damaged), changed)
    const storage = await openLogStorage({ path: damaged, ...sizes })
    const outcomes: string[] = []
    for (const sort of sorts) {
      const read = storage.read([{ space: 's', partition, sort }])
      outcomes.push(
        await read.then(
          ([record]) => (record?.doc === docOf(sort) ? 'right' : 'wrong'),
          ({ code }: StorageError) => code,
        ),
      )
    }
    await storage.close()
    return outcomes
  }

  it('returns no document from a lost block, even if that is the first one or the one in which the end frame begins', async () => {
    const first = await documentsOf((file) => file.fill(0, 0, 4_096))
    expect(first).toEqual(sorts.map((_, i) => (i === 0 ? 'CORRUPT' : 'right')))
    const last = await documentsOf((file) => file.fill(0, end - 100, end + 100))
    expect(last).toEqual(sorts.map((_, i) => (i === 11 ? 'CORRUPT' : 'right')))
  })

  it('returns no damaged document if its end frame is lost, too, and the others before it', async () => {
    const lost = (from: number) => documentsOf((file) => file.fill(0, from))
    expect(await lost(end)).toEqual(sorts.map(() => 'right'))
    expect(await lost(end - 1)).toEqual(sorts.map((_, i) => (i === 11 ? 'CORRUPT' : 'right')))
    expect(await lost(end - 45_000)).toEqual(sorts.map((_, i) => (i >= 10 ? 'CORRUPT' : 'right')))
    expect(await lost(0)).toEqual(sorts.map(() => 'CORRUPT'))
  })

  it('can be read if a version that writes no end frames has overwritten it and left part of one', async () => {
    const spaceMade = bytes.subarray(0, 78)
    expect(await documentsOf((file) => spaceMade.copy(file, end))).toEqual(sorts.map(() => 'right'))
  })
})

it('a file without an end frame, as a full disk leaves it, can be read whatever it ends with', async () => {
  const path = join(root, 'endless')
  const storage = await openLogStorage({ path, ...options })
  await storage.createSpace('s')
  const value = { doc: JSON.stringify('d'.repeat(options.segmentBytes - 200)), sizeBytes: 1 }
  await put(storage, 'first', value)
  // Read as a number, this is 78, where the frame of the first document begins.
  await put(storage, 'N\0\0\0')
  await put(storage, 'second', value)
  await put(storage, 'third', value)
  await storage.close()
  const bytes = readFileSync(join(path, 'log-1'))
  truncateSync(join(path, 'log-1'), bytes.readUInt32LE(bytes.length - 4))
  const opened = await openLogStorage({ path, ...options })
  const { records } = await opened.range({ space: 's', within: {} })
  expect(records.map(({ sort, doc }) => [sort, doc === value.doc])).toEqual([
    ['first', true],
    ['second', true],
    ['third', true],
  ])
  await opened.close()
})

it('a store of a newer version is reported as such', async () => {
  const newer = (folder: string) => {
    const head = encodePiece('head', Buffer.from(JSON.stringify({ format: 99 })))
    writeFileSync(join(folder, 'log-index'), head)
  }
  expect(await outcomeOf(newer)).toBe('NEWER_FORMAT')
})
