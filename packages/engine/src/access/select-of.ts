/** The parameters that determine how much of items is read. */
export interface SelectParameters {
  readonly Select?: string | undefined
  readonly IndexName?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly AttributesToGet?: readonly string[] | undefined
}

/** Returns the value of `dynamodb:Select`; for operations without such a parameter, the equivalent value. */
export function selectOf(input: SelectParameters): string {
  if (input.Select !== undefined) return input.Select
  const isSpecific = input.ProjectionExpression !== undefined || input.AttributesToGet !== undefined
  if (isSpecific) return 'SPECIFIC_ATTRIBUTES'
  return input.IndexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'
}
