import type { StreamViewType } from '@monotable/protocol'
import type { Realm } from '../tables/catalogue.ts'
import type { RegisteredSpaces } from '../tables/register.ts'
import type { KeySchema } from '../tables/table-definition.ts'

/** A stream in the register: it stays for a day after it is disabled or its table is deleted. */
export interface StreamDocument extends Realm, RegisteredSpaces {
  readonly arn: string
  readonly label: string
  readonly tableName: string
  readonly viewType: StreamViewType
  readonly key: KeySchema
  readonly space: string
  readonly createdMs: number
  /** When it was disabled or its table deleted. */
  readonly disabledMs?: number
}

/** How long records of a stream are kept, and a disabled stream. */
export const STREAM_RETENTION_MS = 24 * 60 * 60 * 1000

/** Returns the name of a stream in the register. */
export function streamName(realm: Realm, tableName: string, label: string): string {
  return `${streamPrefix(realm)}${tableName}/${label}`
}

/** Returns the prefix of the names of all streams of a realm. */
export function streamPrefix({ accountId, region }: Realm): string {
  return `${accountId}/${region}/`
}
