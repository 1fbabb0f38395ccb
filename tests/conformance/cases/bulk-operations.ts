import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, OperationName } from '../case.ts'
import {
  enumSet,
  invalid,
  maxLength,
  maxValue,
  minLength,
  minValue,
  notNull,
  tableNotFound,
  violation,
} from '../errors.ts'
import { matching } from '../matchers.ts'
import { documentation } from '../sources.ts'

// The input is documented, including lengths and patterns; the error messages are assumed to read as those of imports
// and exports.
const guide = documentation(
  'StartBulkPutItems, DescribeBulkOperation, ListBulkOperations, CancelBulkOperation',
)

const input = { S3Bucket: 'bucket-of-items', InputFormat: 'DYNAMODB_JSON' }
const output = { S3Bucket: 'bucket-of-reports', OutputType: ['ERROR'] }

const start = (name: string, request: object, error: ExpectedError): ConformanceCase =>
  refused(
    { name, source: guide, operation: 'StartBulkPutItems' },
    { TableName: '«hash»', InputS3Configuration: input, OutputS3Configuration: output, ...request },
    error,
  )

const bucketPattern = 'Member must satisfy regular expression pattern: ^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$'

const starting: readonly ConformanceCase[] = [
  start(
    'a bulk operation on a table that is not there',
    { TableName: '«absent»' },
    tableNotFound('«absent»'),
  ),
  start(
    'a bulk operation on no table',
    { TableName: undefined },
    invalid("The parameter 'TableName' is required but was not present in the request"),
  ),
  start(
    'a bulk operation without input',
    { InputS3Configuration: undefined },
    violation(null, 'inputS3Configuration', notNull),
  ),
  start(
    'a bulk operation without output',
    { OutputS3Configuration: undefined },
    violation(null, 'outputS3Configuration', notNull),
  ),
  start(
    'a bulk operation of no bucket',
    { InputS3Configuration: { InputFormat: 'DYNAMODB_JSON' } },
    violation(null, 'inputS3Configuration.s3Bucket', notNull),
  ),
  start(
    'a bulk operation of a bucket that cannot be',
    { InputS3Configuration: { ...input, S3Bucket: '-' } },
    violation('-', 'inputS3Configuration.s3Bucket', bucketPattern),
  ),
  start(
    'a bulk operation in no format',
    { InputS3Configuration: { S3Bucket: 'bucket-of-items' } },
    violation(null, 'inputS3Configuration.inputFormat', notNull),
  ),
  start(
    'a bulk operation in a format that only imports have',
    { InputS3Configuration: { ...input, InputFormat: 'CSV' } },
    violation('CSV', 'inputS3Configuration.inputFormat', enumSet('DYNAMODB_JSON', 'ION')),
  ),
  start(
    'a bulk operation of files in an unknown compression',
    { InputS3Configuration: { ...input, InputCompressionType: 'BZIP2' } },
    violation('BZIP2', 'inputS3Configuration.inputCompressionType', enumSet('ZSTD', 'NONE', 'GZIP')),
  ),
  start(
    'a bulk operation that is to tell nothing that there is',
    { OutputS3Configuration: { ...output, OutputType: ['EVERYTHING'] } },
    violation(
      'EVERYTHING',
      'outputS3Configuration.outputType.1.member',
      enumSet('ERROR', 'CONDITION_CHECK_FAILURE'),
    ),
  ),
  start(
    'a bulk operation that is not told what to tell',
    { OutputS3Configuration: { S3Bucket: 'bucket-of-reports' } },
    violation(null, 'outputS3Configuration.outputType', notNull),
  ),
  start(
    'a bulk operation that is to tell nothing',
    { OutputS3Configuration: { ...output, OutputType: [] } },
    { name: 'ValidationException', message: matching(/^Invalid Request: /) },
  ),
  start(
    'a bulk operation that is not told where to tell it',
    { OutputS3Configuration: { OutputType: ['ERROR'] } },
    { name: 'ValidationException', message: matching(/^Invalid Request: /) },
  ),
  start(
    'a bulk operation with a key for files that are not encrypted by one',
    { OutputS3Configuration: { ...output, S3SseAlgorithm: 'AES256', S3SseKmsKeyId: 'alias/mine' } },
    invalid('Invalid Request: KMS Key Id is not supported for this encryption type'),
  ),
  start(
    'a bulk operation that is to be too slow',
    { MaxWriteRequestUnits: 1023 },
    violation('1023', 'maxWriteRequestUnits', minValue(1024)),
  ),
  start(
    'a bulk operation of an unknown tier',
    { PerformanceTier: 'FAST' },
    violation('FAST', 'performanceTier', enumSet('STANDARD', 'ACCELERATED')),
  ),
  start(
    'a bulk operation with a token that cannot be',
    { ClientToken: 'a$b' },
    violation('a$b', 'clientToken', 'Member must satisfy regular expression pattern: ^[^\\$]+$'),
  ),
]

const arnOf = (rest: string) => `«hash:arn»/bulk-operation${rest}`
const onOne: readonly OperationName[] = ['DescribeBulkOperation', 'CancelBulkOperation']

const naming: readonly ConformanceCase[] = onOne.flatMap((operation) => {
  const named = (name: string, BulkOperationArn: unknown, error: ExpectedError) =>
    refused({ name: `${operation} ${name}`, source: guide, operation }, { BulkOperationArn }, error)
  return [
    named('of none', arnOf('/01700000000000-0a1b2c3d'), {
      name: 'ResourceNotFoundException',
      message: matching(/^Requested resource not found: /),
    }),
    named('without an ARN', undefined, violation(null, 'bulkOperationArn', notNull)),
    named('by an ARN that is too short', 'arn', violation('arn', 'bulkOperationArn', minLength(37))),
    named("by a table's ARN", '«hash:arn»', invalid('Invalid BulkOperation ARN')),
    named(
      "by an export's ARN",
      '«hash:arn»/export/01700000000000-0a1b2c3d',
      invalid('Invalid BulkOperation ARN'),
    ),
    named(
      'of another account',
      'arn:aws:dynamodb:«hash:region»:999999999999:table/Music/bulk-operation/01700000000000-0a1b2c3d',
      { name: 'AccessDeniedException', message: 'Access is denied' },
    ),
  ]
})

const list = (name: string, request: object, error: ExpectedError): ConformanceCase =>
  refused({ name, source: guide, operation: 'ListBulkOperations' }, request, error)

const listing: readonly ConformanceCase[] = [
  list(
    'bulk operations in pages that are too long',
    { MaxResults: 26 },
    violation('26', 'maxResults', maxValue(25)),
  ),
  list('bulk operations in pages of none', { MaxResults: 0 }, violation('0', 'maxResults', minValue(1))),
  list(
    'bulk operations from a token that is too long',
    { NextToken: '0'.repeat(1040) },
    violation('0'.repeat(1040), 'nextToken', maxLength(1024)),
  ),
  list(
    'bulk operations from a token that cannot be',
    { NextToken: 'abcd' },
    violation('abcd', 'nextToken', 'Member must satisfy regular expression pattern: ([0-9a-f]{16})+'),
  ),
  list(
    'bulk operations from a token that is none',
    { NextToken: '0123456789abcdef' },
    invalid('Invalid Request: Provided nextToken is invalid: 0123456789abcdef'),
  ),
]

/** Bulk operations: shapes and refusals. Files are tested elsewhere. */
export const bulkOperations: readonly ConformanceCase[] = [...starting, ...naming, ...listing]
