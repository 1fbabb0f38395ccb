import { describe, expect, it } from 'vitest'
import { type ProgressEntry, ShardProgress } from './shard-progress.ts'

const entry = (number: number): ProgressEntry => {
  return { sequenceNumber: String(number), createdMs: number, isDone: false }
}

describe('progress', () => {
  it('extends to the first record that is not done', () => {
    const progress = new ShardProgress()
    const [first, second, third] = [entry(1), entry(2), entry(3)]
    for (const one of [first, second, third]) progress.add(one)
    second.isDone = true
    expect(progress.advance()).toBe(false)
    expect(progress).toMatchObject({ committed: undefined, waiting: 3, oldestMs: 1 })
    first.isDone = true
    expect(progress.advance()).toBe(true)
    expect(progress).toMatchObject({ committed: '2', waiting: 1, oldestMs: 3, taken: 3, finished: 2 })
    third.isDone = true
    progress.advance()
    expect(progress).toMatchObject({ committed: '3', waiting: 0, oldestMs: undefined })
  })

  it('does not accumulate what is done', () => {
    const progress = new ShardProgress()
    for (let number = 1; number <= 10_000; number++) {
      progress.add({ ...entry(number), isDone: true })
      if (number % 100 === 0) progress.advance()
    }
    expect(progress).toMatchObject({ committed: '10000', waiting: 0, taken: 10_000, finished: 10_000 })
  })
})
