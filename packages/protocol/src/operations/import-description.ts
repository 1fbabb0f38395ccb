import type {
  AttributeDefinition,
  BillingMode,
  GlobalSecondaryIndex,
  KeySchemaElement,
  OnDemandThroughput,
  ProvisionedThroughput,
  SSESpecification,
  VectorIndex,
} from './table-definition.ts'

/** The status of an import. */
export type ImportStatus = 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED'

/** The format of the items to import. */
export type InputFormat = 'DYNAMODB_JSON' | 'ION' | 'CSV'

/** The compression of the files to import. */
export type InputCompressionType = 'GZIP' | 'ZSTD' | 'NONE'

/** Where the files to import are. */
export interface S3BucketSource {
  readonly S3Bucket: string
  readonly S3BucketOwner?: string | undefined
  readonly S3KeyPrefix?: string | undefined
}

/** How to read a file of comma-separated values. */
export interface CsvOptions {
  readonly Delimiter?: string | undefined
  readonly HeaderList?: readonly string[] | undefined
}

/** How to read files, by format. */
export interface InputFormatOptions {
  readonly Csv?: CsvOptions | undefined
}

/** The table that an import creates. */
export interface TableCreationParameters {
  readonly TableName: string
  readonly AttributeDefinitions: readonly AttributeDefinition[]
  readonly KeySchema: readonly KeySchemaElement[]
  readonly BillingMode?: BillingMode | undefined
  readonly ProvisionedThroughput?: ProvisionedThroughput | undefined
  readonly OnDemandThroughput?: OnDemandThroughput | undefined
  readonly SSESpecification?: SSESpecification | undefined
  readonly GlobalSecondaryIndexes?: readonly GlobalSecondaryIndex[] | undefined
  readonly VectorIndexes?: readonly VectorIndex[] | undefined
}

/** An import. Times are seconds since 1970, as on the wire. */
export interface ImportTableDescription {
  readonly ImportArn?: string
  readonly ImportStatus?: ImportStatus
  readonly TableArn?: string
  readonly TableId?: string
  readonly ClientToken?: string
  readonly S3BucketSource?: S3BucketSource
  readonly ErrorCount?: number
  readonly CloudWatchLogGroupArn?: string
  readonly InputFormat?: InputFormat
  readonly InputFormatOptions?: InputFormatOptions
  readonly InputCompressionType?: InputCompressionType
  readonly TableCreationParameters?: TableCreationParameters
  readonly StartTime?: number
  readonly EndTime?: number
  readonly ProcessedSizeBytes?: number
  readonly ProcessedItemCount?: number
  readonly ImportedItemCount?: number
  readonly FailureCode?: string
  readonly FailureMessage?: string
}

/** An import in a list. */
export interface ImportSummary {
  readonly ImportArn?: string
  readonly ImportStatus?: ImportStatus
  readonly TableArn?: string
  readonly S3BucketSource?: S3BucketSource
  readonly CloudWatchLogGroupArn?: string
  readonly InputFormat?: InputFormat
  readonly StartTime?: number
  readonly EndTime?: number
}
