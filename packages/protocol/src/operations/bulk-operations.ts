import type { S3SseAlgorithm } from './export-description.ts'
import type { InputCompressionType } from './import-description.ts'

/** The status of a bulk operation. */
export type BulkOperationStatus =
  | 'IN_PROGRESS'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'CANCELLING'
  | 'CANCELLED'
  | 'FAILED'

/** The format of the items of a bulk operation. */
export type BulkOperationInputFormat = 'DYNAMODB_JSON' | 'ION'

/** The desired speed of a bulk operation. */
export type BulkOperationPerformanceTier = 'STANDARD' | 'ACCELERATED'

/** Which reports a bulk operation writes about items that it has not put. */
export type BulkOperationOutputType = 'ERROR' | 'CONDITION_CHECK_FAILURE'

/** Where the files of a bulk operation are, and how to read them. */
export interface InputS3Configuration {
  readonly S3Bucket: string
  readonly S3BucketOwner?: string | undefined
  readonly S3KeyPrefix?: string | undefined
  readonly InputFormat: BulkOperationInputFormat
  readonly InputCompressionType?: InputCompressionType | undefined
}

/** Where a bulk operation writes its reports, and which ones. */
export interface OutputS3Configuration {
  readonly S3Bucket?: string | undefined
  readonly S3BucketOwner?: string | undefined
  readonly S3KeyPrefix?: string | undefined
  readonly S3SseAlgorithm?: S3SseAlgorithm | undefined
  readonly S3SseKmsKeyId?: string | undefined
  readonly OutputType: readonly BulkOperationOutputType[]
}

/** The table of a bulk operation, under the name or the ARN from the request. */
export interface BulkOperationTableDetail {
  readonly TableName?: string
  readonly TableId?: string
}

/** Bytes that a bulk operation has put into a table or an index. */
export interface BulkOperationBytes {
  readonly BulkPutBytes?: number
}

/** Bytes that a bulk operation has put into a vector index. */
export interface BulkOperationVectorBytes {
  readonly BulkPutVectorBytes?: number
}

/** What a bulk operation has put into a table and its indexes. */
export interface BulkOperationUsage {
  readonly TableName?: string
  /** Bytes of everything except vector indexes. */
  readonly BulkPutBytes?: number
  readonly Table?: BulkOperationBytes
  readonly LocalSecondaryIndexes?: { readonly [name: string]: BulkOperationBytes }
  readonly GlobalSecondaryIndexes?: { readonly [name: string]: BulkOperationBytes }
  readonly VectorIndexes?: { readonly [name: string]: BulkOperationVectorBytes }
}

/** A bulk operation. Times are seconds since 1970, as on the wire. */
export interface BulkOperationDescription {
  readonly BulkOperationArn?: string
  readonly BulkOperationStatus?: BulkOperationStatus
  readonly TableDetails?: readonly BulkOperationTableDetail[]
  readonly ClientToken?: string
  readonly InputS3Configuration?: InputS3Configuration
  readonly OutputS3Configuration?: OutputS3Configuration
  readonly StartTime?: number
  readonly EndTime?: number
  readonly ProcessedItemCount?: number
  readonly ProcessedInputBytes?: number
  readonly TotalInputBytes?: number
  readonly BulkOperationUsage?: readonly BulkOperationUsage[]
  readonly FailedItemCount?: number
  readonly FailureCode?: string
  readonly FailureMessage?: string
  readonly MaxWriteRequestUnits?: number
  readonly PerformanceTier?: BulkOperationPerformanceTier
}

/** A bulk operation in a list. */
export interface BulkOperationSummary {
  readonly BulkOperationArn: string
  readonly BulkOperationStatus: BulkOperationStatus
  readonly StartTime: number
  readonly EndTime?: number
}

/** The parameters of StartBulkPutItems. */
export interface StartBulkPutItemsInput {
  readonly ClientToken?: string | undefined
  readonly InputS3Configuration: InputS3Configuration
  readonly OutputS3Configuration: OutputS3Configuration
  readonly TableName: string
  readonly MaxWriteRequestUnits?: number | undefined
  readonly PerformanceTier?: BulkOperationPerformanceTier | undefined
}

/** The answer of StartBulkPutItems. */
export interface StartBulkPutItemsOutput {
  readonly BulkOperationDescription: BulkOperationDescription
}

/** The parameters of DescribeBulkOperation. */
export interface DescribeBulkOperationInput {
  readonly BulkOperationArn: string
}

/** The answer of DescribeBulkOperation. */
export interface DescribeBulkOperationOutput {
  readonly BulkOperationDescription: BulkOperationDescription
}

/** The parameters of ListBulkOperations. */
export interface ListBulkOperationsInput {
  readonly MaxResults?: number | undefined
  readonly NextToken?: string | undefined
}

/** The answer of ListBulkOperations. */
export interface ListBulkOperationsOutput {
  readonly BulkOperationsSummaryList?: readonly BulkOperationSummary[]
  readonly NextToken?: string
}

/** The parameters of CancelBulkOperation. */
export interface CancelBulkOperationInput {
  readonly BulkOperationArn: string
}

/** The answer of CancelBulkOperation. */
export interface CancelBulkOperationOutput {
  readonly BulkOperationArn: string
  readonly BulkOperationStatus: BulkOperationStatus
}
