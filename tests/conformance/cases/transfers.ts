import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError } from '../case.ts'
import { enumSet, invalid, maxValue, notNull, parameter, violation } from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { matching } from '../matchers.ts'
import { alternator, captured, documentation, moto } from '../sources.ts'

const guide = documentation('ExportTableToPointInTime, ImportTable')
const bucket = { S3Bucket: 'bucket-of-exports' }
const denied: ExpectedError = { name: 'AccessDeniedException', message: 'Access is denied' }
const arnOf = (kind: string) => `«hash:arn»/${kind}/01700000000000-0a1b2c3d`
const foreign = (kind: string) =>
  `arn:aws:dynamodb:«hash:region»:999999999999:table/Music/${kind}/01700000000000-0a1b2c3d`
const recovery = (PointInTimeRecoveryEnabled: boolean) =>
  step('UpdateContinuousBackups', {
    TableName: '«hash»',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
  })
const badTime = (message: ExpectedError['message']): ExpectedError => ({
  name: 'InvalidExportTimeException',
  message,
})
const exportCase = (name: string, input: object, error: ExpectedError, source = captured): ConformanceCase =>
  refused(
    { name, source, operation: 'ExportTableToPointInTime' },
    { TableArn: '«hash:arn»', ...bucket, ...input },
    error,
  )
/** A case with point-in-time recovery enabled beforehand. */
const recoverable = (name: string, input: object, error: ExpectedError): ConformanceCase => ({
  name,
  source: captured,
  steps: [
    recovery(true),
    refusal('ExportTableToPointInTime', { TableArn: '«hash:arn»', ...bucket, ...input }, error),
    recovery(false),
  ],
})
const incremental = (specification: object) => ({
  ExportType: 'INCREMENTAL_EXPORT',
  IncrementalExportSpecification: specification,
})

const exports: readonly ConformanceCase[] = [
  exportCase(
    'an export of a table by its name',
    { TableArn: 'Music' },
    invalid(parameter('tableArn is not a valid ARN')),
  ),
  exportCase(
    'an export of a table with an empty ARN',
    { TableArn: '' },
    invalid('Invalid TableArn: Invalid Table ARN'),
  ),
  exportCase(
    'an export of another account',
    { TableArn: 'arn:aws:dynamodb:«hash:region»:999999999999:table/Music' },
    denied,
  ),
  exportCase(
    'an export of an index',
    { TableArn: '«hash:arn»/index/byG' },
    invalid('Invalid Request: Table ARN is invalid.'),
  ),
  exportCase(
    'an export of a table that is not there',
    { TableArn: '«absent:arn»' },
    { name: 'TableNotFoundException', message: 'Table not found: «absent:arn»' },
    moto,
  ),
  exportCase(
    'an export without recovery',
    {},
    {
      name: 'PointInTimeRecoveryUnavailableException',
      message: "Point in time recovery is not enabled for table '«hash»'",
    },
    moto,
  ),
  exportCase(
    'an export without a bucket',
    { S3Bucket: undefined },
    violation(null, 's3Bucket', notNull),
    alternator,
  ),
  exportCase(
    'an export in an unknown format',
    { ExportFormat: 'CSV' },
    violation('CSV', 'exportFormat', enumSet('DYNAMODB_JSON', 'ION')),
  ),
  exportCase(
    'a key for files that are not encrypted by one',
    { S3SseKmsKeyId: 'alias/mine' },
    invalid('Invalid Request: KMS Key Id is not supported for this encryption type'),
  ),
  exportCase(
    'a key that is none',
    { S3SseAlgorithm: 'KMS', S3SseKmsKeyId: 'not a key' },
    invalid(
      matching(
        /^Invalid Request: 1 validation error detected: Value 'not a key' at 's3SseKmsKeyId' failed to satisfy constraint: Member must satisfy regular expression pattern: /,
      ),
    ),
  ),
  exportCase(
    'a period for an export of no type',
    { IncrementalExportSpecification: { ExportFromTime: 1 } },
    invalid(
      'Invalid Request: Export Type expected to be Incremental Export when incremental export specification is provided',
    ),
  ),
  exportCase(
    'a period for a full export',
    { ExportType: 'FULL_EXPORT', IncrementalExportSpecification: { ExportFromTime: 1 } },
    invalid(
      'Invalid Request: When Export Type is Full Export , Incremental Export Specification should not be provided',
    ),
  ),
  exportCase(
    'an incremental export without a period',
    { ExportType: 'INCREMENTAL_EXPORT' },
    invalid(
      'Invalid Request: Incremental Export Specification expected when export type is set as Incremental Export',
    ),
  ),
  exportCase(
    'an incremental export without a beginning',
    incremental({ ExportViewType: 'NEW_IMAGE' }),
    invalid('Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification'),
  ),
  exportCase(
    'an incremental export from before the table was',
    incremental({ ExportFromTime: 1_700_000_000 }),
    badTime(
      'Incremental export period from time cannot be less than the table creation time : 2023-11-14T22:13:20Z',
    ),
  ),
  recoverable(
    'an export to a time to come',
    { ExportTime: 4_000_000_000 },
    badTime('Export Time is invalid'),
  ),
  recoverable(
    'an export of a time before recovery',
    { ExportTime: 1_700_000_000 },
    badTime('Export Time is invalid'),
  ),
  recoverable(
    'an incremental export that ends in time to come',
    incremental({ ExportFromTime: 3_900_000_000, ExportToTime: 4_000_000_000 }),
    badTime(
      'Incremental export period to time cannot be greater than the current time : 2096-10-02T07:06:40Z',
    ),
  ),
  ...(['export', 'import'] as const).flatMap((kind) => {
    const Kind = kind === 'export' ? 'Export' : 'Import'
    const operation = `Describe${Kind}` as const
    const member = `${Kind}Arn`
    return [
      refused(
        { name: `${operation} of none`, source: captured, operation },
        { [member]: arnOf(kind) },
        { name: `${Kind}NotFoundException`, message: matching(new RegExp(`^${Kind} not found: `)) },
      ),
      refused(
        { name: `${operation} by a table's ARN`, source: captured, operation },
        { [member]: 'arn:aws:dynamodb:«hash:region»:«hash:account»:table/Music' },
        invalid(`Invalid ${Kind} ARN`),
      ),
      refused(
        { name: `${operation} of another account`, source: captured, operation },
        { [member]: foreign(kind) },
        denied,
      ),
      refused(
        { name: `${operation} by a table's ARN of another account`, source: alternator, operation },
        { [member]: 'arn:aws:dynamodb:«hash:region»:999999999999:table/Music' },
        denied,
      ),
      refused(
        { name: `${operation} of a table that cannot be`, source: alternator, operation },
        { [member]: `arn:aws:dynamodb:«hash:region»:«hash:account»:table/x/${kind}/01700000000000-0a1b2c3d` },
        invalid(`Invalid ${Kind} ARN`),
      ),
    ]
  }),
  refused(
    { name: 'exports in pages that are too long', source: guide, operation: 'ListExports' },
    { MaxResults: 26 },
    violation('26', 'maxResults', maxValue(25)),
  ),
  refused(
    { name: 'exports from a token that is none', source: captured, operation: 'ListExports' },
    { NextToken: 'abcd' },
    invalid('Invalid Request: Provided nextToken is invalid: abcd'),
  ),
]

