import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportTable, newExportState } from './export-table.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-table-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const table = {
  TableName: 'T',
  TableArn: 'arn',
  TableId: 'id',
  TableStatus: 'ACTIVE',
  ItemCount: 0,
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
}

test('a page may hold as many items as fit into a megabyte', async () => {
  const Items = Array.from({ length: 210_000 }, () => ({ k: { N: '1' } }))
  const connection = { send: async () => ({ Items }), name: 'there', close: async () => {} }
  const work = { connection, table, folder, onProgress: () => {} }
  const start = newExportState(work, { format: 'dynamodb-json', segments: 1, nowMs: 0 })
  expect(await exportTable(work, start)).toMatchObject({ items: 210_000 })
})

test('an empty table has no bytes', async () => {
  const connection = { send: async () => ({ Items: [] }), name: 'there', close: async () => {} }
  const work = { connection, table, folder, onProgress: () => {} }
  const start = newExportState(work, { format: 'dynamodb-json', segments: 4, nowMs: 0 })
  expect(await exportTable(work, start)).toMatchObject({ items: 0, bytes: 0 })
})

test('when one segment of a table cannot be read, the others stop early', async () => {
  let pages = 0
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const send = async (_operation: string, input: object) => {
    await turn()
    const { Segment } = input as { readonly Segment: number }
    if (Segment === 0 && pages > 3) throw new Error('no answer')
    if (++pages > 1_000) return { Items: [] }
    return { Items: [{ pk: { S: `${pages}` } }], LastEvaluatedKey: { pk: { S: `${pages}` } } }
  }
  const connection = { send, name: 'there', close: async () => {} }
  const work = { connection, table, folder, onProgress: () => {} }
  const start = newExportState(work, { format: 'dynamodb-json', segments: 2, nowMs: 0 })
  await expect(exportTable(work, start)).rejects.toThrow('no answer')
  for (let turns = 0; turns < 50; turns++) await turn()
  expect(pages).toBeLessThan(20)
})
