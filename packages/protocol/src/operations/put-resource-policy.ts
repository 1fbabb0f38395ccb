/** The parameters of PutResourcePolicy. */
export interface PutResourcePolicyInput {
  /** The ARN of a table or of a stream. */
  readonly ResourceArn: string
  readonly Policy: string
  /** The revision to replace; `NO_POLICY` if there must be none. */
  readonly ExpectedRevisionId?: string | undefined
  readonly ConfirmRemoveSelfResourceAccess?: boolean | undefined
}

/** The answer of PutResourcePolicy. */
export interface PutResourcePolicyOutput {
  readonly RevisionId?: string
}
