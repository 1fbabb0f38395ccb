import { describe, expect, it } from 'vitest'
import { noForms } from '../codec/stored-form.ts'
import type { Change } from '../expressions/change.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { applyChanges } from './apply-changes.ts'

const item: WireItem = {
  count: { N: '10000000000000000000000000001' },
  half: { N: '0.5' },
  tags: { SS: ['a', 'b'] },
  list: { L: [{ S: '0' }, { S: '1' }, { S: '2' }] },
  map: { M: { a: { S: 'x' } } },
}
const wire = (value: WireValue) => ({ kind: 'wire', value }) as const

const cases: readonly [name: string, change: Change, after: WireItem][] = [
  [
    'a value',
    { kind: 'set', steps: ['map', 'b'], value: wire({ S: 'y' }) },
    { map: { M: { a: { S: 'x' }, b: { S: 'y' } } } },
  ],
  [
    'a path',
    { kind: 'set', steps: ['half'], value: { kind: 'path', steps: ['map', 'a'] } },
    { half: { S: 'x' } },
  ],
  [
    'a value that is there',
    { kind: 'setIfMissing', steps: ['half'], value: wire({ S: 'y' }) },
    { half: { N: '0.5' } },
  ],
  [
    'large numbers',
    { kind: 'add', steps: ['count'], amount: 1 },
    { count: { N: '10000000000000000000000000002' } },
  ],
  ['fractions', { kind: 'add', steps: ['half'], amount: 0.25 }, { half: { N: '0.75' } }],
  ['a missing number', { kind: 'add', steps: ['none'], amount: -1 }, { none: { N: '-1' } }],
  [
    'a set',
    { kind: 'include', steps: ['tags'], elements: wire({ SS: ['b', 'c'] }) },
    { tags: { SS: ['a', 'b', 'c'] } },
  ],
  [
    'an end',
    { kind: 'append', steps: ['list'], elements: wire({ L: [{ S: '3' }] }) },
    { list: { L: [{ S: '0' }, { S: '1' }, { S: '2' }, { S: '3' }] } },
  ],
  [
    'a beginning',
    { kind: 'prepend', steps: ['none'], elements: wire({ L: [{ S: '3' }] }) },
    { none: { L: [{ S: '3' }] } },
  ],
  [
    'a place in a list',
    { kind: 'set', steps: ['list', 9], value: wire({ S: '3' }) },
    { list: { L: [{ S: '0' }, { S: '1' }, { S: '2' }, { S: '3' }] } },
  ],
  ['nothing in what is not there', { kind: 'set', steps: ['none', 'a'], value: wire({ S: 'x' }) }, {}],
]

describe('the result of changes to an item', () => {
  it.each(cases)('%s', (_, change, after) => {
    expect(applyChanges(item, [change], noForms)).toEqual({ ...item, ...after })
  })

  it('positions in a list are those before the changes', () => {
    const changes: Change[] = [
      { kind: 'remove', steps: ['list', 0] },
      { kind: 'remove', steps: ['list', 1] },
    ]
    expect(applyChanges(item, changes, noForms)['list']).toEqual({ L: [{ S: '2' }] })
  })

  it('a set without members is removed', () => {
    const change: Change = { kind: 'discard', steps: ['tags'], elements: wire({ SS: ['a', 'b'] }) }
    expect(applyChanges(item, [change], noForms)['tags']).toBeUndefined()
  })

  it('members of a set are equal by their stored form, however they are written', () => {
    const sets = {
      bytes: { BS: [new Uint8Array([254]), new Uint8Array([255])] },
      large: { NS: ['1', '1000'] },
    }
    const changes: Change[] = [
      { kind: 'discard', steps: ['bytes'], elements: wire({ BS: [Buffer.from([255])] }) },
      { kind: 'include', steps: ['large'], elements: wire({ NS: ['1e+3'] }) },
    ]
    const after = applyChanges(sets, changes, noForms)
    expect(after).toEqual({ bytes: { BS: [new Uint8Array([254])] }, large: { NS: ['1', '1e+3'] } })
  })

  it('the original item is not modified', () => {
    const before = structuredClone(item)
    applyChanges(item, [{ kind: 'remove', steps: ['map', 'a'] }], noForms)
    expect(item).toEqual(before)
  })
})
