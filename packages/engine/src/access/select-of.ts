/** The parameters that say how much of items is read. */
export interface SelectParameters {
  readonly Select?: string | undefined
  readonly IndexName?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly AttributesToGet?: readonly string[] | undefined
}

/** The value of `dynamodb:Select`, which operations without such a parameter have too: what it comes to. */
export function selectOf(input: SelectParameters): string {
  if (input.Select !== undefined) return input.Select
  const isSpecific = input.ProjectionExpression !== undefined || input.AttributesToGet !== undefined
  if (isSpecific) return 'SPECIFIC_ATTRIBUTES'
  return input.IndexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'
}
