/** The parameters of GetResourcePolicy. */
export interface GetResourcePolicyInput {
  /** The ARN of a table or of a stream. */
  readonly ResourceArn: string
}

/** The answer of GetResourcePolicy. */
export interface GetResourcePolicyOutput {
  readonly Policy?: string
  readonly RevisionId?: string
}
