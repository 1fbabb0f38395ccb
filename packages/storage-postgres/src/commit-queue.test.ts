import { describe, expect, it } from 'vitest'
import { CommitQueue } from './commit-queue.ts'
import { requireDialect } from './dialect.ts'
import { Outage } from './patience.ts'
import { connectFailure } from './postgres-failure.ts'
import { RecordingSql } from './testing/recording-sql.ts'

const key = (sort: string) => ({ space: 's', partition: 'p'.repeat(16), sort })

describe('a batch that fails', () => {
  it('is answered as a whole if the database goes away during the search for the job at fault', async () => {
    let isThere = true
    const sql = new RecordingSql({
      answer: () => {
        const code = isThere ? '42P01' : 'ECONNREFUSED'
        isThere = false
        throw Object.assign(new Error('refused'), { code })
      },
    })
    // Every look at the clock is a second later, so nothing is retried.
    let seconds = 0
    const outage = new Outage(0, () => 1_000 * seconds++)
    const queue = new CommitQueue({ sql, dialect: requireDialect('postgres'), outage })
    const jobs = ['a', 'b', 'c', 'd'].map((sort) =>
      queue.add([key(sort)], () => ({ changes: [], answer: undefined })),
    )
    const outcomes = await Promise.allSettled(jobs)
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
      new Array(4).fill('UNAVAILABLE'),
    )
    await queue.drained()
  })

  it.each([
    ['28000', 'IO', /^The database refused the login \(28000: not now/],
    ['53100', 'FULL', /^The database has no room left/],
  ])('is not split if nobody is accepted (%s): each part would only be refused', async (...told) => {
    const [state, code, message] = told
    let trials = 0
    const sql = new RecordingSql({
      answer: () => {
        trials++
        throw connectFailure(Object.assign(new Error('not now'), { code: state }))
      },
    })
    const queue = new CommitQueue({
      sql,
      dialect: requireDialect('postgres'),
      outage: new Outage(5_000, () => 0),
    })
    const jobs = ['a', 'b', 'c', 'd'].map((sort) =>
      queue.add([key(sort)], () => ({ changes: [], answer: undefined })),
    )
    for (const outcome of await Promise.allSettled(jobs)) {
      expect(outcome).toMatchObject({ reason: { code, message: expect.stringMatching(message) } })
    }
    expect(trials).toBe(1)
  })
})

describe('a batch of many spaces', () => {
  const spaces = ['a', 'b', 'c', 'd', 'e', 'f']
  const keys = spaces.map((space) => ({ space, partition: 'p'.repeat(16), sort: '' }))
  const look = () => ({ changes: [], answer: undefined })
  const sentFor = async (...jobs: (typeof keys)[]): Promise<string[]> => {
    const sql = new RecordingSql()
    const outage = new Outage(5_000, () => 0)
    const queue = new CommitQueue({ sql, dialect: requireDialect('postgres'), outage })
    await Promise.all(jobs.map((job) => queue.add(job, look)))
    return sql.statements.map(({ text }) => text)
  }

  it('is read by statements that other batches use, too: a new one would be prepared and kept', async () => {
    const all = await sentFor(...keys.map((key) => [key]))
    const fewer = await sentFor(...keys.slice(1).map((key) => [key]))
    expect(all).toHaveLength(6)
    expect(fewer.filter((text) => !all.includes(text))).toEqual([])
  })

  it('is guarded if a job has looked at more than one place, because several statements do not see one moment', async () => {
    const guards = (await sentFor(keys)).filter((text) => text.startsWith('INSERT INTO "s_'))
    expect(guards).toHaveLength(6)
    expect(await sentFor(keys.slice(0, 3))).toHaveLength(1)
  })
})
