/** The parameters of UntagResource. */
export interface UntagResourceInput {
  readonly ResourceArn: string
  readonly TagKeys: readonly string[]
}

/** UntagResource has an empty answer. */
export type UntagResourceOutput = { readonly [name: string]: never }
