import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanceWork,
  type BatchWork,
  beginWork,
  dropAged,
  type Outcome,
  type RetryPolicy,
} from './batch-work.ts'

const policy: RetryPolicy = {
  maxAttempts: 3,
  bisect: false,
  maxRecordAgeMs: Number.POSITIVE_INFINITY,
  retryDelayMs: 100,
}
const handled: Outcome = { kind: 'handled' }
const failed: Outcome = { kind: 'failed' }
const from = (index: number): Outcome => ({ kind: 'failed-from', index })

/** Plays a batch through and records the calls, the completed and the abandoned records, and the delays. */
function play(
  entries: readonly number[],
  outcomes: readonly Outcome[],
  given: Partial<RetryPolicy>,
): string[] {
  const log: string[] = []
  let work: BatchWork<number> = beginWork(entries)
  for (const outcome of outcomes) {
    log.push(`call ${work[0]?.entries.join(',')}`)
    const step = advanceWork(work, outcome, { ...policy, ...given })
    if (step.handled.length > 0) log.push(`done ${step.handled.join(',')}`)
    if (step.abandoned) {
      log.push(`give up ${step.abandoned.entries.join(',')} after ${step.abandoned.invocations}`)
    }
    if (step.delayMs > 0) log.push(`wait ${step.delayMs}`)
    work = step.work
  }
  log.push(work.length === 0 ? 'end' : `left ${work.map((part) => part.entries.join(',')).join(' | ')}`)
  return log
}

describe('a batch', () => {
  it.each<[string, Parameters<typeof play>, string[]]>([
    ['that is handled is done', [[1, 2], [handled], {}], ['call 1,2', 'done 1,2', 'end']],
    [
      'that fails is tried again, later each time',
      [[1, 2], [failed, failed, handled], {}],
      ['call 1,2', 'wait 100', 'call 1,2', 'wait 200', 'call 1,2', 'done 1,2', 'end'],
    ],
    [
      'is given up after so many attempts',
      [[1, 2], [failed, failed, failed], {}],
      ['call 1,2', 'wait 100', 'call 1,2', 'wait 200', 'call 1,2', 'give up 1,2 after 3', 'end'],
    ],
    [
      'of one attempt is not repeated',
      [[1], [failed], { maxAttempts: 1 }],
      ['call 1', 'give up 1 after 1', 'end'],
    ],
    [
      'of endless attempts waits for a minute at most',
      [[1], Array.from({ length: 12 }, () => failed), { maxAttempts: Number.POSITIVE_INFINITY }],
      [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000, 60_000]
        .flatMap((delay) => ['call 1', `wait ${delay}`])
        .concat('left 1'),
    ],
    [
      'that fails from a place on keeps what is before it',
      [[1, 2, 3], [from(1), handled], {}],
      ['call 1,2,3', 'done 1', 'wait 100', 'call 2,3', 'done 2,3', 'end'],
    ],
    [
      'counts the attempts of the record that it fails for',
      [[1, 2, 3], [from(1), from(1), failed, failed], { maxAttempts: 3 }],
      [
        'call 1,2,3',
        'done 1',
        'wait 100',
        'call 2,3',
        'done 2',
        'wait 100',
        'call 3',
        'wait 200',
        'call 3',
        'give up 3 after 4',
        'end',
      ],
    ],
    [
      'gives up all from that place on',
      [[1, 2, 3], [from(1)], { maxAttempts: 1 }],
      ['call 1,2,3', 'done 1', 'give up 2,3 after 1', 'end'],
    ],
    [
      'is split, and splitting does not count',
      [[1, 2, 3], [failed, failed, handled, failed, handled], { bisect: true, maxAttempts: 1 }],
      [
        'call 1,2,3',
        'call 1,2',
        'call 1',
        'done 1',
        'call 2',
        'give up 2 after 3',
        'call 3',
        'done 3',
        'end',
      ],
    ],
    [
      'is split at the place that was named',
      [[1, 2, 3, 4], [from(2), handled], { bisect: true }],
      ['call 1,2,3,4', 'done 1,2', 'call 3,4', 'done 3,4', 'end'],
    ],
    [
      'is halved when the place is its beginning',
      [[1, 2, 3, 4], [from(0)], { bisect: true }],
      ['call 1,2,3,4', 'left 1,2 | 3,4'],
    ],
  ])('%s', (_, [entries, outcomes, given], expected) => {
    expect(play(entries, outcomes, given)).toEqual(expected)
  })

  it('handles every record or gives it up, once and in order, whatever the handler does', () => {
    const outcome = fc.oneof(
      fc.constant(handled),
      fc.constant(failed),
      fc.nat(9).map((index) => from(index)),
    )
    const setting = fc.record({ bisect: fc.boolean(), maxAttempts: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.infiniteStream(outcome),
        setting,
        (size, outcomes, given) => {
          const entries = Array.from({ length: size }, (_, at) => at)
          const ended: number[] = []
          let work = beginWork(entries)
          for (let calls = 0; work.length > 0; calls++) {
            expect(calls).toBeLessThan(1_000)
            const part = work[0]?.entries ?? []
            const next = outcomes.next().value as Outcome
            const fitting = next.kind === 'failed-from' ? from(next.index % part.length) : next
            const step = advanceWork(work, fitting, { ...policy, ...given })
            ended.push(...step.handled, ...(step.abandoned?.entries ?? []))
            work = step.work
          }
          expect(ended).toEqual(entries)
        },
      ),
    )
  })

  it('when it is split, loses only the record that always fails', () => {
    const poison = 77
    let work = beginWork(Array.from({ length: 100 }, (_, at) => at))
    const done: number[] = []
    const lost: number[] = []
    let calls = 0
    while (work.length > 0) {
      const fails = work[0]?.entries.includes(poison)
      const step = advanceWork(work, fails ? failed : handled, { ...policy, bisect: true })
      calls++
      done.push(...step.handled)
      lost.push(...(step.abandoned?.entries ?? []))
      work = step.work
    }
    expect(lost).toEqual([poison])
    expect(done).toHaveLength(99)
    expect(calls).toBeLessThan(20)
  })
})

describe('records that are too old', () => {
  const aged = (...ages: number[]) => beginWork(ages.map((age) => ({ createdMs: 1_000 - age })))

  it.each([
    [[5, 4, 3], 0, 3],
    [[50, 40, 3], 2, 1],
    [[50, 40, 30], 3, 0],
  ])('ages %j: %i are given up and %i are left', (ages, lost, left) => {
    const step = dropAged(aged(...ages), { ...policy, maxRecordAgeMs: 10 }, 1_000)
    expect(step.abandoned?.entries.length ?? 0).toBe(lost)
    expect(step.work.flatMap((part) => part.entries)).toHaveLength(left)
    if (lost > 0) expect(step.abandoned?.condition).toBe('RecordAgeExpired')
  })
})
