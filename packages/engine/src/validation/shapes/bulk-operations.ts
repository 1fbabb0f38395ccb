import { list, long, maxLength, minLength, oneOf, pattern, required, struct, text } from '../shape.ts'
import { copyArn, copyPageSize } from './backup-operations.ts'
import { tableName } from './names.ts'
import {
  bucket,
  bucketOwner,
  clientToken,
  compression,
  sseAlgorithm,
  sseKeyId,
} from './transfer-operations.ts'

const keyPrefix = text(maxLength(1024))

export const startBulkPutItems = struct('StartBulkPutItemsInput', {
  ClientToken: clientToken,
  InputS3Configuration: required(
    struct('InputS3Configuration', {
      S3BucketOwner: bucketOwner,
      S3Bucket: required(bucket),
      S3KeyPrefix: keyPrefix,
      InputFormat: required(oneOf('DYNAMODB_JSON', 'ION')),
      InputCompressionType: compression,
    }),
  ),
  OutputS3Configuration: required(
    struct('OutputS3Configuration', {
      S3BucketOwner: bucketOwner,
      S3Bucket: bucket,
      S3KeyPrefix: keyPrefix,
      S3SseAlgorithm: sseAlgorithm,
      S3SseKmsKeyId: sseKeyId,
      OutputType: required(list(oneOf('ERROR', 'CONDITION_CHECK_FAILURE'))),
    }),
  ),
  TableName: required(tableName),
  MaxWriteRequestUnits: long({ min: 1024 }),
  PerformanceTier: oneOf('STANDARD', 'ACCELERATED'),
})

const bulkOperationArn = required(copyArn)

export const describeBulkOperation = struct('DescribeBulkOperationInput', {
  BulkOperationArn: bulkOperationArn,
})

export const cancelBulkOperation = struct('CancelBulkOperationInput', { BulkOperationArn: bulkOperationArn })

export const listBulkOperations = struct('ListBulkOperationsInput', {
  MaxResults: copyPageSize,
  NextToken: text(minLength(1), maxLength(1024), pattern('([0-9a-f]{16})+')),
})
