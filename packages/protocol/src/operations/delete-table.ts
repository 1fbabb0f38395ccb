import type { TableDescription } from './table-description.ts'

/** The parameters of DeleteTable. */
export interface DeleteTableInput {
  /** The table's name or its ARN. */
  readonly TableName: string
}

/** The answer of DeleteTable. */
export interface DeleteTableOutput {
  readonly TableDescription?: TableDescription
}
