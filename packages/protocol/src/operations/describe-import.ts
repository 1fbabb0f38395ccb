import type { ImportTableDescription } from './import-description.ts'

/** The parameters of DescribeImport. */
export interface DescribeImportInput {
  readonly ImportArn: string
}

/** The answer of DescribeImport. */
export interface DescribeImportOutput {
  readonly ImportTableDescription: ImportTableDescription
}
