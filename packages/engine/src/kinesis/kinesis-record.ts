import { createHash } from 'node:crypto'
import { setOwn } from '@monotable/protocol'
import { decodeLogPosition } from '../storage/log-position.ts'
import type { StoredRecord } from '../storage/storage.ts'
import { readStreamRecord } from '../streams/stream-record.ts'
import type { KinesisDestination } from '../tables/table-definition.ts'
import type { KinesisRecord } from '../util/kinesis-streams.ts'

/** What stands around every record of a destination. */
export interface KinesisSetting {
  readonly region: string
  readonly tableName: string
  /** The space of the log. */
  readonly space: string
  readonly precision: KinesisDestination['precision']
}

/** The record for Kinesis of a change that is in a destination's log, as AWS words it. */
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

/** AWS's own digest is not known; what counts is that it is the same for the same item, and spreads. */
function partitionKey(keys: unknown): string {
  return createHash('md5').update(JSON.stringify(keys)).digest('hex').toUpperCase()
}

/** Always the same for the same record, so that whoever gets it twice can tell. */
function eventId(place: string): string {
  const hex = createHash('sha256').update(place).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Attribute values with their binary in base64 once more: the text of the base64 is taken for the bytes (seen on AWS). What is
 * given is wire JSON, whose only members named `B` and `BS` with text in them, but for attributes, are binary. Items
 * nest 32 levels at most.
 */
function encodeBinary(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(encodeBinary)
  const encoded: { [name: string]: unknown } = {}
  for (const [name, member] of Object.entries(value)) {
    // An attribute that is called B holds an object, never a text.
    if (name === 'B' && typeof member === 'string') encoded['B'] = again(member)
    else if (name === 'BS' && Array.isArray(member)) encoded['BS'] = member.map((part) => again(String(part)))
    else setOwn(encoded, name, encodeBinary(member))
  }
  return encoded
}

function again(base64: string): string {
  return Buffer.from(base64, 'latin1').toString('base64')
}
