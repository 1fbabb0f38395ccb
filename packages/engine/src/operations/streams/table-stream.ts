import type { Append, Change } from '../../storage/storage.ts'
import { unlessFull } from '../../storage/unless-full.ts'
import type { StreamHead } from '../../streams/shard.ts'
import { STREAM_RETENTION_MS, type StreamDocument, streamName } from '../../streams/stream-document.ts'
import { closeStream, headKey, openStream, readHead, shardIds } from '../../streams/stream-log.ts'
import { labelTime, streamLabel } from '../../tables/stream-label.ts'
import type { TableDefinition, TableStream } from '../../tables/table-definition.ts'
import { unlessInUse } from '../../tables/unless-in-use.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * Returns the time for the label of a stream that is turned on now. A label is unique, even among the streams of a
 * deleted table, so the time may have to be slightly later than now.
 */
export async function freeStreamTime({ streams, realm, clock }: OperationContext, tableName: string) {
  let timeMs = clock.now()
  while ((await streams.get(streamName(realm, tableName, streamLabel(timeMs)))) !== undefined) timeMs++
  return timeMs
}

/**
 * Creates the log of a table's stream before the table is saved with it, so that everything the catalogue names
 * exists. Returns the change to commit together with that of the table; it makes the stream visible.
 */
export async function openTableStream(
  context: OperationContext,
  definition: TableDefinition & { readonly stream: TableStream },
): Promise<Change> {
  const { storage, streams, realm, clock, random, streamKeeper } = context
  const { viewType, label, space } = definition.stream
  const nowMs = clock.now()
  await storage.createSpace(space)
  const count = context.settings.streamShards
  const { change, appends } = openStream({ space, nowMs, newIds: shardIds(random, nowMs, count) }, count)
  await storage.mutate([], () => ({ changes: [change], appends, answer: undefined }))
  streamKeeper.wakeAt(nowMs + keepEveryMs(context.settings))
  return streams.changeTo(streamName(realm, definition.name, label), {
    accountId: realm.accountId,
    region: realm.region,
    arn: `${definition.arn}/stream/${label}`,
    label,
    tableName: definition.name,
    viewType,
    key: definition.key,
    space,
    spaces: [space],
    createdMs: labelTime(label),
  })
}

/** Records are trimmed periodically: old ones cannot be read any more, so there is no hurry. */
const trimEveryMs = 5 * 60 * 1000

/**
 * Returns how often a stream is maintained: to trim old records, and to replace shards that are full or have been
 * open for long.
 */
export function keepEveryMs({ shardMs }: Pick<OperationContext['settings'], 'shardMs'>): number {
  return Math.min(trimEveryMs, shardMs)
}

/**
 * Ends a stream after its table was saved without it or deleted: no more records, and a day left to read them. If the
 * disk is too full to record that, the keeper does so later: the table has changed all the same.
 */
export async function closeTableStream(
  context: OperationContext,
  tableName: string,
  stream: TableStream,
): Promise<void> {
  const isRecorded = await unlessFull(() => recordEnd(context, tableName, stream))
  if (!isRecorded) context.streamKeeper.wakeAt(context.clock.now())
}

async function recordEnd(context: OperationContext, tableName: string, stream: TableStream): Promise<void> {
  const { realm, clock, streams, signals, streamKeeper } = context
  const nowMs = clock.now()
  await changeHead(context, stream.space, (head) => {
    return closeStream(head, { space: stream.space, nowMs, newIds: [] })
  })
  await streams.change(streamName(realm, tableName, stream.label), (document) => {
    return document && { ...document, disabledMs: nowMs }
  })
  signals.appended(stream.space)
  streamKeeper.wakeAt(nowMs + STREAM_RETENTION_MS)
}

/** Changes the shards of a stream. `change` must be pure, and returns undefined to leave them unchanged. */
export async function changeHead(
  { storage }: Pick<OperationContext, 'storage'>,
  space: string,
  change: (head: StreamHead) => { readonly change: Change; readonly appends?: readonly Append[] } | undefined,
): Promise<void> {
  await storage.mutate([headKey(space)], ([record]) => {
    const head = readHead(record)
    const next = head && change(head)
    return { changes: next ? [next.change] : [], appends: next?.appends, answer: undefined }
  })
}

/** Ends streams whose tables no longer have them: a crash or a failure of the store may have prevented it. */
export async function closeForgottenStreams(context: OperationContext): Promise<readonly StreamDocument[]> {
  const documents = await context.streams.list()
  for (const document of documents) {
    if (document.disabledMs !== undefined) continue
    const { accountId, region, tableName, viewType, label, space } = document
    const realm = { accountId, region }
    const isKept = () => context.catalogue.find(realm, tableName)?.definition.stream?.space === space
    if (isKept()) continue
    // This server or another may be saving the stream's table at this very moment.
    await unlessInUse(() => {
      return context.catalogue.exclusively(realm, tableName, async () => {
        if (!isKept()) await recordEnd({ ...context, realm }, tableName, { viewType, label, space })
      })
    })
  }
  return documents
}

/**
 * Resumes the streams when the database is opened. Streams that cannot be closed because the disk is full are left
 * to the keeper.
 */
export async function resumeStreams(context: OperationContext): Promise<void> {
  let isAnyLeft = true
  await unlessFull(async () => {
    isAnyLeft = (await closeForgottenStreams(context)).length > 0
  })
  if (isAnyLeft) context.streamKeeper.wakeAt(context.clock.now())
}
