import { expect, it } from 'vitest'
import { createTable } from '../tables/table.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { CollectionSizes } from './collection-sizes.ts'

const gigabyte = 1024 ** 3
const partition = 'p'.repeat(16)
const hash = [{ name: 'pk', type: 'S' }] as const

const table = createTable({
  name: 'Posts',
  space: 'posts',
  key: { hash, range: [{ name: 'sk', type: 'S' }] },
  indexes: [
    {
      name: 'ByTime',
      kind: 'local',
      key: { hash, range: [{ name: 'at', type: 'S' }] },
      projection: { type: 'ALL' },
      space: 'by-time',
      status: 'ACTIVE',
    },
  ],
} as unknown as TableDefinition)

/** Creates sizes over a store with spaces and partitions of the given size that records its calls. */
function createSizes(spaceBytes: number, partitionBytes: number) {
  const asked: string[] = []
  const size = async (space: string, of?: string) => {
    asked.push(of === undefined ? space : `${space} ${of}`)
    return { records: 1, sizeBytes: of === undefined ? spaceBytes : partitionBytes }
  }
  return { asked, sizes: new CollectionSizes({ size }, undefined) }
}

it('a collection in a table of less than a gigabyte is never measured', async () => {
  const { asked, sizes } = createSizes(0.4 * gigabyte, 0.3 * gigabyte)
  for (let n = 0; n < 3; n++) expect(await sizes.gigabytesOf(table, partition)).toBe(0)
  expect(asked).toEqual(['posts', 'by-time'])
  sizes.grew(table, partition, 0.3 * gigabyte)
  expect(await sizes.gigabytesOf(table, partition)).toBe(0)
  expect(asked.slice(2)).toEqual([`posts ${partition}`, `by-time ${partition}`])
})

it('a large collection is measured once, and then follows the writes', async () => {
  const { asked, sizes } = createSizes(9 * gigabyte, 1.2 * gigabyte)
  expect(await sizes.gigabytesOf(table, partition)).toBe(2)
  sizes.grew(table, partition, 0.7 * gigabyte)
  expect(await sizes.gigabytesOf(table, partition)).toBe(3)
  sizes.grew(table, partition, -1.2 * gigabyte)
  expect(await sizes.gigabytesOf(table, partition)).toBe(1)
  expect(asked.length).toBe(4)
})

it('a collection that other servers also write to is measured each time it is needed', async () => {
  let partitionBytes = 0
  const size = async () => ({ records: 1, sizeBytes: partitionBytes })
  const sizes = new CollectionSizes({ size, isShared: true }, undefined)
  expect(await sizes.gigabytesOf(table, partition)).toBe(0)
  // In the table and in its index.
  partitionBytes = 1.5 * gigabyte
  expect(await sizes.gigabytesOf(table, partition)).toBe(3)
})
