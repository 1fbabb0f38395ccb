import { describe, expect, it } from 'vitest'
import {
  isSavedFile,
  mergeSaved,
  readSaved,
  type SavedOperation,
  savedAsFile,
  without,
  withSaved,
  writeSaved,
} from './saved-operations.ts'

const query = (name: string, table = 'Shop', value = 'a'): SavedOperation => ({
  name,
  table,
  operation: 'Query',
  input: { TableName: table, ExpressionAttributeValues: { ':pk': { S: value } } },
})

function memory(text?: string) {
  const kept = new Map(text === undefined ? [] : [['monotable.operations', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('saved operations', () => {
  it('are found by name, within their table', () => {
    const storage = memory()
    let saved = writeSaved(storage, withSaved(readSaved(storage), query('orders')))
    saved = writeSaved(storage, withSaved(saved, query('all', 'Other')))
    saved = writeSaved(storage, withSaved(saved, query('orders', 'Other')))
    saved = writeSaved(storage, withSaved(saved, query('orders', 'Shop', 'b')))
    expect(readSaved(storage)).toEqual(saved)
    expect(saved.map(({ name, table }) => `${name} ${table}`)).toEqual([
      ...['all Other', 'orders Other', 'orders Shop'],
    ])
    expect(saved[2]).toEqual(query('orders', 'Shop', 'b'))
    expect(without(saved, { name: 'orders', table: 'Shop' })).toHaveLength(2)
  })

  it('ignore what cannot be read', () => {
    expect(readSaved(memory('{'))).toEqual([])
    expect(readSaved(memory('{}'))).toEqual([])
    const wrong = [null, {}, { ...query('x'), name: '' }, { ...query('x'), operation: 'DeleteTable' }]
    expect(readSaved(memory(JSON.stringify([...wrong, query('a')])))).toEqual([query('a')])
  })

  it('report what the browser does not store', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new Error('quota')
      },
    }
    expect(() => writeSaved(full, [query('a')])).toThrow('storage is full')
    const large = { ...query('a'), input: { text: 'x'.repeat(200_001) } }
    expect(() => withSaved([], large)).toThrow('too large')
  })

  it('are imported from a file, beside the existing ones', () => {
    const file: unknown = JSON.parse(savedAsFile([query('a'), query('b'), query('c')]))
    if (!isSavedFile(file)) throw new Error('not a file of operations')
    const there = [query('a'), query('b', 'Shop', 'other')]
    const merged = mergeSaved(there, file)
    expect(merged).toMatchObject({ added: 2, known: 1, leftOut: 0 })
    expect(merged.operations.map(({ name }) => name)).toEqual(['a', 'b', 'b (2)', 'c'])
    expect(mergeSaved(merged.operations, file)).toMatchObject({ added: 0, known: 3 })
    expect(mergeSaved([], { operations: [1, { ...query('x'), operation: 'DropAll' }] })).toMatchObject({
      added: 0,
      leftOut: 2,
    })
    expect(mergeSaved([], {})).toMatchObject({ added: 0, leftOut: 0 })
    expect(isSavedFile({ ModelName: 'x' })).toBe(false)
  })
})
