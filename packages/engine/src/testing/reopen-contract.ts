import { expect, it } from 'vitest'
import type { ContractContext } from './contract-context.ts'
import { allRecords, partition, put, remove, write } from './contract-records.ts'

/** Stores that keep their contents beyond `close`. */
export function reopenContract({ storage, reopen }: ContractContext): void {
  const p = partition('p')

  it('spaces, records and sizes are still there', async () => {
    await storage().createSpace('s')
    await storage().createSpace('t')
    await storage().createSpace('dropped')
    await storage().dropSpace('dropped')
    await write(storage(), [
      put('s', { partition: p, sort: '\0\x01\xff' }, '"é😀"'),
      put('s', { partition: p, sort: 'gone' }, '1'),
      put('t', { partition: p, sort: '' }, '2'),
    ])
    await write(storage(), [remove('s', { partition: p, sort: 'gone' })])
    const before = [await allRecords(storage(), 's'), await storage().size('s')]
    await reopen()
    expect([await allRecords(storage(), 's'), await storage().size('s')]).toEqual(before)
    expect([...(await storage().listSpaces())].sort()).toEqual(['s', 't'])
  })

  it('a cleared store stays empty, and a restored one stays as restored', async () => {
    await storage().createSpace('s')
    await write(storage(), [put('s', { partition: p, sort: 'a' }, '1')])
    const snapshot = await storage().snapshot()
    await storage().clear()
    await reopen()
    expect(await storage().listSpaces()).toEqual([])
    await expect(storage().restore(snapshot)).rejects.toMatchObject({ name: 'StorageError' })
    await storage().createSpace('s')
    const empty = await storage().snapshot()
    await write(storage(), [put('s', { partition: p, sort: 'a' }, '1')])
    await storage().restore(empty)
    await reopen()
    expect(await storage().size('s')).toEqual({ records: 0, sizeBytes: 0 })
  })
}
