import { createHash } from 'node:crypto'
import { setOwn } from '@monotable/protocol'
import { decodeLogPosition } from '../storage/log-position.ts'
import type { StoredRecord } from '../storage/storage.ts'
import { readStreamRecord } from '../streams/stream-record.ts'
import type { KinesisDestination } from '../tables/table-definition.ts'
import type { KinesisRecord } from '../util/kinesis-streams.ts'

/** What surrounds every record of a destination. */
export interface KinesisSetting {
  readonly region: string
  readonly tableName: string
  /** The space of the log. */
  readonly space: string
  readonly precision: KinesisDestination['precision']
}

/** Converts a change in a destination's log to a Kinesis record in AWS's format. */
export function kinesisRecord(
  { doc, sort }: Pick<StoredRecord, 'doc' | 'sort'>,
  { region, tableName, space, precision }: KinesisSetting,
): KinesisRecord {
  const { event, timeMs, micros, byService, part } = readStreamRecord(doc)
  const inMicros = precision === 'MICROSECOND'
  const { StreamViewType: _, ...images } = encodeBinary(JSON.parse(part)) as { [name: string]: unknown }
  const data = {
    awsRegion: region,
    eventID: eventId(`${space} ${decodeLogPosition(sort)}`),
    eventName: event,
    userIdentity: byService ? { principalId: 'dynamodb.amazonaws.com', type: 'Service' } : null,
    recordFormat: 'application/json',
    tableName,
    dynamodb: {
      ApproximateCreationDateTime: inMicros ? timeMs * 1_000 + micros : timeMs,
      ...images,
      ...(inMicros && { ApproximateCreationDateTimePrecision: 'MICROSECOND' }),
    },
    eventSource: 'aws:dynamodb',
  }
  return { partitionKey: partitionKey(images['Keys']), data: JSON.stringify(data) }
}

/**
 * Returns a digest of an item's key. AWS's own digest is unknown; what counts is that it is the same for the same
 * item, and spreads items evenly.
 */
function partitionKey(keys: unknown): string {
  return createHash('md5').update(JSON.stringify(keys)).digest('hex').toUpperCase()
}

/** Always the same for the same record, so that duplicates can be recognized. */
function eventId(place: string): string {
  const hex = createHash('sha256').update(place).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Encodes binary values in base64 a second time: AWS treats the base64 text as the bytes (seen on AWS). The input
 * is wire JSON, where members named `B` and `BS` that contain text are binary; an attribute of such a name contains
 * an object. Items nest at most 32 levels.
 */
function encodeBinary(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(encodeBinary)
  const encoded: { [name: string]: unknown } = {}
  for (const [name, member] of Object.entries(value)) {
    // An attribute that happens to be called B holds an object, never text.
    if (name === 'B' && typeof member === 'string') encoded['B'] = again(member)
    else if (name === 'BS' && Array.isArray(member)) encoded['BS'] = member.map((part) => again(String(part)))
    else setOwn(encoded, name, encodeBinary(member))
  }
  return encoded
}

function again(base64: string): string {
  return Buffer.from(base64, 'latin1').toString('base64')
}
