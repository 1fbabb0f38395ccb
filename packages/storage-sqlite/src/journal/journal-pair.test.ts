import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalFrame } from '@monotable/storage-files'
import { afterAll, describe, expect, it } from 'vitest'
import { Journal } from './journal.ts'
import { JournalPair } from './journal-pair.ts'

const root = mkdtempSync(join(tmpdir(), 'monotable-pair-'))
const store = 42

afterAll(() => rmSync(root, { recursive: true, force: true }))

function open(folder: string): JournalPair {
  return new JournalPair(new Journal(join(folder, 'journal')), new Journal(join(folder, 'journal-2')))
}

/** Writes this many frames into each journal in turn, numbered consecutively; returns the folder. */
function write(counts: readonly number[], unconfirmed: number | undefined): string {
  const folder = mkdtempSync(join(root, 'pair-'))
  const journals = open(folder)
  let number = 0
  for (const [i, count] of counts.entries()) {
    if (i > 0) journals.swap(1e9)
    for (let n = 0; n < count; n++) {
      number += 1
      journals.append({ store, number, unconfirmed, nextPosition: 1, changes: [changeOf(number)] })
    }
  }
  journals.close()
  return folder
}

function changeOf(number: number): JournalFrame['changes'][number] {
  return { space: 1, partition: 'p', sort: '', value: { doc: `${number}`, sizeBytes: 1 } }
}

const longChange = {
  space: 1,
  partition: 'p',
  sort: '',
  value: { doc: 'x'.repeat(3_000), sizeBytes: 3_000 },
}

function numbersIn(folder: string, applied: number): number[] {
  const journals = open(folder)
  try {
    return [...journals.frames({ store, applied })].map(({ number }) => number)
  } finally {
    journals.close()
  }
}

/** Destroys the frame with this number. */
function damage(folder: string, name: string, number: number): void {
  const file = join(folder, name)
  const bytes = readFileSync(file)
  const head = Buffer.alloc(8)
  head.writeDoubleLE(number)
  bytes.fill(0xff, bytes.indexOf(head), bytes.indexOf(head) + 8)
  writeFileSync(file, bytes)
}

describe('two journals', () => {
  it.each([
    { counts: [], applied: 0, numbers: [] },
    { counts: [3], applied: 0, numbers: [1, 2, 3] },
    { counts: [3, 0], applied: 0, numbers: [1, 2, 3] },
    { counts: [3, 2], applied: 0, numbers: [1, 2, 3, 4, 5] },
    // The first one is overwritten once the data file has its contents: with less, then with more than before.
    { counts: [3, 2, 1], applied: 3, numbers: [4, 5, 6] },
    { counts: [3, 2, 5], applied: 3, numbers: [4, 5, 6, 7, 8, 9, 10] },
    { counts: [3, 2, 0], applied: 3, numbers: [4, 5] },
    { counts: [2, 3, 1, 2], applied: 5, numbers: [6, 7, 8] },
    { counts: [2, 3, 1, 2], applied: 8, numbers: [] },
  ])('written in turn with $counts frames, $applied of which the data file has, yield $numbers', (given) => {
    const folder = write(given.counts, 0)
    expect(numbersIn(folder, given.applied).filter((number) => number > given.applied)).toEqual(given.numbers)
  })

  it('end where the older one was cut off, if the newer one was not confirmed', () => {
    const folder = write([3, 2], undefined)
    damage(folder, 'journal', 3)
    expect(numbersIn(folder, 0)).toEqual([1, 2])
  })

  it('are damaged where the older one was cut off, if the newer one was confirmed', () => {
    const folder = write([3, 2], 0)
    damage(folder, 'journal', 3)
    expect(() => numbersIn(folder, 0)).toThrow('is damaged')
  })

  it('continue if only the end of the first new frame has reached the disk, behind old frames', () => {
    const folder = write([60, 5], undefined)
    const file = join(folder, 'journal')
    const old = readFileSync(file).subarray(0, 512)
    const journals = open(folder)
    journals.append({ store, number: 66, unconfirmed: 0, nextPosition: 1, changes: [longChange] })
    journals.close()
    const bytes = readFileSync(file)
    old.copy(bytes)
    writeFileSync(file, bytes)
    expect(numbersIn(folder, 60).filter((number) => number > 60)).toEqual([61, 62, 63, 64, 65])
  })

  it('continue if a frame behind the first new one has reached the disk, which was written before that was durable', () => {
    const folder = write([60, 5], 0)
    const file = join(folder, 'journal')
    const old = readFileSync(file).subarray(0, 512)
    const journals = open(folder)
    journals.append({ store, number: 66, unconfirmed: 0, nextPosition: 1, changes: [longChange] })
    journals.append({ store, number: 67, unconfirmed: 1, nextPosition: 1, changes: [changeOf(67)] })
    journals.close()
    const bytes = readFileSync(file)
    old.copy(bytes)
    writeFileSync(file, bytes)
    expect(numbersIn(folder, 60).filter((number) => number > 60)).toEqual([61, 62, 63, 64, 65])
  })

  it('end where the first frame of the newer one was cut off', () => {
    const folder = write([3, 2, 1], 0)
    damage(folder, 'journal', 6)
    expect(numbersIn(folder, 3)).toEqual([4, 5])
  })

  // Without that, every removal was refused on a full disk where most of what was written still waited for room.
  it('have room for removing, one by one, everything that was put since the data file had everything', () => {
    const folder = mkdtempSync(join(root, 'pair-'))
    const journals = open(folder)
    const puts = Array.from({ length: 3_000 }, (_, i) => ({ ...changeOf(i), sort: `${i}` }))
    const append = (number: number, changes: JournalFrame['changes']) =>
      journals.append({ store, number, unconfirmed: 0, nextPosition: 1, changes })
    append(1, puts)
    journals.swap(1e9)
    append(2, puts)
    const bytesBefore = statSync(join(folder, 'journal-2')).size
    puts.forEach((put, i) => {
      append(3 + i, [{ ...put, value: undefined }])
      append(3 + puts.length + i, [{ ...put, value: undefined }])
    })
    expect(statSync(join(folder, 'journal-2')).size).toBe(bytesBefore)
    journals.close()
  })

  it('keep their room when they continue behind what they have, without what stood there', () => {
    const folder = write([300, 3, 2], 0)
    const file = join(folder, 'journal')
    const { size } = statSync(file)
    const journals = open(folder)
    expect([...journals.frames({ store, applied: 300 })].length).toBe(5)
    journals.continueBehind()
    journals.close()
    expect(statSync(file).size).toBe(size)
    expect(numbersIn(folder, 300)).toEqual([301, 302, 303, 304, 305])
    const marks = readFileSync(file).toString('latin1').split('MnJ1').length - 1
    expect(marks).toBe(2)
  })
})
