import type { StreamRecord } from './stream-change.ts'

/** Sends an operation, and throws its error. */
export type Send = (operation: string, input: object) => Promise<{ readonly [member: string]: unknown }>

/** Where a reader begins: with the oldest record that the stream still has, or with what comes next. */
export type StreamStart = 'TRIM_HORIZON' | 'LATEST'

/** What one round of a reader found. */
export interface StreamRound {
  readonly records: readonly StreamRecord[]
  /** Whether everything up to now has been read. */
  readonly isCaughtUp: boolean
  /** Whether the stream is turned off or gone, and nothing more will come. */
  readonly isOver: boolean
  /** Whether records may have been missed, because they were trimmed or the reader had paused for too long. */
  readonly hasGap: boolean
}

/** A shard, and how far it was read. */
interface ShardPlace {
  readonly id: string
  readonly parent: string | undefined
  start: StreamStart
  /** The sequence number of the last record that was read. */
  last: string | undefined
  iterator?: string | undefined
  isDone: boolean
  isCaughtUp: boolean
  /** How many lists have named no shard that follows it, since it was read to its end. */
  unfollowed: number
}

interface ShardDescription {
  readonly ShardId: string
  readonly ParentShardId?: string
  readonly SequenceNumberRange?: { readonly EndingSequenceNumber?: string }
}

interface StreamDescription {
  readonly StreamStatus?: string
  readonly Shards?: readonly ShardDescription[]
  readonly LastEvaluatedShardId?: string
}

/** A page with fewer records and less data than this is the last one for now; on a busy stream none is ever empty. */
const FEW_RECORDS = 100
const FEW_BYTES = 128 * 1024
/** A shard that nothing follows for this many lists, and as many seconds, has no successor. */
const UNFOLLOWED_MAX = 60

/** Follows a stream from shard to shard: a shard is read when all of its parent has been. */
export class StreamReader {
  readonly #send: Send
  readonly #arn: string
  readonly #shards = new Map<string, ShardPlace>()
  #start: StreamStart
  #isListed = false
  #isEnding = false
  #hasGap = false
  /** What was read since the last round that succeeded: a round may fail after some of its shards. */
  #records: StreamRecord[] = []

  constructor({
    send,
    arn,
    start,
  }: { readonly send: Send; readonly arn: string; readonly start: StreamStart }) {
    this.#send = send
    this.#arn = arn
    this.#start = start
  }

