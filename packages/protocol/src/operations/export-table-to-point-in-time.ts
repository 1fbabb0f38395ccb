import type {
  ExportDescription,
  ExportFilterSpecification,
  ExportFormat,
  ExportType,
  IncrementalExportSpecification,
  S3SseAlgorithm,
} from './export-description.ts'

/** The parameters of ExportTableToPointInTime. The time is in seconds since 1970. */
export interface ExportTableToPointInTimeInput {
  readonly TableArn: string
  readonly S3Bucket: string
  readonly ExportTime?: number | undefined
  readonly ClientToken?: string | undefined
  readonly S3BucketOwner?: string | undefined
  readonly S3Prefix?: string | undefined
  readonly S3SseAlgorithm?: S3SseAlgorithm | undefined
  readonly S3SseKmsKeyId?: string | undefined
  readonly ExportFormat?: ExportFormat | undefined
  readonly ExportType?: ExportType | undefined
  readonly IncrementalExportSpecification?: IncrementalExportSpecification | undefined
  readonly FilterSpecification?: ExportFilterSpecification | undefined
}

/** The answer of ExportTableToPointInTime. */
export interface ExportTableToPointInTimeOutput {
  readonly ExportDescription?: ExportDescription
}
