import type { ContinuousBackupsDescription } from './backup-description.ts'

/** The parameters of UpdateContinuousBackups. */
export interface UpdateContinuousBackupsInput {
  readonly TableName: string
  readonly PointInTimeRecoverySpecification: {
    readonly PointInTimeRecoveryEnabled: boolean
    readonly RecoveryPeriodInDays?: number | undefined
  }
}

/** The answer of UpdateContinuousBackups. */
export interface UpdateContinuousBackupsOutput {
  readonly ContinuousBackupsDescription?: ContinuousBackupsDescription
}
