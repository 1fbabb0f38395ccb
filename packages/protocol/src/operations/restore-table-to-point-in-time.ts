import type { RestoreOverrides } from './backup-description.ts'
import type { TableDescription } from './table-description.ts'

/** The parameters of RestoreTableToPointInTime. The time is in seconds since 1970. */
export interface RestoreTableToPointInTimeInput extends RestoreOverrides {
  readonly TargetTableName: string
  readonly SourceTableName?: string | undefined
  readonly SourceTableArn?: string | undefined
  readonly UseLatestRestorableTime?: boolean | undefined
  readonly RestoreDateTime?: number | undefined
}

/** The answer of RestoreTableToPointInTime. */
export interface RestoreTableToPointInTimeOutput {
  readonly TableDescription?: TableDescription
}
