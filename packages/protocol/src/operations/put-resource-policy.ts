/** The parameters of PutResourcePolicy. */
export interface PutResourcePolicyInput {
  /** The ARN of a table or of a stream. */
  readonly ResourceArn: string
  readonly Policy: string
  /** The revision that is to be replaced; `NO_POLICY` when there is to be none. */
  readonly ExpectedRevisionId?: string | undefined
  readonly ConfirmRemoveSelfResourceAccess?: boolean | undefined
}

/** The answer of PutResourcePolicy. */
export interface PutResourcePolicyOutput {
  readonly RevisionId?: string
}
