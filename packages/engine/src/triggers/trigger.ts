import type { Filter } from './compile-filter.ts'
import type { DeadLetter } from './dead-letter.ts'

/** How a trigger behaves. Where nothing is said, it is as Lambda does by default. */
export interface TriggerOptions {
  /** Names its checkpoint; by default the table's name and, if it has one, the handler's. */
  readonly name?: string
  /** The region of the table; the database's own by default. */
  readonly region?: string
  /** Lambda's filter patterns: records that match none are skipped. */
  readonly filter?: Filter
  /** At most so many records at a time, up to 10,000; 100 by default. */
  readonly batchSize?: number
  /** How long to wait for a batch to become full; not at all by default. */
  readonly batchWindowMs?: number
  /**
   * How often a record is tried before it becomes a dead letter: Lambda's `MaximumRetryAttempts` and one more.
   * Without end by default, as in Lambda; until then nothing behind it in its shard is handled.
   */
  readonly maxAttempts?: number
  /** Records that are older become dead letters; a day by default, after which a stream forgets them, too. */
  readonly maxRecordAgeMs?: number
  /** Whether a batch that failed is split in two, to find the record that it fails for. */
  readonly bisect?: boolean
  /** Whether `batchItemFailures` in the handler's answer counts; it does by default. */
  readonly partialResponses?: boolean
  /** Told of each dead letter, once it is stored. */
  readonly onFailure?: (letter: DeadLetter) => unknown
  /**
   * Where a trigger without a checkpoint begins: with what is written from now on (the default), with all that the
   * stream still has, or with what was written since a time.
   */
  readonly startingPosition?: 'LATEST' | 'TRIM_HORIZON' | Date
  /** How many batches of a shard run at once, up to 10; changes of one item stay in order. */
  readonly parallel?: number
  /** The pause before the first repetition; it doubles with each, up to a minute. 100 by default. */
  readonly retryDelayMs?: number
  /** How long the handler may take; 15 minutes by default, the longest that Lambda allows. */
  readonly timeoutMs?: number
  /** Told of everything that the trigger does, for logs and figures. */
  readonly observe?: (happening: TriggerHappening) => void
}

/** What became of the dead letters that were tried again. */
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
   * Resolves when everything that has been written so far has been handled, or has become a dead letter. Where
   * attempts have no end, it rejects with what the handler threw once a batch has failed three times.
   */
  idle(): Promise<void>
  /** How old the oldest record is that was read and is not yet handled; 0 when there is none. */
  lagMs(): number
  /** The records that were given up, in the order in which they were. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Gives all dead letters to the handler once more; those that are handled are no longer there. */
  redrive(): Promise<Redriven>
  /** Removes all dead letters. */
  clearDeadLetters(): Promise<void>
  /** Waits for the handler to end, for ten seconds at most, and stops. The next of that name goes on from here. */
  stop(): Promise<void>
  /** Stops, and forgets how far it has come and the dead letters. */
  remove(): Promise<void>
}

/** Something that a trigger did, for logs and figures. */
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
