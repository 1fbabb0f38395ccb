import { beforeEach, expect, it } from 'vitest'
import { decodeLogPosition } from '../storage/log-position.ts'
import type { Append, Storage } from '../storage/storage.ts'
import type { ContractContext } from './contract-context.ts'
import { allDocs, partition, put, remove } from './contract-records.ts'

const one = partition('one')
const other = partition('other')

/** Logs: positions only increase, whatever happens to the records. */
export function appendContract({ storage, reopen, options }: ContractContext): void {
  beforeEach(() => storage().createSpace('log'))

  it('records are in the order in which they were appended', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => append(storage(), [entry(one, i)])))
    const positions = await positionsOf(storage(), one)
    expect(positions.length).toBe(100)
    expect(new Set(positions).size).toBe(100)
    expect(await allDocs(storage(), 'log')).toEqual(Array.from({ length: 100 }, (_, i) => String(i)))
  })

  it('several records of one call keep their order, and are committed with its changes', async () => {
    await storage().createSpace('s')
    await storage().mutate([], () => ({
      changes: [put('s', { partition: one, sort: 'a' }, '0')],
      appends: [entry(one, 1), entry(other, 2), entry(one, 3)],
      answer: undefined,
    }))
    expect(await allDocs(storage(), 's')).toEqual(['0'])
    const [first, third] = await positionsOf(storage(), one)
    const [second] = await positionsOf(storage(), other)
    expect(first).toBeLessThan(second as number)
    expect(second).toBeLessThan(third as number)
  })

  it('a position is never reused, even if its record has been removed', async () => {
    await append(storage(), [entry(one, 1)])
    const { records } = await storage().range({ space: 'log', within: {} })
    const [last] = await positionsOf(storage(), one)
    await storage().mutate([], () => ({
      changes: records.map((record) => remove('log', record)),
      answer: undefined,
    }))
    await append(storage(), [entry(one, 2)])
    expect((await positionsOf(storage(), one))[0]).toBeGreaterThan(last as number)
  })

  it('a call that is rejected appends nothing', async () => {
    const refused = storage().mutate([], () => {
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    const nowhere = append(storage(), [entry(one, 1), { ...entry(one, 2), space: 'none' }])
    await expect(nowhere).rejects.toMatchObject({ code: 'NO_SPACE' })
    expect(await allDocs(storage(), 'log')).toEqual([])
  })

  it('restoring a snapshot does not reuse positions', async () => {
    const snapshot = await storage().snapshot()
    await append(storage(), [entry(one, 1)])
    const [last] = await positionsOf(storage(), one)
    await storage().restore(snapshot)
    await append(storage(), [entry(one, 2)])
    expect((await positionsOf(storage(), one))[0]).toBeGreaterThan(last as number)
    await snapshot.release()
  })

  if (!options.reopen) return
  it('positions continue where they were when the store is reopened', async () => {
    await append(storage(), [entry(one, 1)])
    const [last] = await positionsOf(storage(), one)
    await storage().mutate([], () => ({ changes: [], appends: [entry(other, 2)], answer: undefined }))
    await reopen()
    await append(storage(), [entry(one, 3)])
    const [, next] = await positionsOf(storage(), one)
    expect(next).toBeGreaterThan((last as number) + 1)
  })
}

function entry(at: string, number: number): Append {
  return { space: 'log', partition: at, value: { doc: String(number), sizeBytes: 1 } }
}

async function append(storage: Storage, appends: readonly Append[]): Promise<void> {
  await storage.mutate([], () => ({ changes: [], appends, answer: undefined }))
}

async function positionsOf(storage: Storage, at: string): Promise<number[]> {
  const { records } = await storage.range({ space: 'log', within: { partition: at } })
  return records.map((record) => decodeLogPosition(record.sort))
}
