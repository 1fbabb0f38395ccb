import type { TableDescription } from './table-description.ts'

/** The parameters of DescribeTable. */
export interface DescribeTableInput {
  /** The table's name or its ARN. */
  readonly TableName: string
}

/** The answer of DescribeTable. */
export interface DescribeTableOutput {
  readonly Table?: TableDescription
}
