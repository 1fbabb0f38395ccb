import { expect, it } from 'vitest'
import type { ContractContext } from './contract-context.ts'
import { allDocs, partition, put, remove, write } from './contract-records.ts'

const p = partition('p')

/** Spaces: creating, dropping, listing, measuring, closing. */
export function spaceContract({ storage }: ContractContext): void {
  it('a new store has no spaces', async () => {
    expect(await storage().listSpaces()).toEqual([])
  })

  it('a space is created once, and creating it again keeps its contents', async () => {
    await storage().createSpace('s')
    await write(storage(), [put('s', { partition: p, sort: '' }, '1')])
    await storage().createSpace('s')
    expect(await storage().listSpaces()).toEqual(['s'])
    expect(await allDocs(storage(), 's')).toEqual(['1'])
  })

  it('names that differ only in case are different spaces', async () => {
    await storage().createSpace('Orders.v-1_x')
    await storage().createSpace('orders.v-1_x')
    await write(storage(), [put('Orders.v-1_x', { partition: p, sort: 'a' }, '"upper"')])
    expect(await allDocs(storage(), 'orders.v-1_x')).toEqual([])
    expect([...(await storage().listSpaces())].sort()).toEqual(['Orders.v-1_x', 'orders.v-1_x'])
  })

  it('a name may be 60 characters long, or be a word of SQL or of JavaScript', async () => {
    for (const name of ['n'.repeat(60), 'table', 'spaces', '__proto__', 'constructor', '1', '-', '.']) {
      await storage().createSpace(name)
      await write(storage(), [put(name, { partition: p, sort: '' }, JSON.stringify(name))])
      expect(await allDocs(storage(), name)).toEqual([JSON.stringify(name)])
    }
  })

  it('dropping a space removes it with its contents and leaves the others', async () => {
    await storage().createSpace('a')
    await storage().createSpace('b')
    const at = { partition: p, sort: 'x' }
    await write(storage(), [put('a', at, '1'), put('b', at, '2')])
    await storage().dropSpace('a')
    await storage().dropSpace('never made')
    expect(await storage().listSpaces()).toEqual(['b'])
    expect(await allDocs(storage(), 'b')).toEqual(['2'])
    await expect(storage().read([{ space: 'a', ...at }])).rejects.toMatchObject({ code: 'NO_SPACE' })
  })

  it('any call that names a missing space is refused with NO_SPACE', async () => {
    const at = { space: 'none', partition: p, sort: '' }
    const refused = { name: 'StorageError', code: 'NO_SPACE' }
    await expect(storage().read([at])).rejects.toMatchObject(refused)
    await expect(storage().range({ space: 'none', within: {} })).rejects.toMatchObject(refused)
    await expect(storage().size('none')).rejects.toMatchObject(refused)
    await expect(write(storage(), [{ ...at, value: undefined }])).rejects.toMatchObject(refused)
    await expect(storage().mutate([at], () => ({ changes: [], answer: 1 }))).rejects.toMatchObject(refused)
  })

  it('sizes are exact after puts, replacements and removals', async () => {
    await storage().createSpace('s')
    const q = partition('q')
    expect(await storage().size('s')).toEqual({ records: 0, sizeBytes: 0 })
    await write(storage(), [
      put('s', { partition: p, sort: 'a' }, '1'),
      put('s', { partition: p, sort: 'b' }, '"22"'),
      put('s', { partition: q, sort: 'a' }, '"333"'),
    ])
    await write(storage(), [put('s', { partition: p, sort: 'a' }, '"4444"')])
    await write(storage(), [
      remove('s', { partition: p, sort: 'b' }),
      remove('s', { partition: q, sort: 'z' }),
    ])
    expect(await storage().size('s')).toEqual({ records: 2, sizeBytes: 11 })
    expect(await storage().size('s', p)).toEqual({ records: 1, sizeBytes: 6 })
    expect(await storage().size('s', q)).toEqual({ records: 1, sizeBytes: 5 })
    expect(await storage().size('s', partition('none'))).toEqual({ records: 0, sizeBytes: 0 })
  })

  it('clearing drops all spaces, and their names can be used again', async () => {
    await storage().createSpace('a')
    await storage().createSpace('b')
    await write(storage(), [put('a', { partition: p, sort: '' }, '1')])
    await storage().clear()
    expect(await storage().listSpaces()).toEqual([])
    await storage().createSpace('a')
    expect(await allDocs(storage(), 'a')).toEqual([])
    expect(await storage().size('a')).toEqual({ records: 0, sizeBytes: 0 })
  })

  it('a closed store refuses everything with CLOSED but may be closed again', async () => {
    await storage().createSpace('s')
    const snapshot = await storage().snapshot()
    await storage().close()
    await storage().close()
    const refused = { name: 'StorageError', code: 'CLOSED' }
    await expect(storage().createSpace('s')).rejects.toMatchObject(refused)
    await expect(storage().dropSpace('s')).rejects.toMatchObject(refused)
    await expect(storage().listSpaces()).rejects.toMatchObject(refused)
    await expect(storage().read([])).rejects.toMatchObject(refused)
    await expect(storage().range({ space: 's', within: {} })).rejects.toMatchObject(refused)
    await expect(write(storage(), [])).rejects.toMatchObject(refused)
    await expect(storage().size('s')).rejects.toMatchObject(refused)
    await expect(storage().clear()).rejects.toMatchObject(refused)
    await expect(storage().snapshot()).rejects.toMatchObject(refused)
    await expect(storage().restore(snapshot)).rejects.toMatchObject(refused)
  })

  it('closing finishes work in progress', async () => {
    await storage().createSpace('s')
    const writes = Array.from({ length: 20 }, (_, i) =>
      write(storage(), [put('s', { partition: p, sort: String(i) }, '1')]),
    )
    await storage().close()
    await expect(Promise.all(writes)).resolves.toHaveLength(20)
  })
}
