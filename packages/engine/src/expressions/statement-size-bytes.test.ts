import type { AttributeMap } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { compileUpdate } from './compile-update.ts'
import { Placeholders } from './placeholders.ts'

const values: AttributeMap = {
  ':s': { S: 'x'.repeat(100) },
  ':n': { N: '1' },
  ':l': { L: [{ S: 'x'.repeat(10) }] },
  ':m': { M: { a: { S: 'x'.repeat(100) } } },
  ':ss': { SS: ['x'.repeat(20), 'y'.repeat(30)] },
}

function sizeOf(source: string): number {
  const placeholders = new Placeholders({ names: { '#long': 'b' }, values })
  return compileUpdate({ source, placeholders }).sizeBytes() - 3
}

describe('statementSizeBytes', () => {
  // Measured on AWS, without the three bytes of every update.
  it.each([
    ['SET b = :s', 19 + 1 + 100],
    ['SET #long = :s', 19 + 1 + 100],
    ['SET b = :s, c = :s', 2 * (19 + 1 + 100)],
    ['SET d.leaf = :s', 19 + 1 + 4 + 4 + 100],
    ['SET d[10] = :s', 19 + 1 + 4 + 2 + 100],
    ['SET c = abcdefghij', 19 + 1 + 15 + 10],
    ['SET c = m.a.z', 19 + 1 + 1 + 3 * 15],
    ['SET c = l[10]', 19 + 1 + 1 + 15 + 16],
    ['SET n = n + :n', 19 + 1 + 34 + 16 + 2],
    ['SET n = n - :n', 19 + 1 + 37 + 16 + 2],
    ['SET c = if_not_exists(c, :m)', 19 + 1 + 39 + 16 + 105],
    ['SET l = list_append(l, :l)', 19 + 1 + 37 + 16 + 14],
    ['SET l = list_append(if_not_exists(l, :l), :l)', 19 + 1 + 37 + 39 + 16 + 14 + 14],
    ['ADD abcdefghij :n', 19 + 10 + 2],
    ['ADD ss :ss', 19 + 2 + 50],
    ['REMOVE r', 1 + 1],
    ['REMOVE m.yyyyyyyyyy, l[10]', 1 + 1 + 4 + 10 + 1 + 1 + 4 + 2],
    ['DELETE ss :ss', 1 + 2],
  ])('%s takes %i bytes', (source, bytes) => {
    expect(sizeOf(source)).toBe(bytes)
  })
})
