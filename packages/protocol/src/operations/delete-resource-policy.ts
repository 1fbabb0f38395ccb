/** The parameters of DeleteResourcePolicy. */
export interface DeleteResourcePolicyInput {
  /** The ARN of a table or of a stream. */
  readonly ResourceArn: string
  readonly ExpectedRevisionId?: string | undefined
}

/** The answer of DeleteResourcePolicy; empty if there never was a policy. */
export interface DeleteResourcePolicyOutput {
  readonly RevisionId?: string
}
