import type { Tag } from './table-definition.ts'

/** The parameters of TagResource. */
export interface TagResourceInput {
  readonly ResourceArn: string
  readonly Tags: readonly Tag[]
}

/** TagResource has an empty answer. */
export type TagResourceOutput = { readonly [name: string]: never }
