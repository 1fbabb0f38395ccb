import type { Tag } from './table-definition.ts'

/** The parameters of ListTagsOfResource. */
export interface ListTagsOfResourceInput {
  readonly ResourceArn: string
  readonly NextToken?: string | undefined
}

/** The answer of ListTagsOfResource; has a `NextToken` if there are more. */
export interface ListTagsOfResourceOutput {
  readonly Tags?: readonly Tag[]
  readonly NextToken?: string
}
