/** The parameters of ListTables. */
export interface ListTablesInput {
  readonly ExclusiveStartTableName?: string | undefined
  readonly Limit?: number | undefined
}

/** The answer of ListTables. */
export interface ListTablesOutput {
  readonly TableNames?: readonly string[]
  readonly LastEvaluatedTableName?: string
}
