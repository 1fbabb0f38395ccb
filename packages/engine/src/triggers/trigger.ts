import type { Filter } from './compile-filter.ts'
import type { DeadLetter } from './dead-letter.ts'

/** The options of a trigger. The defaults are Lambda's. */
export interface TriggerOptions {
  /** The name of its checkpoint; by default the table's name followed by the handler's, if it has one. */
  readonly name?: string
  /** The region of the table; the database's own by default. */
  readonly region?: string
  /** Lambda's filter patterns: records that match none are skipped. */
  readonly filter?: Filter
  /** The maximum number of records per batch, up to 10,000; 100 by default. */
  readonly batchSize?: number
  /** How long to wait for a batch to fill up; not at all by default. */
  readonly batchWindowMs?: number
  /**
   * How often a record is tried before it becomes a dead letter: Lambda's `MaximumRetryAttempts` plus one.
   * Unlimited by default, as in Lambda; until it succeeds, nothing after it in its shard is handled.
   */
  readonly maxAttempts?: number
  /** Records older than this become dead letters; a day by default, after which a stream forgets them, too. */
  readonly maxRecordAgeMs?: number
  /** Whether a failed batch is split in two, to isolate the record that it fails for. */
  readonly bisect?: boolean
  /** Whether `batchItemFailures` in the handler's answer counts; true by default. */
  readonly partialResponses?: boolean
  /** Called with each dead letter, once it is stored. */
  readonly onFailure?: (letter: DeadLetter) => unknown
  /**
   * Where a trigger without a checkpoint starts: with what is written from now on (the default), with everything
   * still in the stream, or with what was written since a given time.
   */
  readonly startingPosition?: 'LATEST' | 'TRIM_HORIZON' | Date
  /** How many batches of a shard run at once, up to 10; changes of one item stay in order. */
  readonly parallel?: number
  /** The delay before the first retry; it doubles with each, up to a minute. 100 by default. */
  readonly retryDelayMs?: number
  /** How long the handler may take; 15 minutes by default, Lambda's maximum. */
  readonly timeoutMs?: number
  /** Called with everything that the trigger does, for logs and metrics. */
  readonly observe?: (happening: TriggerHappening) => void
}

/** The result of retrying the dead letters. */
export interface Redriven {
  /** Records that were handled now. */
  readonly handled: number
  /** Records that failed again; they stay dead letters. */
  readonly failed: number
}

/** A handler that runs for the changes of a table, until it is stopped. */
export interface Trigger {
  readonly name: string
  /**
   * Resolves when everything written so far has been handled or has become a dead letter. If attempts are
   * unlimited, it rejects with what the handler threw once a batch has failed three times.
   */
  idle(): Promise<void>
  /** Returns the age of the oldest record that was read and is not handled yet; 0 if there is none. */
  lagMs(): number
  /** Returns the records that were given up, in the order in which that happened. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Passes all dead letters to the handler once more; those that succeed are removed. */
  redrive(): Promise<Redriven>
  /** Removes all dead letters. */
  clearDeadLetters(): Promise<void>
  /**
   * Waits for the handler to end, at most ten seconds, and stops. The next trigger of that name continues from
   * here.
   */
  stop(): Promise<void>
  /** Stops, and deletes the checkpoint and the dead letters. */
  remove(): Promise<void>
}

/** Something that a trigger did, for logs and metrics. */
export type TriggerHappening =
  | { readonly kind: 'handled'; readonly records: number; readonly durationMs: number }
  | {
      readonly kind: 'failed'
      readonly records: number
      readonly durationMs: number
      readonly error: unknown
    }
  | { readonly kind: 'abandoned'; readonly letter: DeadLetter }
  | { readonly kind: 'unreadable'; readonly error: unknown }
