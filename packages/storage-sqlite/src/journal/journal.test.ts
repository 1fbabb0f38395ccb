import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FrameEncoder, type JournalChange, type JournalFrame } from '@monotable/storage-files'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { Journal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-journal-'))
const store = 42
let files = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function newFile(): string {
  files += 1
  return join(folder, `journal-${files}`)
}

function framesIn(file: string, applied = 0): JournalFrame[] {
  const journal = new Journal(file)
  try {
    const frames = [...journal.frames({ store, applied })]
    journal.requireEnd(store, frames.at(-1)?.number ?? applied)
    return frames
  } finally {
    journal.close()
  }
}

/** Writes each list of frames over the previous one; returns the length of the last. The file is longer. */
function write(file: string, ...passes: readonly (readonly JournalFrame[])[]): number {
  const journal = new Journal(file)
  for (const frames of passes) {
    journal.restart(1e9)
    for (const frame of frames) journal.append(frame)
  }
  journal.close()
  return journal.bytes
}

function frame(number: number, doc = `{"n":${number}}`): JournalFrame {
  const change = { space: 7, partition: 'p'.repeat(16), sort: '', value: { doc, sizeBytes: doc.length } }
  return { store, number, unconfirmed: 0, nextPosition: number * 10, changes: [change] }
}

const bytes = (constraints: { maxLength: number }) =>
  fc.uint8Array(constraints).map((array) => Buffer.from(array).toString('latin1'))

const changeArbitrary = fc.record({
  space: fc.nat(),
  partition: bytes({ maxLength: 16 }),
  sort: bytes({ maxLength: 2_100 }),
  value: fc.option(
    fc.record({ doc: fc.string({ unit: 'binary', maxLength: 400 }), sizeBytes: fc.nat(409_600) }),
    { nil: undefined },
  ),
})

describe('the journal', () => {
  it('returns what was written, whatever the bytes and characters', () => {
    const changesArbitrary = fc.array(fc.array(changeArbitrary, { maxLength: 5 }), { maxLength: 5 })
    fc.assert(
      fc.property(changesArbitrary, fc.option(fc.nat(), { nil: undefined }), (groups, unconfirmed) => {
        const file = newFile()
        const frames = groups.map((changes, i) => ({
          ...{ store, number: i + 1, unconfirmed },
          ...{ nextPosition: i, changes },
        }))
        write(file, frames)
        expect(framesIn(file)).toEqual(frames)
      }),
      { numRuns: draws(80) },
    )
  })

  it('accepts a frame of many megabytes', () => {
    const file = newFile()
    const large = frame(2, JSON.stringify('é€😀'.repeat(1_000_000)))
    write(file, [frame(1), large, frame(3)])
    expect(framesIn(file)).toEqual([frame(1), large, frame(3)])
  })

  it('cut at any byte, yields the complete frames', () => {
    const file = newFile()
    const frames = [frame(1), frame(2), frame(3)]
    const written = write(file, frames)
    const whole = readFileSync(file).subarray(0, written)
    const length = whole.length / 3
    for (let cut = 0; cut <= whole.length; cut++) {
      writeFileSync(file, whole.subarray(0, cut))
      expect(framesIn(file)).toEqual(frames.slice(0, Math.floor(cut / length)))
    }
  })

  it.each([undefined, 0, 1, 2])(
    'with any byte changed, yields the frames before it, unless one after it proves it durable; unconfirmed: %s',
    (unconfirmed) => {
      const file = newFile()
      const frames = [frame(1), frame(2), frame(3)].map((one) => ({ ...one, unconfirmed }))
      const written = write(file, frames)
      const whole = readFileSync(file).subarray(0, written)
      const length = whole.length / 3
      for (let at = 0; at < whole.length; at++) {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] as number) ^ 0x10
        writeFileSync(file, damaged)
        const good = Math.floor(at / length)
        // What was durable when a later frame was written was acknowledged.
        if (unconfirmed !== undefined && good < 2 - unconfirmed)
          expect(() => framesIn(file)).toThrow('is damaged')
        else expect(framesIn(file)).toEqual(frames.slice(0, good))
      }
    },
  )

  it('does not mistake a frame inside a key for one of its own', () => {
    const file = newFile()
    const forged = { ...frame(9), store: store + 1 }
    const sort = new FrameEncoder().encode(forged).toString('latin1')
    const [change] = frame(1).changes
    const frames = [{ ...frame(1), changes: [{ ...change, sort } as JournalChange] }, frame(2)]
    const written = write(file, frames)
    // Cut within the second frame: what follows the end is searched, and the first frame is read as usual.
    truncateSync(file, written - 1)
    expect(framesIn(file)).toEqual(frames.slice(0, 1))
    // Without its head, what is left of the first frame is searched; the forged frame is found there, and does not
    // count.
    const whole = readFileSync(file)
    whole.fill(0, 0, 40)
    writeFileSync(file, whole)
    expect(framesIn(file)).toEqual([])
  })

  it('restarted, recognizes old frames behind the new ones by their numbers', () => {
    const file = newFile()
    write(file, [frame(1), frame(2), frame(3)], [frame(4)])
    expect(statSync(file).size).toBeGreaterThan(200)
    expect(framesIn(file, 3)).toEqual([frame(4)])
  })

  it('restarted, keeps no more room than it is told to', () => {
    const file = newFile()
    const length = write(file, [frame(1)])
    const journal = new Journal(file)
    const room = statSync(file).size
    expect(room).toBeGreaterThan(length)
    journal.restart(room)
    expect(statSync(file).size).toBe(room)
    journal.restart(room - 1)
    expect(statSync(file).size).toBe(0)
    journal.close()
  })

  it('emptied, has nothing behind the new frames', () => {
    const file = newFile()
    write(file, [frame(1), frame(2), frame(3)])
    const journal = new Journal(file)
    journal.empty()
    // The number of a lost frame: what stood behind that would continue from this one.
    journal.append(frame(1))
    journal.close()
    expect(framesIn(file)).toEqual([frame(1)])
  })
})
