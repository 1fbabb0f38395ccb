import type { ContinuousBackupsDescription } from './backup-description.ts'

/** The parameters of DescribeContinuousBackups. */
export interface DescribeContinuousBackupsInput {
  readonly TableName: string
}

/** The answer of DescribeContinuousBackups. */
export interface DescribeContinuousBackupsOutput {
  readonly ContinuousBackupsDescription?: ContinuousBackupsDescription
}
