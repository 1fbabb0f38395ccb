import type { Append, Change } from '../../storage/storage.ts'
import { unlessFull } from '../../storage/unless-full.ts'
import type { StreamHead } from '../../streams/shard.ts'
import { STREAM_RETENTION_MS, type StreamDocument, streamName } from '../../streams/stream-document.ts'
import { closeStream, headKey, openStream, readHead, shardIds } from '../../streams/stream-log.ts'
import { labelTime, streamLabel } from '../../tables/stream-label.ts'
import type { TableDefinition, TableStream } from '../../tables/table-definition.ts'
import type { OperationContext } from '../operation-context.ts'

/**
 * The time of a stream that is turned on now, for its label: a label is unique, also among the streams of a table
 * that is gone, so that it may have to be a little later than now.
 */
export async function freeStreamTime({ streams, realm, clock }: OperationContext, tableName: string) {
  let timeMs = clock.now()
  while ((await streams.get(streamName(realm, tableName, streamLabel(timeMs)))) !== undefined) timeMs++
  return timeMs
}

/**
 * Makes the log of a table's stream, before the table is saved with it: whatever the catalogue names is there. Gives
 * the change that is to be made beside that of the table: from then on there is the stream.
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

/** Records are trimmed in steps: nobody can read the old ones any more, so that there is no hurry. */
const trimEveryMs = 5 * 60 * 1000

/** How often a stream is looked after: for old records, and for shards that are full or have been open for long. */
export function keepEveryMs({ shardMs }: Pick<OperationContext['settings'], 'shardMs'>): number {
  return Math.min(trimEveryMs, shardMs)
}

/** Ends a stream, after its table was saved without it or removed: no more records, and a day to read them. */
export async function closeTableStream(
  context: OperationContext,
  tableName: string,
  stream: TableStream,
): Promise<void> {
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

/** Changes which shards a stream has. `change` must be pure, and gives nothing to leave them as they are. */
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

/** Ends the streams whose tables do not have them any more: a crash, or a store that failed, may have come in between. */
export async function closeForgottenStreams(context: OperationContext): Promise<readonly StreamDocument[]> {
  const documents = await context.streams.list()
  for (const document of documents) {
    if (document.disabledMs !== undefined) continue
    const { accountId, region, tableName, viewType, label, space } = document
    const realm = { accountId, region }
    const isKept = () => context.catalogue.find(realm, tableName)?.definition.stream?.space === space
    if (isKept()) continue
    // The table that it belongs to may be entered at this very moment, here or by another server.
    await context.catalogue.exclusively(realm, tableName, async () => {
      if (!isKept()) await closeTableStream({ ...context, realm }, tableName, { viewType, label, space })
    })
  }
  return documents
}

/** Takes up the streams when the database is opened. What a full disk keeps from being closed is left to their keeper. */
export async function resumeStreams(context: OperationContext): Promise<void> {
  let isAnyLeft = true
  await unlessFull(async () => {
    isAnyLeft = (await closeForgottenStreams(context)).length > 0
  })
  if (isAnyLeft) context.streamKeeper.wakeAt(context.clock.now())
}
