import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import type { ContractContext } from './contract-context.ts'
import { allDocs, partition, put, remove, write } from './contract-records.ts'

const at = (sort: string) => ({ partition: partition('p'), sort })

/** Snapshots: the state at one moment, which can be restored repeatedly. */
export function snapshotContract({ storage }: ContractContext): void {
  beforeEach(async () => {
    await storage().createSpace('s')
    await write(storage(), [put('s', at('a'), '1'), put('s', at('b'), '2')])
  })

  it('restoring undoes puts, removals, and the creation and dropping of spaces', async () => {
    await storage().createSpace('dropped')
    await write(storage(), [put('dropped', at('x'), '9')])
    const snapshot = await storage().snapshot()
    await write(storage(), [put('s', at('a'), '333'), put('s', at('c'), '4'), put('s', at('d'), '5')])
    await write(storage(), [remove('s', at('b'))])
    await storage().createSpace('made')
    await storage().dropSpace('dropped')
    await storage().restore(snapshot)
    expect(await allDocs(storage(), 's')).toEqual(['1', '2'])
    expect(await allDocs(storage(), 'dropped')).toEqual(['9'])
    expect([...(await storage().listSpaces())].sort()).toEqual(['dropped', 's'])
    expect(await storage().size('s')).toEqual({ records: 2, sizeBytes: 2 })
  })

  it('a snapshot can be restored again, and several can be held', async () => {
    const first = await storage().snapshot()
    await write(storage(), [put('s', at('c'), '3')])
    const second = await storage().snapshot()
    for (let round = 0; round < 3; round++) {
      await storage().restore(first)
      expect(await allDocs(storage(), 's')).toEqual(['1', '2'])
      await write(storage(), [put('s', at('z'), '26'), put('s', at('a'), '0')])
      await storage().restore(second)
      expect(await allDocs(storage(), 's')).toEqual(['1', '2', '3'])
      await storage().clear()
    }
  })

  it('holds much more than one node or page, and changes on both sides stay separate', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => put('s', at(`k${i}`), String(i)))
    await write(storage(), many)
    const before = await allDocs(storage(), 's')
    const snapshot = await storage().snapshot()
    await write(
      storage(),
      many.filter((_, i) => i % 3 > 0).map((change) => ({ ...change, value: undefined })),
    )
    await storage().restore(snapshot)
    expect(await allDocs(storage(), 's')).toEqual(before)
    expect((await storage().size('s', partition('p'))).records).toBe(2002)
  })

  it('a released snapshot can no longer be restored, and releasing twice is fine', async () => {
    const snapshot = await storage().snapshot()
    await snapshot.release()
    await snapshot.release()
    await expect(storage().restore(snapshot)).rejects.toMatchObject({ name: 'StorageError' })
    expect(await allDocs(storage(), 's')).toEqual(['1', '2'])
  })

  it('a snapshot that is released while being restored is restored completely or not at all', async () => {
    for (let turns = 0; turns < 12; turns++) {
      await write(storage(), [put('s', at('a'), '1'), remove('s', at('c'))])
      const snapshot = await storage().snapshot()
      await write(storage(), [put('s', at('c'), '3')])
      const restored = storage()
        .restore(snapshot)
        .then(
          () => ['1', '2'],
          () => ['1', '2', '3'],
        )
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      await snapshot.release()
      expect(await restored).toEqual(await allDocs(storage(), 's'))
    }
  })

  it('includes every change that was requested before it', async () => {
    const change = write(storage(), [put('s', at('c'), '3')])
    const snapshot = await storage().snapshot()
    await change
    await write(storage(), [put('s', at('d'), '4')])
    await storage().restore(snapshot)
    expect(await allDocs(storage(), 's')).toEqual(['1', '2', '3'])
  })
}
