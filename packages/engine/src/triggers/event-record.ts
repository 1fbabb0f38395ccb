import type { DynamoDBRecord } from './stream-event.ts'

/** A record as GetRecords answers with it, as JSON. */
export interface WireStreamRecord extends Omit<DynamoDBRecord, 'userIdentity' | 'eventSourceARN'> {
  readonly userIdentity?: { readonly PrincipalId?: string; readonly Type?: string }
}

/** A record as Lambda hands it on: with the ARN of its stream, and the caller's names in camel case. */
export function eventRecord(record: WireStreamRecord, streamArn: string): DynamoDBRecord {
  const { userIdentity, ...rest } = record
  const event: DynamoDBRecord = { ...rest, eventSourceARN: streamArn }
  if (userIdentity !== undefined) {
    event.userIdentity = { type: userIdentity.Type, principalId: userIdentity.PrincipalId }
  }
  return event
}
