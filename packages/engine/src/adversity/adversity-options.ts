/**
 * What the cloud does to its users now and then, and a database on one's own machine does not. Each is a chance
 * from 0 (never, the default) to 1 (always), drawn from one seed.
 */
export interface AdversityOptions {
  /** Where all chances come from; the same seed and the same requests give the same again. Default 1. */
  readonly seed?: number
  /** Reads that did not ask for consistency see a table as it was up to `staleMs` ago. */
  readonly staleReads?: number
  /** Reads of global indexes see them as they were up to `staleMs` ago. */
  readonly laggingIndexes?: number
  /** How old the past is that such reads see, at most. Default 1,000. */
  readonly staleMs?: number
  /** Each item of a batch may be left as unprocessed. */
  readonly unprocessed?: number
  /** Requests are refused as if too many had come. */
  readonly throttling?: number
  /** Writes and transactions are refused as if another transaction were at work on the same items. */
  readonly conflicts?: number
  /** Readers of a stream get some records once more. */
  readonly repeatedRecords?: number
  /** Requests take up to `latencyMs` longer. */
  readonly latency?: number
  /** Default 100. */
  readonly latencyMs?: number
  /** Expired items are deleted up to this much later. Default 0. */
  readonly lateTtlMs?: number
}

/** All of them at rates at which a test of a few seconds meets each. */
export const allAdversity: AdversityOptions = {
  staleReads: 0.2,
  laggingIndexes: 0.3,
  unprocessed: 0.1,
  throttling: 0.05,
  conflicts: 0.05,
  repeatedRecords: 0.1,
  latency: 0.1,
  lateTtlMs: 60_000,
}
