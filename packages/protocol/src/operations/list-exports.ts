import type { ExportSummary } from './export-description.ts'

/** The parameters of ListExports. */
export interface ListExportsInput {
  readonly TableArn?: string | undefined
  readonly MaxResults?: number | undefined
  readonly NextToken?: string | undefined
}

/** The answer of ListExports. */
export interface ListExportsOutput {
  readonly ExportSummaries?: readonly ExportSummary[]
  readonly NextToken?: string
}
