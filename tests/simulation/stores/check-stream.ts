import type { Json } from '../../differential/exchange.ts'
import type { Side } from './side.ts'
import { itemsText, requireSame, type SidesInStep } from './sides-in-step.ts'
import { homeRegion } from './world.ts'

/** A record of a stream, and the item that it is about. */
interface StreamRecord {
  readonly key: string
  readonly change: Json
  readonly text: string
}

/** Checks that all sides have the same records for every item, and that these lead to the current items. */
export async function checkStream(all: SidesInStep, StreamArn: unknown): Promise<void> {
  const described = await all.send('DescribeStream', { StreamArn })
  // A stream that was disabled a day ago is gone.
  if (described === undefined) return
  const description = described['StreamDescription'] as Json
  const told: StreamRecord[][] = []
  for (const side of all.sides) told.push(await recordsOf(side, description))
  const texts = told.map((records) => records.map(({ text }) => text).join('\n'))
  for (const [place, text] of texts.entries()) {
    requireSame(`${all.sides[place]?.name}'s stream`, texts[0], text)
  }
  const { StreamViewType, StreamStatus, TableName } = description
  if (StreamViewType !== 'NEW_AND_OLD_IMAGES' || StreamStatus !== 'ENABLED') return
  checkChain(told[0] ?? [], await all.items({ TableName }), description['KeySchema'] as Json[])
}

/** Reads all records of a stream, by item: the writes of one batch have no order, but the changes of one item do. */
async function recordsOf(side: Side, { StreamArn, Shards }: Json): Promise<StreamRecord[]> {
  const records: StreamRecord[] = []
  for (const { ShardId } of Shards as Json[]) {
    const place = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
    const { body: opened } = await side.send('GetShardIterator', place, homeRegion)
    let iterator = opened?.['ShardIterator']
    for (let isMore = true; isMore && iterator !== undefined; ) {
      const { body } = await side.send('GetRecords', { ShardIterator: iterator, Limit: 7 }, homeRegion)
      const page = (body?.['Records'] ?? []) as Json[]
      records.push(...page.map(readRecord))
      iterator = body?.['NextShardIterator']
      isMore = page.length > 0
    }
  }
  return records.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
}

function readRecord({ eventName, userIdentity, dynamodb }: Json): StreamRecord {
  // The server decides when an expired item is removed, and the sequence number of every record.
  const { SequenceNumber: _, ApproximateCreationDateTime: at, ...change } = dynamodb as Json
  const text = JSON.stringify({ eventName, userIdentity, change, ...(userIdentity === undefined && { at }) })
  return { key: JSON.stringify(change['Keys']), change, text }
}

/** Checks that each change of an item starts from the result of the one before, and that the last matches the table. */
function checkChain(records: readonly StreamRecord[], items: readonly Json[], keySchema: Json[]): void {
  const names = keySchema.map(({ AttributeName }) => String(AttributeName))
  const keyOf = (item: Json) => itemsText([Object.fromEntries(names.map((name) => [name, item[name]]))])
  const textOf = (image: unknown) => (image === undefined ? 'none' : itemsText([image as Json]))
  const states = new Map<string, string>()
  for (const { change } of records) {
    const key = keyOf(change['Keys'] as Json)
    const before = states.get(key)
    if (before !== undefined) requireSame(`a change of ${key}`, before, textOf(change['OldImage']))
    states.set(key, textOf(change['NewImage']))
  }
  const now = new Map(items.map((item) => [keyOf(item), textOf(item)]))
  for (const [key, state] of states) requireSame(`the last change of ${key}`, now.get(key) ?? 'none', state)
}