  /**
   * Reads the next page of every shard that can be read, one after the other: a browser has few connections. May be
   * called again after an error; it then continues where it was.
   */
  async read(): Promise<StreamRound> {
    if (!this.#isListed) await this.#list()
    for (const shard of this.#readable()) this.#records.push(...(await this.#readShard(shard)))
    const left = [...this.#shards.values()].filter(({ isDone }) => !isDone)
    // Until a shard follows those that were read completely, there is nothing else to look for.
    if (left.length === 0 || this.#isAwaiting()) this.#isListed = false
    const round = {
      records: this.#records,
      isCaughtUp: left.every(({ isCaughtUp }) => isCaughtUp),
      isOver: this.#isEnding && left.length === 0,
      hasGap: this.#hasGap,
    }
    this.#records = []
    this.#hasGap = false
    return round
  }

  async #list(): Promise<void> {
    let ExclusiveStartShardId: string | undefined
    do {
      const input = {
        StreamArn: this.#arn,
        ...(ExclusiveStartShardId !== undefined && { ExclusiveStartShardId }),
      }
      const answer = (await this.#send('DescribeStream', input)) as { StreamDescription?: StreamDescription }
      const { StreamStatus, Shards = [], LastEvaluatedShardId } = answer.StreamDescription ?? {}
      this.#isEnding = StreamStatus === 'DISABLED'
      for (const shard of Shards) this.#know(shard)
      ExclusiveStartShardId = LastEvaluatedShardId
    } while (ExclusiveStartShardId !== undefined)
    this.#isListed = true
    // What appears from now on is new.
    this.#start = 'TRIM_HORIZON'
    for (const shard of this.#ends()) shard.unfollowed++
  }

  /** Whether a successor may be missing from the list: that of AWS may have one later than the end of its parent. */
  #isAwaiting(): boolean {
    return !this.#isEnding && this.#ends().some(({ unfollowed }) => unfollowed < UNFOLLOWED_MAX)
  }

  /** Returns the shards that were read completely, and that no known one follows. */
  #ends(): ShardPlace[] {
    const all = [...this.#shards.values()]
    const parents = new Set(all.map(({ parent }) => parent))
    return all.filter(({ id, isDone }) => isDone && !parents.has(id))
  }

  #know({ ShardId: id, ParentShardId: parent, SequenceNumberRange: range }: ShardDescription): void {
    if (this.#shards.has(id)) return
    const isDone = this.#start === 'LATEST' && range?.EndingSequenceNumber !== undefined
    const place = { id, parent, start: this.#start, last: undefined, isDone, isCaughtUp: false }
    this.#shards.set(id, { ...place, unfollowed: 0 })
  }

  #readable(): ShardPlace[] {
    const isRead = (parent: string | undefined) =>
      parent === undefined || (this.#shards.get(parent)?.isDone ?? true)
    return [...this.#shards.values()].filter(({ isDone, parent }) => !isDone && isRead(parent))
  }

  async #readShard(shard: ShardPlace): Promise<readonly StreamRecord[]> {
    try {
      shard.iterator ??= await this.#iteratorOf(shard)
      const { Records = [], NextShardIterator } = (await this.#send('GetRecords', {
        ShardIterator: shard.iterator,
      })) as { Records?: readonly StreamRecord[]; NextShardIterator?: string }
      shard.last = Records.at(-1)?.dynamodb?.SequenceNumber ?? shard.last
      shard.iterator = NextShardIterator
      shard.isCaughtUp = isShort(Records)
      if (NextShardIterator === undefined) this.#finish(shard)
      return Records
    } catch (error) {
      this.#recover(shard, error)
      return []
    }
  }

  async #iteratorOf({ id, start, last }: ShardPlace): Promise<string> {
    const place =
      last === undefined
        ? { ShardIteratorType: start }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }
    const answer = await this.#send('GetShardIterator', { StreamArn: this.#arn, ShardId: id, ...place })
    return String(answer['ShardIterator'])
  }

  /**
   * Goes on after an error that comes with time; throws any other, and keeps the iterator: of a shard that begins with
   * what comes, a new one would leave out what came in between.
   */
  #recover(shard: ShardPlace, error: unknown): void {
    const { name } = error as { readonly name?: string }
    shard.isCaughtUp = false
    if (!endsIterator.has(name)) throw error
    shard.iterator = undefined
    if (name === 'ExpiredIteratorException') {
      this.#hasGap ||= shard.last === undefined && shard.start === 'LATEST'
    } else if (name === 'TrimmedDataAccessException') {
      this.#hasGap = true
      shard.last = undefined
      shard.start = 'TRIM_HORIZON'
    } else {
      this.#hasGap ||= shard.last !== undefined
      this.#finish(shard)
    }
  }

  /** Notes that a shard has been read completely; others follow it, unless the stream was turned off. */
  #finish(shard: ShardPlace): void {
    shard.isDone = true
    this.#isListed = false
  }
}

/** What says that there is nothing more behind an iterator, or that it is too old. */
const endsIterator: ReadonlySet<string | undefined> = new Set([
  'ExpiredIteratorException',
  'TrimmedDataAccessException',
  'ResourceNotFoundException',
])

function isShort(records: readonly StreamRecord[]): boolean {
  const sizeBytes = records.reduce((sum, { dynamodb }) => sum + (dynamodb?.SizeBytes ?? 0), 0)
  return records.length < FEW_RECORDS && sizeBytes < FEW_BYTES
}
