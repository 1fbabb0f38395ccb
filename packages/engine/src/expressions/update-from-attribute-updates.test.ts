import type { AttributeMap, AttributeValueUpdate } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { updateFromAttributeUpdates } from './update-from-attribute-updates.ts'

const item: AttributeMap = {
  n: { N: '5' },
  s: { S: 'x' },
  l: { L: [{ N: '1' }] },
  ss: { SS: ['a', 'b'] },
}
const invalid = 'One or more parameter values were invalid: '
const mismatch = 'Type mismatch for attribute to update'
type Updates = { [name: string]: AttributeValueUpdate }

const applied: [Updates, Record<string, unknown>][] = [
  [{}, {}],
  [{ a: { Value: { N: '1.0' } } }, { a: { N: '1' } }],
  [{ n: { Action: 'PUT', Value: { S: 'y' } } }, { n: { S: 'y' } }],
  [{ n: { Action: 'DELETE' }, zz: { Action: 'DELETE' } }, { n: undefined }],
  [{ ss: { Action: 'DELETE', Value: { SS: ['a', 'q'] } } }, { ss: { SS: ['b'] } }],
  [{ ss: { Action: 'DELETE', Value: { SS: ['a', 'b'] } } }, { ss: undefined }],
  [{ zz: { Action: 'DELETE', Value: { SS: ['a'] } } }, {}],
  [{ n: { Action: 'ADD', Value: { N: '1' } } }, { n: { N: '6' } }],
  [{ zz: { Action: 'ADD', Value: { N: '1' } } }, { zz: { N: '1' } }],
  [{ l: { Action: 'ADD', Value: { L: [{ N: '1' }] } } }, { l: { L: [{ N: '1' }, { N: '1' }] } }],
  [{ ss: { Action: 'ADD', Value: { SS: ['c', 'a'] } } }, { ss: { SS: ['a', 'b', 'c'] } }],
  [{ 'l[0]': { Value: { N: '1' } } }, { 'l[0]': { N: '1' } }],
]

const refused: [Updates, string][] = [
  [{ a: {} }, `${invalid}Only DELETE action is allowed when no attribute value is specified`],
  [{ a: { Action: 'ADD' } }, `${invalid}Only DELETE action is allowed when no attribute value is specified`],
  [
    { a: { Action: 'DELETE', Value: { S: 'a' } } },
    `${invalid}DELETE action with value is not supported for the type S`,
  ],
  [
    { a: { Action: 'DELETE', Value: { L: [] } } },
    `${invalid}DELETE action with value is not supported for the type L`,
  ],
  [{ a: { Action: 'ADD', Value: { B: '' } } }, `${invalid}ADD action is not supported for the type B`],
  [{ a: { Action: 'ADD', Value: { M: {} } } }, `${invalid}ADD action is not supported for the type M`],
]

const failing: Updates[] = [
  { ss: { Action: 'DELETE', Value: { NS: ['1'] } } },
  { n: { Action: 'DELETE', Value: { NS: ['1'] } } },
  { s: { Action: 'ADD', Value: { N: '1' } } },
  { ss: { Action: 'ADD', Value: { N: '1' } } },
  { ss: { Action: 'ADD', Value: { NS: ['1'] } } },
  { n: { Action: 'ADD', Value: { L: [] } } },
]

describe('updateFromAttributeUpdates', () => {
  it.each(applied)('applies %j', (updates, changes) => {
    const expected: Record<string, unknown> = { ...item, ...changes }
    for (const name of Object.keys(expected)) if (expected[name] === undefined) delete expected[name]
    const before = structuredClone(item)
    expect(updateFromAttributeUpdates(updates).apply(item)).toEqual(expected)
    expect(item).toEqual(before)
  })

  it.each(refused)('refuses %j', (updates, message) => {
    expect(() => updateFromAttributeUpdates(updates)).toThrow(expect.objectContaining({ message }))
  })

  it.each(failing.map((updates) => [updates]))('fails on the type of the attribute: %j', (updates) => {
    const update = updateFromAttributeUpdates(updates)
    expect(() => update.apply(item)).toThrow(expect.objectContaining({ message: mismatch }))
  })

  it('refuses an unknown action', () => {
    const updates = JSON.parse('{"a":{"Action":"FOO","Value":{"S":"a"}}}')
    expect(() => updateFromAttributeUpdates(updates)).toThrow(
      "1 validation error detected: Value 'FOO' at 'attributeUpdates.a.member.action' failed to satisfy constraint: Member must satisfy enum value set: [ADD, PUT, DELETE]",
    )
  })

  it('reports what is written, and whether it only removes', () => {
    const update = updateFromAttributeUpdates({ 'a.b': { Action: 'DELETE' } })
    expect(update.paths).toEqual([['a.b']])
    expect(update.attributeNames).toEqual(new Set(['a.b']))
    expect(update.onlyRemoves).toBe(true)
    expect(updateFromAttributeUpdates(undefined).onlyRemoves).toBe(false)
  })
})
