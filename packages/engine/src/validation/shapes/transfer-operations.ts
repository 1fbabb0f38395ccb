import { list, map, maxLength, minLength, oneOf, pattern, required, struct, text } from '../shape.ts'
import { copyArn, copyPageSize, timestamp } from './backup-operations.ts'
import { tableName } from './names.ts'
import {
  attributeDefinitions,
  billingMode,
  globalSecondaryIndexes,
  keySchema,
  onDemandThroughput,
  provisionedThroughput,
  sseSpecification,
  vectorIndexes,
} from './table-elements.ts'

/** The name of a bucket. */
export const bucket = text(
  maxLength(255),
  pattern('^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$', '[a-z0-9A-Z][.\\-\\w]*[a-z0-9A-Z]'),
)
/** The account of a bucket. */
export const bucketOwner = text(pattern('[0-9]{12}'))
const objectPrefix = text(minLength(1), maxLength(1024))
/** The token that identifies repetitions of a transfer request. */
export const clientToken = text(minLength(1), pattern('^[^\\$]+$'))
const tableArn = text(minLength(1), maxLength(1024))
/** The compression of files to read. */
export const compression = oneOf('ZSTD', 'NONE', 'GZIP')
/** The encryption of files to write. */
export const sseAlgorithm = oneOf('AES256', 'KMS')
/** The key for their encryption. */
export const sseKeyId = text(minLength(1), maxLength(2048))

export const exportTableToPointInTime = struct('ExportTableToPointInTimeInput', {
  TableArn: required(tableArn),
  ExportTime: timestamp,
  ClientToken: clientToken,
  S3Bucket: required(bucket),
  S3BucketOwner: bucketOwner,
  S3Prefix: objectPrefix,
  S3SseAlgorithm: sseAlgorithm,
  S3SseKmsKeyId: sseKeyId,
  ExportFormat: oneOf('DYNAMODB_JSON', 'ION'),
  ExportType: oneOf('FULL_EXPORT', 'INCREMENTAL_EXPORT'),
  IncrementalExportSpecification: struct('IncrementalExportSpecification', {
    ExportFromTime: timestamp,
    ExportToTime: timestamp,
    ExportViewType: oneOf('NEW_IMAGE', 'NEW_AND_OLD_IMAGES'),
  }),
  FilterSpecification: struct('FilterSpecification', {
    FilterExpression: text(),
    ProjectionExpression: text(),
    KeyConditionExpression: text(),
    ExpressionAttributeNames: map(text()),
    ExpressionAttributeValues: map({ kind: 'attributeValue' }),
  }),
})

export const describeExport = struct('DescribeExportInput', { ExportArn: required(copyArn) })

export const listExports = struct('ListExportsInput', {
  TableArn: tableArn,
  MaxResults: copyPageSize,
  NextToken: text(),
})

// The pattern of a delimiter comes before its length (seen on AWS, 2026-10).
const csvOptions = struct('CsvOptions', {
  Delimiter: text(pattern('[,;:|\\t ]'), minLength(1), maxLength(1)),
  HeaderList: list(text(minLength(1), maxLength(65_536), pattern('[\\x20-\\x21\\x23-\\x2B\\x2D-\\x7E]*')), {
    min: 1,
    max: 255,
  }),
})

// AWS documents the token as optional, and refuses a request without one; SDKs generate it.
export const importTable = struct('ImportTableInput', {
  ClientToken: required(clientToken),
  S3BucketSource: required(
    struct('S3BucketSource', {
      S3BucketOwner: bucketOwner,
      S3Bucket: required(bucket),
      S3KeyPrefix: text(maxLength(1024)),
    }),
  ),
  InputFormat: required(oneOf('DYNAMODB_JSON', 'ION', 'CSV')),
  InputFormatOptions: struct('InputFormatOptions', { Csv: csvOptions }),
  InputCompressionType: compression,
  TableCreationParameters: required(
    struct('TableCreationParameters', {
      TableName: required(tableName),
      AttributeDefinitions: required(attributeDefinitions),
      KeySchema: required(keySchema),
      BillingMode: billingMode,
      ProvisionedThroughput: provisionedThroughput,
      OnDemandThroughput: onDemandThroughput,
      SSESpecification: sseSpecification,
      GlobalSecondaryIndexes: globalSecondaryIndexes,
      VectorIndexes: vectorIndexes,
    }),
  ),
})

export const describeImport = struct('DescribeImportInput', { ImportArn: required(copyArn) })

export const listImports = struct('ListImportsInput', {
  TableArn: tableArn,
  PageSize: copyPageSize,
  NextToken: text(minLength(112), maxLength(1024), pattern('([0-9a-f]{16})+')),
})
