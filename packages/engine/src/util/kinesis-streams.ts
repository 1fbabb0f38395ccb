/** A record as Kinesis is given it. */
export interface KinesisRecord {
  /** Records with the same key stay in order. */
  readonly partitionKey: string
  /** Text, whose bytes are UTF-8. */
  readonly data: string
}

/** Whether records can be put into a stream: `absent` also when its owner lets nobody. */
export type KinesisStreamState = 'active' | 'creating' | 'inactive' | 'absent'

/**
 * Kinesis, as far as the database needs it; where it is and who signs is its own affair. What cannot be done rejects with
 * an error whose `name` is Kinesis's code where Kinesis gave one, and whose message tells a person what is wrong. Every
 * call ends in some seconds, whatever Kinesis does, and soon after `signal` is aborted.
 */
export interface KinesisStreams {
  state(streamArn: string, signal: AbortSignal): Promise<KinesisStreamState>
  /**
   * Puts records, up to 500 and 5 MB of them, and tells of each whether it is there. Those that are not may be put again.
   * When it rejects, some may be there.
   */
  put(streamArn: string, records: readonly KinesisRecord[], signal: AbortSignal): Promise<readonly boolean[]>
}
