import type { ImportSummary } from './import-description.ts'

/** The parameters of ListImports. */
export interface ListImportsInput {
  readonly TableArn?: string | undefined
  readonly PageSize?: number | undefined
  readonly NextToken?: string | undefined
}

/** The answer of ListImports. */
export interface ListImportsOutput {
  readonly ImportSummaryList?: readonly ImportSummary[]
  readonly NextToken?: string
}
