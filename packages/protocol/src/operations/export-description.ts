import type { AttributeMapInput } from './attribute-value-input.ts'

/** The status of an export. */
export type ExportStatus = 'IN_PROGRESS' | 'COMPLETED' | 'FAILED'

/** The format of exported items. */
export type ExportFormat = 'DYNAMODB_JSON' | 'ION'

/** Whether an export contains a whole table or the changes of a period. */
export type ExportType = 'FULL_EXPORT' | 'INCREMENTAL_EXPORT'

/** Whether an incremental export also contains items as they were before the period. */
export type ExportViewType = 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES'

/** The encryption of exported files. */
export type S3SseAlgorithm = 'AES256' | 'KMS'

/** The period of an incremental export. Times are seconds since 1970. */
export interface IncrementalExportSpecification {
  readonly ExportFromTime?: number | undefined
  readonly ExportToTime?: number | undefined
  readonly ExportViewType?: ExportViewType | undefined
}

/** Which items are exported, and which parts of them. */
export interface ExportFilterSpecification {
  readonly FilterExpression?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly KeyConditionExpression?: string | undefined
  readonly ExpressionAttributeNames?: { readonly [name: string]: string } | undefined
  readonly ExpressionAttributeValues?: AttributeMapInput | undefined
}

/** An export. Times are seconds since 1970, as on the wire. */
export interface ExportDescription {
  readonly ExportArn?: string
  readonly ExportStatus?: ExportStatus
  readonly StartTime?: number
  readonly EndTime?: number
  readonly ExportManifest?: string
  readonly TableArn?: string
  readonly TableId?: string
  readonly ExportTime?: number
  readonly ClientToken?: string
  /** Always the same; AWS sends it although its SDK lacks it. */
  readonly DestinationType?: 'S3'
  readonly S3Bucket?: string
  readonly S3BucketOwner?: string
  readonly S3Prefix?: string
  readonly S3SseAlgorithm?: S3SseAlgorithm
  readonly S3SseKmsKeyId?: string
  readonly FailureCode?: string
  readonly FailureMessage?: string
  readonly ExportFormat?: ExportFormat
  readonly BilledSizeBytes?: number
  readonly ItemCount?: number
  readonly ExportType?: ExportType
  readonly IncrementalExportSpecification?: IncrementalExportSpecification
  readonly FilterSpecification?: ExportFilterSpecification
}

/** An export in a list. */
export interface ExportSummary {
  readonly ExportArn?: string
  readonly ExportStatus?: ExportStatus
  readonly ExportType?: ExportType
}
