import { FrameEncoder, type JournalChange, readFrameChanges } from '@monotable/storage-files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestChanges, readJournalBatch } from './journal-batch.ts'

test('a batch has the last change of each place, in the order of the data file', () => {
  const batch = read([
    [change(2, 'b', 'x', '"first"'), change(10, 'a', 'x', '"other space"')],
    [change(2, 'b', 'y', '"gone"'), change(2, 'b', 'x', '"é"'), change(2, 'b', 'x', '"last ✓"')],
    [change(2, 'b', 'y', undefined), change(2, 'ab', '', '"ab"'), change(2, 'a', 'b', '"a, b"')],
  ])
  expect(batch.changes).toEqual([
    change(2, 'a', 'b', '"a, b"'),
    change(2, 'ab', '', '"ab"'),
    change(2, 'b', 'x', '"last ✓"'),
    change(2, 'b', 'y', undefined),
    change(10, 'a', 'x', '"other space"'),
  ])
})

test('keys are in the order of their bytes', () => {
  const { changes } = read([['\xff', '\x80', 'a', '\0', ''].map((sort) => change(1, 'p', sort, '{}'))])
  expect(changes.map(({ sort }) => sort)).toEqual(['', '\0', 'a', '\x80', '\xff'])
})

test('whatever was written, the result is that of a map', () => {
  const bytes = fc.string({ unit: fc.constantFrom('\0', '\x01', 'a', '\x80', '\xff'), maxLength: 5 })
  const doc = fc.option(fc.string({ unit: 'grapheme', maxLength: 3 }), { nil: undefined })
  const written = fc.record({ space: fc.integer({ min: 1, max: 3 }), partition: bytes, sort: bytes, doc })
  const frames = fc.array(fc.array(written, { maxLength: 8 }), { maxLength: 20 })
  fc.assert(
    fc.property(frames, (groups) => {
      const changes = groups.map((group) =>
        group.map((of) => change(of.space, of.partition, of.sort, of.doc)),
      )
      const last = new Map(changes.flat().map((made) => [JSON.stringify(placeOf(made)), made]))
      expect(read(changes).changes).toEqual([...last.values()].sort(inOrder))
    }),
  )
})

test('a batch says how far the journal and the logs have come', () => {
  expect(read([[change(1, 'a', 'a', '{}')], [], []])).toMatchObject({ applied: 3, nextPosition: 30 })
})

function change(space: number, partition: string, sort: string, doc: string | undefined): JournalChange {
  return { space, partition, sort, value: doc === undefined ? undefined : { doc, sizeBytes: doc.length } }
}

function placeOf({ space, partition, sort }: JournalChange) {
  return [space, partition, sort] as const
}

function inOrder(a: JournalChange, b: JournalChange): number {
  const differing = placeOf(a).findIndex((part, i) => part !== placeOf(b)[i])
  return (placeOf(a)[differing] as string) < (placeOf(b)[differing] as string) ? -1 : 1
}

function read(groups: readonly (readonly JournalChange[])[]) {
  const encoder = new FrameEncoder()
  const frames = groups.map((changes, i) => {
    const number = i + 1
    // The encoder reuses its memory.
    return Buffer.from(
      encoder.encode({ store: 1, number, unconfirmed: 0, nextPosition: number * 10, changes }),
    )
  })
  const { count, changeAt, applied, nextPosition } = readJournalBatch(Buffer.concat(frames), {
    readChanges: readFrameChanges,
    latestChanges,
    store: 1,
    has: 0,
  })
  return { changes: Array.from({ length: count }, (_, i) => changeAt(i)), applied, nextPosition }
}