const table = {
  TableName: '«imported»',
  AttributeDefinitions: attributeDefinitions({ pk: 'S' }),
  KeySchema: keySchema(['pk']),
  BillingMode: 'PAY_PER_REQUEST',
}
const importCase = (name: string, input: object, error: ExpectedError, source = captured): ConformanceCase =>
  refused(
    { name, source, operation: 'ImportTable' },
    {
      ClientToken: 'token-of-an-import',
      S3BucketSource: bucket,
      InputFormat: 'DYNAMODB_JSON',
      TableCreationParameters: table,
      ...input,
    },
    error,
  )

const imports: readonly ConformanceCase[] = [
  importCase(
    'an import into a table that is there',
    { TableCreationParameters: { ...table, TableName: '«hash»' } },
    { name: 'ResourceInUseException', message: 'Table already exists: «hash»' },
  ),
  importCase(
    'an import into a table without capacity',
    { TableCreationParameters: { ...table, BillingMode: undefined } },
    invalid(
      parameter(
        'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
      ),
    ),
  ),
  importCase(
    'options for CSV and another format',
    { InputFormatOptions: { Csv: { Delimiter: ';' } } },
    invalid('Invalid Request: Unsupported InputFormatOptions for the given input format: DYNAMODB_JSON.'),
  ),
  importCase(
    'an unknown compression',
    { InputCompressionType: 'BZIP2' },
    violation('BZIP2', 'inputCompressionType', enumSet('ZSTD', 'NONE', 'GZIP')),
  ),
  importCase(
    'an import without a token, which SDKs make up',
    { ClientToken: undefined },
    violation(null, 'clientToken', notNull),
    alternator,
  ),
]

/** Exports and imports: shapes and refusals. Files are tested elsewhere. */
export const transferOperations: readonly ConformanceCase[] = [...exports, ...imports]
