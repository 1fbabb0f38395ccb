import { expect, test } from 'vitest'
import { decodeFrame, FrameEncoder, frameHeadBytes, type JournalChange } from './journal-frame.ts'

const head = { store: 1, number: 2, nextPosition: 3, unconfirmed: 0 }

function change(sort: string, doc: string | undefined): JournalChange {
  return { space: 7, partition: 'p', sort, value: doc === undefined ? undefined : { doc, sizeBytes: 9 } }
}

test('`add` returns where the document of the change will be, even if the memory had to grow', () => {
  const changes = [
    change('a', 'é'),
    change('b', undefined),
    change('c', ''),
    change('d', 'x'.repeat(300_000)),
  ]
  const encoder = new FrameEncoder()
  // Nothing is left of a frame that was not finished.
  for (const round of [changes.slice(1), changes]) {
    encoder.begin()
    const places = round.map((one) => ({ start: encoder.add(one), bytes: encoder.docBytes }))
    if (round !== changes) continue
    const frame = encoder.finish(head)
    expect(decodeFrame(frame)).toEqual({ ...head, changes })
    expect(places.map(({ bytes }) => bytes)).toEqual([2, -1, 0, 300_000])
    expect(places[0]?.start).toBe(frameHeadBytes + 18)
    const docs = places.map(({ start, bytes }) =>
      bytes < 0 ? undefined : frame.toString('utf8', start, start + bytes),
    )
    expect(docs).toEqual(changes.map(({ value }) => value?.doc))
  }
})
