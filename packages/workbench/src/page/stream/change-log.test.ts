import { describe, expect, it } from 'vitest'
import { ChangeLog, filterChanges, summariseChanges } from './change-log.ts'
import { changedAttributes, isComparable } from './changed-attributes.ts'
import { readChange, type StreamRecord } from './stream-change.ts'
import { timeText } from './time-text.ts'

type Given = Partial<NonNullable<StreamRecord['dynamodb']>> & { readonly by?: string }

function record(sequence: string, eventName: string, { by, ...given }: Given = {}): StreamRecord {
  return {
    eventName,
    ...(by !== undefined && { userIdentity: { Type: 'Service', PrincipalId: by } }),
    dynamodb: {
      SequenceNumber: sequence,
      ApproximateCreationDateTime: 1_000,
      Keys: { PK: { S: `A#${sequence}` } },
      ...given,
    },
  }
}

const key = { pk: [{ name: 'PK', type: 'S' }], sk: [] } as const
const records = [
  record('1', 'INSERT', { Keys: { PK: { S: 'A#1' } } }),
  record('2', 'MODIFY', { Keys: { PK: { S: 'A#12' } } }),
  record('3', 'REMOVE', { Keys: { PK: { S: 'A#1' } } }),
  record('4', 'REMOVE', { Keys: { PK: { S: 'B#1' } }, by: 'dynamodb.amazonaws.com' }),
  record('5', 'REMOVE', { Keys: { PK: { S: 'B#1' } }, by: 'somebody' }),
]

function logOf(given: readonly StreamRecord[]): ChangeLog {
  const log = new ChangeLog()
  log.add(given)
  return log
}

describe('changes', () => {
  it('have a kind, and expired items stand out from removed ones', () => {
    expect(logOf(records).all.map(({ kind }) => kind)).toEqual([
      'inserted',
      'modified',
      'removed',
      'expired',
      'removed',
    ])
  })

  it.each([
    [undefined, undefined, ['5', '4', '3', '2', '1']],
    ['removed', undefined, ['5', '4', '3']],
    [undefined, { text: 'A#1', isPrefix: false }, ['3', '1']],
    [undefined, { text: 'A#1', isPrefix: true }, ['3', '2', '1']],
    ['inserted', { text: 'B#1', isPrefix: false }, []],
  ] as const)('of kind %s in partition %j are %j, newest first', (kind, partition, ids) => {
    const found = filterChanges(logOf(records).all, { kind, partition }, key)
    expect(found.map(({ id }) => id)).toEqual(ids)
  })

  it('are counted by kind', () => {
    expect(summariseChanges(logOf(records).all)).toEqual({ inserted: 1, modified: 1, removed: 3 })
  })

  it('are kept once and in the order of time, then of sequence numbers, however they arrive', () => {
    const log = logOf([record('100', 'INSERT'), record('0000000000000000000099', 'INSERT')])
    log.add([record('98', 'INSERT', { ApproximateCreationDateTime: 1_001 }), record('100', 'INSERT')])
    expect(log.all.map(({ id }) => id)).toEqual(['0000000000000000000099', '100', '98'])
    expect(log.added).toBe(3)
  })

  it('that are too many or too large are forgotten, the oldest first', () => {
    const many = logOf(Array.from({ length: 5_001 }, (_, n) => record(`${n + 1}`, 'INSERT')))
    expect([many.isCut, many.all.length, many.all[0]?.id]).toEqual([true, 5_000, '2'])
    const large = logOf(
      Array.from({ length: 100 }, (_, n) => record(`${n + 1}`, 'INSERT', { SizeBytes: 800_000 })),
    )
    expect([large.isCut, large.all.length, large.all.at(-1)?.id]).toEqual([true, 41, '100'])
    large.clear()
    expect([large.isCut, large.all]).toEqual([false, []])
  })

  it.each([
    ['INSERT', undefined, { a: { N: '1' } }, [{ path: ['a'], after: { N: '1' } }], true],
    ['REMOVE', { a: { N: '1' } }, undefined, [{ path: ['a'], before: { N: '1' } }], true],
    [
      'MODIFY',
      { a: { M: { b: { N: '1' }, c: { N: '1' } } } },
      { a: { M: { b: { N: '2' }, c: { N: '1' } } } },
      [{ path: ['a', 'b'], before: { N: '1' }, after: { N: '2' } }],
      true,
    ],
    ['MODIFY', undefined, { a: { N: '1' } }, [{ path: ['a'], after: { N: '1' } }], false],
    ['MODIFY', undefined, undefined, [], false],
  ])('%s from %j to %j changes %j', (eventName, OldImage, NewImage, expected, isCompared) => {
    const PK = { S: 'A#1' }
    const change = readChange(
      record('1', eventName, {
        ...(OldImage !== undefined && { OldImage: { PK, ...OldImage } as never }),
        ...(NewImage !== undefined && { NewImage: { PK, ...NewImage } as never }),
      }),
    )
    if (change === undefined) throw new Error('It is a change.')
    expect(changedAttributes(change)).toEqual(expected)
    expect(isComparable(change)).toBe(isCompared)
  })

  it('of another day are shown with the weekday', () => {
    const now = new Date(2026, 0, 2, 9, 30).getTime()
    expect(timeText(new Date(2026, 0, 2, 7, 5, 1).getTime(), now)).toBe('07:05:01')
    expect(timeText(new Date(2026, 0, 1, 22, 5, 1).getTime(), now)).toBe('Thu 22:05:01')
  })
})
