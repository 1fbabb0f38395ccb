import { describe, expect, it } from 'vitest'
import type { Job } from './job.ts'
import { JobSchedule } from './job-schedule.ts'

const names = new Map<Job, string>()

function jobOf(name: string, ...queued: string[]): Job {
  const job: Job = {
    keys: [],
    places: queued,
    queued,
    mustHold: false,
    decide: () => ({ changes: [], answer: undefined }),
    settle: () => {},
  }
  names.set(job, name)
  return job
}

function scheduleOf(...jobs: readonly Job[]): JobSchedule {
  const schedule = new JobSchedule()
  for (const job of jobs) schedule.add(job)
  return schedule
}

const namesOf = (jobs: readonly Job[]): string[] => jobs.map((job) => names.get(job) as string)

describe('JobSchedule', () => {
  it('puts jobs of one place into one batch, in the order of asking', () => {
    const schedule = scheduleOf(jobOf('a', 'x'), jobOf('b', 'x'), jobOf('c', 'y'))
    expect(namesOf(schedule.take(10).jobs).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('makes a job wait for the batch that is at work on one of its places', () => {
    const schedule = scheduleOf(jobOf('a', 'x'))
    const batch = schedule.take(10)
    schedule.add(jobOf('b', 'x', 'y'))
    expect(schedule.take(10).jobs).toEqual([])
    schedule.finish(batch)
    expect(namesOf(schedule.take(10).jobs)).toEqual(['b'])
  })

  it('overtakes nobody: a later job waits behind one that waits for the same place', () => {
    const schedule = scheduleOf(jobOf('a', 'x'))
    const batch = schedule.take(10)
    for (const job of [jobOf('b', 'x', 'y'), jobOf('c', 'y'), jobOf('d', 'z')]) schedule.add(job)
    expect(namesOf(schedule.take(10).jobs)).toEqual(['d'])
    schedule.finish(batch)
    expect(namesOf(schedule.take(10).jobs)).toEqual(['b', 'c'])
  })

  it('leaves what does not fit into a batch for the next one', () => {
    const schedule = scheduleOf(jobOf('a', 'x'), jobOf('b', 'x'), jobOf('c', 'x'))
    const batch = schedule.take(2)
    expect(namesOf(batch.jobs)).toEqual(['a', 'b'])
    expect(schedule.take(2).jobs).toEqual([])
    schedule.finish(batch)
    expect(namesOf(schedule.take(2).jobs)).toEqual(['c'])
    expect(schedule.waitingCount).toBe(0)
  })

  it('takes jobs without places at once', () => {
    const schedule = scheduleOf(jobOf('a'), jobOf('b'))
    expect(namesOf(schedule.take(10).jobs)).toEqual(['a', 'b'])
  })

  it('hands out all waiting jobs, and works on afterwards', () => {
    const schedule = scheduleOf(jobOf('a', 'x'))
    const batch = schedule.take(10)
    schedule.add(jobOf('b', 'x'))
    schedule.add(jobOf('c', 'y'))
    expect(namesOf(schedule.takeAll())).toEqual(['b', 'c'])
    schedule.finish(batch)
    schedule.add(jobOf('d', 'x', 'y'))
    expect(namesOf(schedule.take(10).jobs)).toEqual(['d'])
  })

  it('looks at each of many jobs waiting for one place only when its turn comes', () => {
    const count = 20_000
    const schedule = scheduleOf(...Array.from({ length: count }, (_, i) => jobOf(String(i), 'x')))
    const taken: string[] = []
    for (let batch = schedule.take(100); batch.jobs.length > 0; batch = schedule.take(100)) {
      taken.push(...namesOf(batch.jobs))
      schedule.finish(batch)
    }
    expect(taken).toEqual(Array.from({ length: count }, (_, i) => String(i)))
  })
})
