import type { GetRecordsInput } from '@monotable/protocol'
import { PAGE_MAX_BYTES, ServiceError } from '@monotable/protocol'
import { decodeLogPosition, encodeLogPosition } from '../../storage/log-position.ts'
import type { StoredRecord } from '../../storage/storage.ts'
import { type Shard, shardPartition } from '../../streams/shard.ts'
import { decodeShardIterator, encodeShardIterator } from '../../streams/shard-iterator.ts'
import type { StreamDocument } from '../../streams/stream-document.ts'
import { isMarker } from '../../streams/stream-log.ts'
import { recordTimeMs, wireRecord } from '../../streams/stream-record.ts'
import { JsonText } from '../../util/json-text.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readShards } from './describe-stream.ts'
import { requireStream } from './require-stream.ts'
import { streamHorizonMs, trimmed } from './trimmed-records.ts'

const maxRecords = 1000
const iteratorLifeMs = 15 * 60 * 1000

/** Reads the next changes of a shard; the answer has the iterator to continue from. */
export async function getRecords(context: OperationContext, input: GetRecordsInput): Promise<WireAnswer> {
  const iterator = decodeShardIterator(input.ShardIterator)
  const nowMs = context.clock.now()
  const stream = await requireStream(context, iterator.streamArn)
  if (nowMs - iterator.issuedMs > iteratorLifeMs) throw expiredIterator()
  const shard = (await readShards(context, stream.space)).find(({ id }) => id === iterator.shardId)
  if (shard === undefined) throw trimmed()
  const page = await readShard(context, {
    stream,
    shard,
    after: iterator.after,
    limit: input.Limit ?? maxRecords,
  })
  const setting = { streamArn: stream.arn, region: stream.region }
  const next = { ...iterator, after: page.end, issuedMs: nowMs }
  return {
    Records: page.records.map((record) => new JsonText(wireRecord(record, setting))),
    ...(!page.isOver && { NextShardIterator: encodeShardIterator(next) }),
  }
}

/** What to read of a shard. */
interface ShardRead {
  readonly stream: Pick<StreamDocument, 'space'>
  readonly shard: Shard
  /** Read records after this position. */
  readonly after: number
  readonly limit: number
}

/** Some records of a shard, where they end, and whether the shard is exhausted. */
interface ShardPage {
  readonly records: readonly StoredRecord[]
  readonly end: number
  readonly isOver: boolean
}

/** Reads a shard. Records older than a day are not returned, whether or not they have been removed. */
async function readShard(context: OperationContext, read: ShardRead): Promise<ShardPage> {
  const { stream, shard, limit } = read
  const horizonMs = streamHorizonMs(context)
  const low = { sort: encodeLogPosition(read.after), inclusive: false }
  const { records, more } = await context.storage.range({
    space: stream.space,
    within: { partition: shardPartition(shard.number), low },
    // The markers at a shard's ends are read along and do not count.
    maxRecords: limit + 2,
    maxBytes: PAGE_MAX_BYTES,
  })
  const changes = records.filter(({ doc }) => !isMarker(doc))
  const page = changes.slice(0, limit)
  const isCut = page.length < changes.length
  const last = isCut ? page.at(-1) : records.at(-1)
  const repeated = context.adversity?.repeated(page.length) ?? 0
  const firstRepeated = page[page.length - repeated]
  const end = last === undefined ? read.after : decodeLogPosition(last.sort)
  return {
    records: page.filter(({ doc }) => recordTimeMs(doc) > horizonMs),
    end: firstRepeated === undefined ? end : decodeLogPosition(firstRepeated.sort) - 1,
    isOver: shard.closedMs !== undefined && !more && !isCut && repeated === 0,
  }
}

function expiredIterator(): ServiceError {
  return new ServiceError('ExpiredIteratorException', 'Shard iterator has expired')
}
