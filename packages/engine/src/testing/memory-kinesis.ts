import type { KinesisRecord, KinesisStreamState, KinesisStreams } from '../util/kinesis-streams.ts'

/** A Kinesis in memory, for tests, which can be told to misbehave. */
export interface MemoryKinesis extends KinesisStreams {
  /** What has arrived, in order. */
  readonly arrived: KinesisRecord[]
  /** How many records each request brought. */
  readonly requests: number[]
  streamState: KinesisStreamState
  /** Thrown by every call, while it is there. */
  fault: Error | undefined
  /** Which records are not taken; none unless told so. */
  refuses: (record: KinesisRecord) => boolean
}

/** Makes a Kinesis whose streams are all there. */
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
