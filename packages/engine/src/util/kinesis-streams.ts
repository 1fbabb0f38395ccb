/** A record as sent to Kinesis. */
export interface KinesisRecord {
  /** Records with the same key stay in order. */
  readonly partitionKey: string
  /** Text, whose bytes are UTF-8. */
  readonly data: string
}

/** Whether records can be put into a stream: `absent` also if its owner denies access. */
export type KinesisStreamState = 'active' | 'creating' | 'inactive' | 'absent'

/**
 * Kinesis, as far as the database needs it; its address and credentials are up to the implementation. Failures
 * reject with an error whose `name` is Kinesis's code, if there is one, and whose message is for humans. Every call
 * ends within seconds, whatever Kinesis does, and soon after `signal` is aborted.
 */
export interface KinesisStreams {
  state(streamArn: string, signal: AbortSignal): Promise<KinesisStreamState>
  /**
   * Puts records, up to 500 and 5 MB of them, and returns for each whether it was stored. Those that were not may
   * be put again. If it rejects, some may have been stored.
   */
  put(streamArn: string, records: readonly KinesisRecord[], signal: AbortSignal): Promise<readonly boolean[]>
}
