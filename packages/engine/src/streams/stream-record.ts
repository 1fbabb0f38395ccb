import { createHash } from 'node:crypto'
import type { StreamViewType } from '@monotable/protocol'
import { itemSizeBytes, valuesEqual } from '@monotable/protocol'
import { decodeLogPosition } from '../storage/log-position.ts'
import type { RecordValue, StoredRecord } from '../storage/storage.ts'
import { pickAttributes } from '../tables/item-key.ts'
import type { StoredItem } from '../tables/stored-item.ts'
import type { Table } from '../tables/table.ts'

/** A change of an item, as recorded in its stream. */
export interface ItemChange {
  readonly table: Table
  readonly before: StoredItem | undefined
  readonly after: StoredItem | undefined
  readonly timeMs: number
  /** The microsecond within `timeMs`, where that is wanted. */
  readonly micros?: number
  /** Whether the service made the change because the item had expired. */
  readonly byService: boolean
  /** Whether to record it even if the item is unchanged. */
  readonly recordsNoChange?: boolean
}

/**
 * Returns the record of a change: `[event, time, by the service, part of the answer's "dynamodb" member]`. The time
 * has decimals if microseconds are wanted. The last part is copied into answers unchanged. Returns undefined for a
 * write that changed nothing.
 */
export function streamRecord(change: ItemChange, viewType: StreamViewType): RecordValue | undefined {
  const { table, before, after, timeMs, micros, byService, recordsNoChange = false } = change
  const item = (after ?? before)?.read(table)
  if (item === undefined || (!recordsNoChange && isSame(before, after))) return undefined
  const keys = pickAttributes(item, table.keyAttributes)
  let sizeBytes = itemSizeBytes(keys)
  let images = ''
  if (after !== undefined && (viewType === 'NEW_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES')) {
    images += `"NewImage":${after.doc},`
    sizeBytes += after.sizeBytes
  }
  if (before !== undefined && (viewType === 'OLD_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES')) {
    images += `"OldImage":${before.doc},`
    sizeBytes += before.sizeBytes
  }
  const event = before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY'
  const part = `{"Keys":${JSON.stringify(keys)},${images}"SizeBytes":${sizeBytes},"StreamViewType":"${viewType}"}`
  const time = micros === undefined ? timeMs : `${timeMs}.${String(micros).padStart(3, '0')}`
  return { doc: `["${event}",${time},${byService ? 1 : 0},${part}]`, sizeBytes }
}

// Attributes have no order: the same ones written in another order are no change.
function isSame(before: StoredItem | undefined, after: StoredItem | undefined): boolean {
  if (before === undefined || after === undefined) return before === after
  if (before.doc === after.doc) return true
  return before.sizeBytes === after.sizeBytes && valuesEqual({ M: before.item }, { M: after.item })
}

const headPattern = /^\["(\w+)",(\d+)(?:\.(\d{3}))?,([01]),/

/** Returns when the change of a record was made. */
export function recordTimeMs(doc: string): number {
  return Number(headPattern.exec(doc)?.[2])
}

/** Parses a record; `part` is the text of its "dynamodb" member. */
export function readStreamRecord(doc: string) {
  const [head = '', event = '', timeMs, micros = '0', byService] = headPattern.exec(doc) ?? []
  return {
    event,
    timeMs: Number(timeMs),
    micros: Number(micros),
    byService: byService === '1',
    part: doc.slice(head.length, -1),
  }
}

/** What surrounds every record of a stream. */
export interface RecordSetting {
  readonly streamArn: string
  readonly region: string
}

/** Returns a record as text, in the form of GetRecords. */
export function wireRecord(
  { doc, sort }: Pick<StoredRecord, 'doc' | 'sort'>,
  setting: RecordSetting,
): string {
  const { event, timeMs, byService, part } = readStreamRecord(doc)
  const sequence = sequenceNumber(decodeLogPosition(sort))
  const seconds = Math.floor(timeMs / 1000)
  const service = ',"userIdentity":{"PrincipalId":"dynamodb.amazonaws.com","Type":"Service"}'
  return (
    `{"eventID":"${eventId(setting.streamArn, sequence)}","eventName":"${event}","eventVersion":"1.1",` +
    `"eventSource":"aws:dynamodb","awsRegion":"${setting.region}",` +
    `"dynamodb":{"ApproximateCreationDateTime":${seconds},"SequenceNumber":"${sequence}",${part.slice(1)}` +
    `${byService ? service : ''}}`
  )
}

/** Always the same for the same record, so that duplicates can be recognized. */
function eventId(streamArn: string, sequence: string): string {
  return createHash('sha256').update(`${streamArn} ${sequence}`).digest('hex').slice(0, 32)
}

/** Formats a position as a sequence number: 21 digits, the minimum on AWS. */
export function sequenceNumber(position: number): string {
  return `1${String(position).padStart(20, '0')}`
}

/** Returns the position that a sequence number stands for, if it is one of ours. */
export function positionOf(sequence: string): number | undefined {
  if (!/^1\d{20}$/.test(sequence)) return undefined
  const position = Number(sequence.slice(1))
  return Number.isSafeInteger(position) ? position : undefined
}
