import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { escapeUnseen } from '../keys/plain-sight.ts'
import { buildTransaction } from './build-transaction.ts'
import { differenceOf, pathText } from './difference.ts'
import { mergeEdit } from './merge-edit.ts'
import { wireText } from './wire-text.ts'

const key: AttributeMap = { PK: { S: 'a' }, SK: { S: 'b' } }
const base: AttributeMap = {
  ...key,
  name: { S: 'Ann' },
  tags: { SS: ['x', 'y'] },
  address: { M: { lines: { L: [{ S: '1' }, { S: '2' }] }, zip: { S: '9' } } },
}

describe('differenceOf', () => {
  it('finds changes as deep inside as they are', () => {
    const after: AttributeMap = {
      ...key,
      tags: { SS: ['y', 'x'] },
      address: { M: { lines: { L: [{ S: '1' }, { S: '3' }, { N: '4' }] }, zip: { S: '9' } } },
      added: { BOOL: true },
    }
    const changes = differenceOf(base, after)
    expect(changes.map(({ path }) => pathText(path))).toEqual([
      'name',
      'address.lines[1]',
      'address.lines[2]',
      'added',
    ])
    expect(changes[1]).toEqual({ path: ['address', 'lines', 1], before: { S: '2' }, after: { S: '3' } })
  })

  it('of a list with one element removed or added is that element', () => {
    const list = (...texts: string[]) => ({ a: { L: texts.map((S) => ({ S })) } })
    const paths = (before: string[], after: string[]) =>
      differenceOf(list(...before), list(...after)).map(({ path, before: old, after: young }) => [
        pathText(path),
        old,
        young,
      ])
    expect(paths(['1', '2', '3'], ['2', '3'])).toEqual([['a[0]', { S: '1' }, undefined]])
    expect(paths(['1', '3'], ['1', '2', '3'])).toEqual([['a[1]', undefined, { S: '2' }]])
    expect(paths(['1', '1'], ['1'])).toEqual([['a[1]', { S: '1' }, undefined]])
    expect(paths(['1', '2'], ['2', '1'])).toHaveLength(2)
  })

  it('treats another type as a change, even with the same text', () => {
    expect(differenceOf({ a: { S: '1' } }, { a: { N: '1' } })).toHaveLength(1)
    expect(differenceOf({ a: { SS: ['1'] } }, { a: { L: [{ S: '1' }] } })).toHaveLength(1)
  })

  it('of a new item is all of it', () => {
    expect(differenceOf(undefined, key).map(({ after }) => after)).toEqual([{ S: 'a' }, { S: 'b' }])
  })
})

describe('buildTransaction', () => {
  it('changes only what was changed, on condition that everything else is as it was read', () => {
    const { name: _, ...rest } = base
    const mine: AttributeMap = { ...rest, tags: { SS: ['x'] }, added: { N: '1' } }
    const { input, notes } = buildTransaction('T', [{ key, base, mine }])
    const update = (input.TransactItems[0] as { Update: { [member: string]: unknown } }).Update
    expect(update).toMatchObject({
      TableName: 'T',
      Key: key,
      UpdateExpression: 'SET #0 = :0, #1 = :1 REMOVE #2',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const names = update['ExpressionAttributeNames'] as { [placeholder: string]: string }
    const condition = String(update['ConditionExpression']).replace(/#\d+/g, (found) => names[found] ?? found)
    expect(condition.replace(/:\d+/g, '?')).toBe(
      'PK = ? AND SK = ? AND name = ? AND tags = ? AND address = ? AND attribute_not_exists(added)',
    )
    expect(notes).toEqual([])
  })

  it('puts a new item only if none exists, and deletes only what was read', () => {
    const { input } = buildTransaction('T', [
      { key, mine: base },
      { key, base },
    ])
    expect(input.TransactItems[0]).toMatchObject({
      Put: { Item: base, ConditionExpression: 'attribute_not_exists(#0)' },
    })
    expect(input.TransactItems[1]).toMatchObject({ Delete: { Key: key } })
    expect(JSON.stringify(input.TransactItems[1])).toContain('"ConditionExpression":"#0 = :0 AND')
  })

  it('reports an item with more attributes than one condition can name', () => {
    const wide: AttributeMap = { ...key }
    for (let number = 0; number < 400; number++) wide[`a${number}`] = { N: String(number) }
    const { input, notes } = buildTransaction('T', [{ key, base: wide, mine: { ...wide, a7: { N: '-1' } } }])
    expect(notes).toHaveLength(1)
    const { Update } = input.TransactItems[0] as { Update: { ConditionExpression: string } }
    expect(Update.ConditionExpression.split(' AND ')).toHaveLength(3)
  })

  it('rejects more edits than a transaction holds', () => {
    expect(() =>
      buildTransaction(
        'T',
        Array.from({ length: 101 }, () => ({ key, base })),
      ),
    ).toThrow('100')
  })
})

describe('mergeEdit', () => {
  it('keeps their changes, and applies mine on top', () => {
    const mine: AttributeMap = { ...base, name: { S: 'Mine' } }
    const theirs: AttributeMap = { ...base, name: { S: 'Theirs' }, note: { S: 'new' }, tags: { SS: ['z'] } }
    expect(mergeEdit(base, mine, theirs)).toEqual({ ...theirs, name: { S: 'Mine' } })
  })

  it('my deletion stays a deletion, and an item that they deleted is created again', () => {
    expect(mergeEdit(base, undefined, base)).toBeUndefined()
    expect(mergeEdit(base, base, undefined)).toEqual(base)
  })
})

describe('wireText', () => {
  it.each([
    [{ S: '7' }, '"7"'],
    [{ N: '7' }, '7'],
    [{ BOOL: true }, 'true'],
    [{ L: [{ S: 'a' }] }, '{"L":[{"S":"a"}]}'],
    [{ S: 'x\u202ey16' }, '"x\\u202ey16"'],
    [{ M: { 'a\u200b': { S: '\u2066b\n' } } }, '{"M":{"a\\u200b":{"S":"\\u2066b\\n"}}}'],
    [{ S: 'x'.repeat(500) }, `"${'x'.repeat(399)}…`],
  ])('of %j is %s', (value, text) => {
    expect(wireText(value)).toBe(text)
  })
})

it('an image keeps its lines, and stays the same JSON, when what is invisible in it is escaped', () => {
  const image = { a: { S: 'x\u202ey\u{e0041}👩‍👩‍👧\r\n' } }
  const shown = escapeUnseen(JSON.stringify(image, null, 2))
  expect(shown).toContain('{\n  "a"')
  expect(shown).toContain('x\\u202ey')
  expect(JSON.parse(shown)).toEqual(image)
})
