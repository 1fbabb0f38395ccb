/** What to do with batches that fail. */
export interface RetryPolicy {
  /** How often a record is passed to the handler before it is given up; may be infinite. */
  readonly maxAttempts: number
  /** Whether a failed batch is split in two, to isolate the record that it fails for. */
  readonly bisect: boolean
  /** Records older than this are given up unhandled; may be infinite. */
  readonly maxRecordAgeMs: number
  /** The delay before the first retry; it doubles with each. */
  readonly retryDelayMs: number
}

/** Records that are passed to the handler together. */
export interface BatchPart<Entry> {
  readonly entries: readonly Entry[]
  /** How often the handler has failed for the first of them, as far as that counts. */
  readonly failures: number
  /** How often the handler has been called for them. */
  readonly invocations: number
}

/** The rest of a batch: parts to be handled one after the other. */
export type BatchWork<Entry> = readonly BatchPart<Entry>[]

/** How a call of the handler ended. */
export type Outcome =
  | { readonly kind: 'handled' }
  | { readonly kind: 'failed' }
  /** The records before this index are handled; this one is not, and those after it are undecided. */
  | { readonly kind: 'failed-from'; readonly index: number }

/** Why records were given up, in Lambda's words. */
export type AbandonCondition = 'RetryAttemptsExhausted' | 'RecordAgeExpired'

/** Records that were given up. */
export interface Abandoned<Entry> {
  readonly entries: readonly Entry[]
  readonly condition: AbandonCondition
  readonly invocations: number
}

/** The consequence of an outcome. */
export interface BatchStep<Entry> {
  readonly work: BatchWork<Entry>
  /** Records that are done. */
  readonly handled: readonly Entry[]
  readonly abandoned?: Abandoned<Entry>
  /** How long to wait before the next call. */
  readonly delayMs: number
}

/** However often a batch has failed, it is retried after at most this long. */
const longestDelayMs = 60_000

/** Returns the work for a new batch. */
export function beginWork<Entry>(entries: readonly Entry[]): BatchWork<Entry> {
  return entries.length === 0 ? [] : [{ entries, failures: 0, invocations: 0 }]
}

/**
 * Returns the remaining work after the handler was called with the first part.
 *
 * - A failure counts against the first record that is not handled; progress beyond it restarts the count.
 * - With `bisect`, a part of several records is split instead, and that does not count.
 */
export function advanceWork<Entry>(
  work: BatchWork<Entry>,
  outcome: Outcome,
  policy: RetryPolicy,
): BatchStep<Entry> {
  const [part, ...later] = work
  if (part === undefined) throw new TypeError('there is no part that could have been handled')
  const invocations = part.invocations + 1
  if (outcome.kind === 'handled') return { work: later, handled: part.entries, delayMs: 0 }
  const index = outcome.kind === 'failed' ? 0 : outcome.index
  const handled = part.entries.slice(0, index)
  const entries = part.entries.slice(index)
  if (policy.bisect && part.entries.length > 1) {
    const rest = { entries, failures: 0, invocations }
    return { work: [...(index === 0 ? halves(rest) : [rest]), ...later], handled, delayMs: 0 }
  }
  const failures = index === 0 ? part.failures + 1 : 1
  if (failures >= policy.maxAttempts) {
    return {
      work: later,
      handled,
      abandoned: { entries, condition: 'RetryAttemptsExhausted', invocations },
      delayMs: 0,
    }
  }
  const delayMs = Math.min(policy.retryDelayMs * 2 ** (failures - 1), longestDelayMs)
  return { work: [{ entries, failures, invocations }, ...later], handled, delayMs }
}

/** Gives up the records at the start of the work that have become too old. */
export function dropAged<Entry extends { readonly createdMs: number }>(
  work: BatchWork<Entry>,
  policy: RetryPolicy,
  nowMs: number,
): BatchStep<Entry> {
  const [part, ...later] = work
  const isAged = (entry: Entry) => nowMs - entry.createdMs > policy.maxRecordAgeMs
  if (part === undefined || !part.entries.some(isAged)) return { work, handled: [], delayMs: 0 }
  const firstFresh = part.entries.findIndex((entry) => !isAged(entry))
  const count = firstFresh < 0 ? part.entries.length : firstFresh
  if (count === 0) return { work, handled: [], delayMs: 0 }
  const entries = part.entries.slice(count)
  return {
    work: entries.length === 0 ? later : [{ ...part, entries, failures: 0 }, ...later],
    handled: [],
    abandoned: {
      entries: part.entries.slice(0, count),
      condition: 'RecordAgeExpired',
      invocations: part.invocations,
    },
    delayMs: 0,
  }
}

function halves<Entry>({ entries, invocations }: BatchPart<Entry>): readonly BatchPart<Entry>[] {
  const middle = Math.ceil(entries.length / 2)
  return [
    { entries: entries.slice(0, middle), failures: 0, invocations },
    { entries: entries.slice(middle), failures: 0, invocations },
  ]
}
