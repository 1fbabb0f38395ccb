import type { KinesisRecord, KinesisStreamState, KinesisStreams } from '../util/kinesis-streams.ts'

/** Kinesis in memory, for tests, which can be told to misbehave. */
export interface MemoryKinesis extends KinesisStreams {
  /** What has arrived, in order. */
  readonly arrived: KinesisRecord[]
  /** The number of records in each request. */
  readonly requests: number[]
  streamState: KinesisStreamState
  /** Thrown by every call while set. */
  fault: Error | undefined
  /** Which records are refused; none by default. */
  refuses: (record: KinesisRecord) => boolean
}

/** Creates a Kinesis in which every stream exists. */
export function createMemoryKinesis(): MemoryKinesis {
  const kinesis: MemoryKinesis = {
    arrived: [],
    requests: [],
    streamState: 'active',
    fault: undefined,
    refuses: () => false,
    state: async () => {
      if (kinesis.fault !== undefined) throw kinesis.fault
      return kinesis.streamState
    },
    put: async (_streamArn, records) => {
      kinesis.requests.push(records.length)
      if (kinesis.fault !== undefined) throw kinesis.fault
      return records.map((record) => {
        if (kinesis.refuses(record)) return false
        kinesis.arrived.push({ partitionKey: record.partitionKey, data: record.data })
        return true
      })
    },
  }
  return kinesis
}
