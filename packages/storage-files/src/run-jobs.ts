import type { Change, Decision } from '@monotable/engine'
import type { Outcome } from './commit-queue.ts'
import type { LogPositions } from './log-positions.ts'

/** A group that has reached this many characters takes no further job. */
const groupMaxLength = 4 * 2 ** 20

/** What a job has decided. */
export interface JobDecision {
  readonly decision: Decision<unknown>
  /** Whether the job makes room although it writes. */
  readonly makesRoom?: boolean
}

/** Makes the changes of a group. */
export interface JobTarget<Decided extends JobDecision> {
  readonly positions: LogPositions
  /** The failure that leaves room only for jobs that make some; `undefined` if there is no lack of room. */
  readonly roomFailure: unknown
  /**
   * Whether to check for room again before a job is refused: then the group ends before that job, and the rest is run
   * again.
   */
  asksAgain?(): boolean
  requireWritable(): void
  /** Makes a change that a job has decided on, or an append; returns its length. */
  write(change: Change, by: Decided | 'append'): number
}

/**
 * Runs the jobs of a group one after the other, each on the changes of those before it, until the group is large
 * enough. A job's own failure is its outcome.
 */
export function runJobs<Decided extends JobDecision>(
  jobs: readonly (() => Decided)[],
  target: JobTarget<Decided>,
): Outcome[] {
  const { positions, roomFailure } = target
  const outcomes: Outcome[] = []
  let length = 0
  for (const job of jobs) {
    let decided: Decided
    try {
      decided = job()
    } catch (error) {
      // If this job could not read, the other jobs may have read wrongly.
      target.requireWritable()
      outcomes.push({ error })
      continue
    }
    if (roomFailure !== undefined && !makesRoom(decided)) {
      if (target.asksAgain?.()) break
      outcomes.push({ error: roomFailure })
      continue
    }
    const { changes, appends, answer } = decided.decision
    for (const change of changes) length += target.write(change, decided)
    if (appends)
      for (const append of appends) length += target.write({ ...append, sort: positions.take() }, 'append')
    outcomes.push({ answer })
    if (length > groupMaxLength) break
  }
  return outcomes
}

/** Whether the job leaves no more behind than there was. */
function makesRoom({ decision: { changes, appends = [] }, makesRoom = false }: JobDecision): boolean {
  return makesRoom || (appends.length === 0 && changes.every(({ value }) => value === undefined))
}
