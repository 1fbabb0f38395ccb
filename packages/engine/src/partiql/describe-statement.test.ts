import { describe, expect, it } from 'vitest'
import { describeStatement } from './describe-statement.ts'

describe('describeStatement', () => {
  it('describes what a SELECT reads', () => {
    const description = describeStatement(
      'SELECT a, b.c FROM "Tab"."idx" WHERE pk IN [?, ?] AND size(d) > 1 AND attribute_exists(e) = f ORDER BY sk',
      [{ S: 'x' }, { S: 'y' }],
    )
    expect(description).toMatchObject({ kind: 'select', tableName: 'Tab', indexName: 'idx', readsAll: false })
    expect(description.isOrdered).toBe(true)
    expect([...description.attributesRead].sort()).toEqual(['a', 'b', 'd', 'e', 'f', 'pk', 'sk'])
    expect([...description.attributesWritten]).toEqual([])
    expect(description.valuesOf('pk')).toEqual([{ S: 'x' }, { S: 'y' }])
    expect(description.valuesOf('a')).toBeUndefined()
    expect(description.isFullScan('pk')).toBe(false)
    expect(description.isFullScan('other')).toBe(true)
  })

  it.each([
    ['SELECT * FROM Tab', true, undefined],
    ["SELECT * FROM Tab WHERE pk > 'a'", true, undefined],
    ["SELECT * FROM Tab WHERE pk = 'a' OR x = 1", true, undefined],
    ["SELECT * FROM Tab WHERE NOT pk = 'a'", true, undefined],
    ["SELECT * FROM Tab WHERE pk = 'a' AND pk = 'b'", true, undefined],
    ["SELECT * FROM Tab WHERE pk = 'a' OR (pk = 'b' AND x = 1)", false, [{ S: 'a' }, { S: 'b' }]],
    ["SELECT * FROM Tab WHERE pk = 'a' AND (x = 1 OR pk = 'a')", false, [{ S: 'a' }]],
  ])('%s', (text, isFullScan, values) => {
    const description = describeStatement(text, undefined)
    expect(description.isFullScan('pk')).toBe(isFullScan)
    expect(description.valuesOf('pk')).toEqual(values)
    expect(description).toMatchObject({ readsAll: true, isOrdered: false })
  })

  it('describes what writes affect', () => {
    const update = describeStatement(
      "UPDATE Tab SET a.b = c + 1 REMOVE d WHERE pk = 'x' AND e = 1 RETURNING ALL OLD *",
      undefined,
    )
    expect(update).toMatchObject({ kind: 'update', readsAll: true, returning: 'ALL OLD' })
    expect([...update.attributesWritten]).toEqual(['a', 'd'])
    expect([...update.attributesRead].sort()).toEqual(['c', 'e', 'pk'])
    const insert = describeStatement("INSERT INTO Tab VALUE {'pk': ?, 'a': 1}", [{ S: 'x' }])
    expect([...insert.attributesWritten]).toEqual(['pk', 'a'])
    expect(insert.valuesOf('pk')).toEqual([{ S: 'x' }])
    expect(insert.isFullScan('pk')).toBe(false)
    const remove = describeStatement("DELETE FROM Tab WHERE pk = 'x'", undefined)
    expect(remove).toMatchObject({ kind: 'delete', readsAll: false })
    expect(describeStatement("EXISTS(SELECT * FROM Tab WHERE pk = 'x' AND a = 1)", undefined)).toMatchObject({
      kind: 'exists',
      readsAll: false,
    })
  })

  it('throws the errors of ExecuteStatement', () => {
    expect(() => describeStatement('SLECT', undefined)).toThrow('Unsupported operation: VariableReference')
    expect(() => describeStatement('SELECT * FROM Tab WHERE pk = ?', [])).toThrow(
      "Number of parameters in request and statement don't match.",
    )
  })
})
