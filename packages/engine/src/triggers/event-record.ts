import { JsonText } from '../util/json-text.ts'
import { copyJson } from './copy-json.ts'
import type { ReadRecord } from './shard-source.ts'
import type { DynamoDBRecord } from './stream-event.ts'

/** A record as GetRecords returns it: unparsed text, or an object. */
export type WireStreamRecord = JsonText | DynamoDBRecord

/** Converts a record to Lambda's form: with the ARN of its stream, and `userIdentity` in camel case. */
export function eventRecord(wire: WireStreamRecord, streamArn: string): ReadRecord {
  return () => {
    const record = wire instanceof JsonText ? (JSON.parse(wire.text) as DynamoDBRecord) : copyJson(wire)
    record.eventSourceARN = streamArn
    if (record.userIdentity !== undefined) {
      const { Type, PrincipalId } = record.userIdentity as { Type?: string; PrincipalId?: string }
      record.userIdentity = { type: Type, principalId: PrincipalId }
    }
    return record
  }
}
