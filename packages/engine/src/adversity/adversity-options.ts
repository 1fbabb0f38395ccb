/**
 * What occasionally happens to users of the cloud, and never with a database on one's own machine. Each is a
 * probability from 0 (never, the default) to 1 (always), drawn from one seed.
 */
export interface AdversityOptions {
  /** The seed of all random draws; the same seed and the same requests give the same results. Default 1. */
  readonly seed?: number
  /** Reads that did not ask for consistency see a table as it was up to `staleMs` ago. */
  readonly staleReads?: number
  /** Reads of global indexes see them as they were up to `staleMs` ago. */
  readonly laggingIndexes?: number
  /** The maximum staleness of such reads. Default 1,000. */
  readonly staleMs?: number
  /** Items of a batch are left as unprocessed. */
  readonly unprocessed?: number
  /** Requests are refused as if there had been too many. */
  readonly throttling?: number
  /** Writes and transactions are refused as if they conflicted with another transaction on the same items. */
  readonly conflicts?: number
  /** Readers of a stream get some records twice. */
  readonly repeatedRecords?: number
  /** Requests take up to `latencyMs` longer. */
  readonly latency?: number
  /** Default 100. */
  readonly latencyMs?: number
  /** Expired items are deleted up to this much later. Default 0. */
  readonly lateTtlMs?: number
}

/** All of them, at rates at which a test of a few seconds encounters each. */
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
