import { Buffer } from 'node:buffer'
import { expect, it, vi } from 'vitest'
import { draws } from '../../../../../tests/draws.ts'
import { storageContract } from '../../testing/index.ts'
import { createMemoryStorage } from './create-memory-storage.ts'

storageContract({ name: 'memory', open: async () => createMemoryStorage(), modelRuns: draws(80) })

it('a write that runs out of memory closes the store instead of leaving half of the write in it', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace('s')
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed')
  })
  const write = () => {
    const value = { doc: '{}', sizeBytes: 2 }
    const changes = [{ space: 's', partition: 'p'.repeat(16), sort: '', value }]
    return storage.mutate([], () => ({ changes, answer: undefined }))
  }
  await expect(write()).rejects.toMatchObject({ code: 'IO' })
  allocate.mockRestore()
  await expect(write()).rejects.toMatchObject({ code: 'CLOSED' })
})

it('without room it refuses what needs more, and takes what replaces or removes records', async () => {
  const room = { mayAdd: () => Number.POSITIVE_INFINITY, noteRemoval: vi.fn(), close: vi.fn() }
  const storage = createMemoryStorage({ room })
  await storage.createSpace('s')
  const keyOf = (partition: string) => ({ space: 's', partition: partition.repeat(16), sort: '' })
  const write = (partition: string, sizeBytes: number | undefined) => {
    const key = keyOf(partition)
    const value = sizeBytes === undefined ? undefined : { doc: 'x'.repeat(sizeBytes), sizeBytes }
    return storage.mutate([key], () => ({ changes: [{ ...key, value }], answer: 'done' }))
  }
  await write('a', 5_000)
  room.mayAdd = () => 1024
  await expect(write('b', 5_000)).rejects.toMatchObject({ code: 'FULL' })
  await expect(write('a', 10_000)).rejects.toMatchObject({ code: 'FULL' })
  const appends = [{ space: 's', partition: 'l'.repeat(16), value: { doc: '', sizeBytes: 5_000 } }]
  await expect(storage.mutate([], () => ({ changes: [], appends, answer: '' }))).rejects.toThrow(
    'left in memory',
  )
  expect(await storage.size('s')).toEqual({ records: 1, sizeBytes: 5_000 })
  expect(room.noteRemoval).not.toHaveBeenCalled()
  expect([await write('a', 4_000), await write('a', undefined), await write('b', 100)]).toEqual(
    Array.from({ length: 3 }, () => 'done'),
  )
  expect(room.noteRemoval).toHaveBeenCalledTimes(2)
  await storage.dropSpace('s')
  expect(room.noteRemoval).toHaveBeenCalledTimes(3)
  await storage.close()
  expect(room.close).toHaveBeenCalledOnce()
})

it('without any room it takes only what removes records, replaces them by as much, or keeps account', async () => {
  const mayAdd = vi.fn((_pageBytes: number) => Number.POSITIVE_INFINITY)
  const storage = createMemoryStorage({ room: { mayAdd, noteRemoval() {}, close() {} } })
  await storage.createSpace('s')
  const write = (sizes: Readonly<Record<string, number | undefined>>, streamBytes?: number) => {
    const changes = Object.entries(sizes).map(([partition, sizeBytes]) => ({
      space: 's',
      partition: partition.repeat(16),
      sort: '',
      value: sizeBytes === undefined ? undefined : { doc: 'x'.repeat(sizeBytes), sizeBytes },
    }))
    const value = streamBytes === undefined ? undefined : { doc: '', sizeBytes: streamBytes }
    const appends = value && [{ space: 's', partition: 'l'.repeat(16), value }]
    const outcome = storage.mutate(changes, () => ({ changes, appends, answer: 'done' }))
    return outcome.catch((error) => error.code)
  }
  for (const partition of 'abcdef') await write({ [partition]: 100 })
  mayAdd.mockReturnValue(0)
  expect([
    await write({ n: 1 }),
    await write({ a: 101 }),
    await write({ a: 100 }),
    await write({ n: 0 }),
    await write({ a: 100 }, 50),
    // An entry of an index goes, and another one comes.
    await write({ b: 100, c: undefined, o: 100 }, 50),
    await write({ d: undefined }, 500),
    await write({ e: undefined }, 5_000),
  ]).toEqual(['FULL', 'FULL', 'done', 'done', 'FULL', 'FULL', 'done', 'FULL'])
})

it('says how much its pages take, also once there are fewer again', async () => {
  const taken: number[] = []
  const mayAdd = (pageBytes: number) => {
    taken.push(pageBytes)
    return Number.POSITIVE_INFINITY
  }
  const storage = createMemoryStorage({ room: { mayAdd, noteRemoval() {}, close() {} } })
  const fill = async (space: string, records: number) => {
    await storage.createSpace(space)
    for (let at = 0; at < records; at++) {
      const key = { space, partition: 'p'.repeat(16), sort: `${at}`.padStart(8, '0') }
      const value = { doc: 'x'.repeat(1_000), sizeBytes: 1_000 }
      await storage.mutate([key], () => ({ changes: [{ ...key, value }], answer: '' }))
    }
  }
  await fill('few', 10)
  const few = taken.at(-1) as number
  await fill('many', 10_000)
  const many = taken.at(-1) as number
  expect(many - few).toBeGreaterThan(10_000 * 1_000)
  expect(many - few).toBeLessThan(2 * 10_000 * 1_000)
  await storage.dropSpace('many')
  await fill('few', 1)
  expect(taken.at(-1)).toBe(few)
})

it('a key that is too long to store is refused, without side effects', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace('s')
  const value = { doc: '{}', sizeBytes: 2 }
  const places = ['short', 'l'.repeat(10_000)].map((sort) => ({
    space: 's',
    partition: 'p'.repeat(16),
    sort,
  }))
  const changes = places.map((place) => ({ ...place, value }))
  await expect(storage.mutate([], () => ({ changes, answer: undefined }))).rejects.toThrow(RangeError)
  expect(await storage.size('s')).toEqual({ records: 0, sizeBytes: 0 })
})

it('restoring a snapshot repeatedly takes no more memory', async () => {
  const storage = createMemoryStorage()
  await storage.createSpace('s')
  const fill = async (round: number) => {
    const value = { doc: `{"round":${round},"text":"${'x'.repeat(300)}"}`, sizeBytes: 300 }
    const changes = Array.from({ length: 3_000 }, (_, n) => {
      return { space: 's', partition: 'p'.repeat(16), sort: String(n), value }
    })
    await storage.mutate([], () => ({ changes, answer: undefined }))
  }
  await fill(0)
  const snapshot = await storage.snapshot()
  await fill(1)
  await storage.restore(snapshot)
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  for (let round = 2; round < 12; round++) {
    await fill(round)
    if (round % 2 === 0) await storage.clear()
    await storage.restore(snapshot)
    await (await storage.snapshot()).release()
  }
  expect(allocate).not.toHaveBeenCalled()
  allocate.mockRestore()
  await snapshot.release()
})
