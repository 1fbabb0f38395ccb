import type { StreamViewType } from '@monotable/protocol'
import type { Realm } from '../tables/catalogue.ts'
import type { RegisteredSpaces } from '../tables/register.ts'
import type { KeySchema } from '../tables/table-definition.ts'

/** A stream as it is registered: it outlives its table, and being turned off, by a day. */
export interface StreamDocument extends Realm, RegisteredSpaces {
  readonly arn: string
  readonly label: string
  readonly tableName: string
  readonly viewType: StreamViewType
  readonly key: KeySchema
  readonly space: string
  readonly createdMs: number
  /** When it was turned off, or its table deleted. */
  readonly disabledMs?: number
}

/** What is kept of a stream's records, and of a stream that was turned off. */
export const STREAM_RETENTION_MS = 24 * 60 * 60 * 1000

/** The name of a stream in the register. */
export function streamName(realm: Realm, tableName: string, label: string): string {
  return `${streamPrefix(realm)}${tableName}/${label}`
}

/** What the names of all streams of a realm begin with. */
export function streamPrefix({ accountId, region }: Realm): string {
  return `${accountId}/${region}/`
}
