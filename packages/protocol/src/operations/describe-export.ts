import type { ExportDescription } from './export-description.ts'

/** The parameters of DescribeExport. */
export interface DescribeExportInput {
  readonly ExportArn: string
}

/** The answer of DescribeExport. */
export interface DescribeExportOutput {
  readonly ExportDescription?: ExportDescription
}
