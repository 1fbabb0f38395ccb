import type { Matcher } from './matchers.ts'

/** The operations that the corpus exercises. */
export const operationNames = [
  'CreateTable',
  'DescribeTable',
  'ListTables',
  'UpdateTable',
  'DeleteTable',
  'DescribeLimits',
  'DescribeEndpoints',
  'PutItem',
  'GetItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'SearchVectors',
  'BatchGetItem',
  'BatchWriteItem',
  'TransactGetItems',
  'TransactWriteItems',
  'ExecuteStatement',
  'BatchExecuteStatement',
  'ExecuteTransaction',
  'ListStreams',
  'DescribeStream',
  'GetShardIterator',
  'GetRecords',
  'UpdateTimeToLive',
  'DescribeTimeToLive',
  'TagResource',
  'UntagResource',
  'ListTagsOfResource',
  'PutResourcePolicy',
  'GetResourcePolicy',
  'DeleteResourcePolicy',
  'DescribeKinesisStreamingDestination',
  'EnableKinesisStreamingDestination',
  'DisableKinesisStreamingDestination',
  'UpdateKinesisStreamingDestination',
  'CreateGlobalTable',
  'DescribeGlobalTable',
  'DescribeGlobalTableSettings',
  'ListGlobalTables',
  'UpdateGlobalTable',
  'UpdateGlobalTableSettings',
  'DescribeTableReplicaAutoScaling',
  'UpdateTableReplicaAutoScaling',
  'DescribeContributorInsights',
  'ListContributorInsights',
  'UpdateContributorInsights',
  'CreateBackup',
  'DescribeBackup',
  'ListBackups',
  'DeleteBackup',
  'RestoreTableFromBackup',
  'RestoreTableToPointInTime',
  'DescribeContinuousBackups',
  'UpdateContinuousBackups',
  'ExportTableToPointInTime',
  'DescribeExport',
  'ListExports',
  'ImportTable',
  'DescribeImport',
  'ListImports',
  'StartBulkPutItems',
  'DescribeBulkOperation',
  'ListBulkOperations',
  'CancelBulkOperation',
] as const

export type OperationName = (typeof operationNames)[number]

/** One attribute value in DynamoDB's JSON; deliberately loose, since many cases send wrong ones. */
export type Value = { readonly [type: string]: unknown }
export type Item = { readonly [name: string]: Value }
export type Fields = { readonly [name: string]: unknown }
export type Text = string | Matcher

/** The error that the service returns when it refuses a request. Texts may name tables by their symbols. */
export interface ExpectedError {
  readonly name: string
  /** The whole message in the current wording. */
  readonly message: Text
  /** The whole message in the classic wording, where it differs. */
  readonly classic?: Text
  /** Other members of the body, such as CancellationReasons. */
  readonly fields?: Fields
}

export interface Step {
  readonly operation: OperationName
  readonly input: unknown
  /** Whether the step is sent to the second region instead of the first. */
  readonly elsewhere?: true
  /** The answer, compared exactly except for the matchers in it. Without it any success will do. */
  readonly output?: unknown
  readonly error?: ExpectedError
}

/** A CreateTable input without its TableName. */
export type TableDefinition = Fields

/**
 * One behaviour. Inputs and expectations name tables by symbols such as `«hash»` (see `fixtures.ts`); the runner
 * replaces them with real names. If a symbol is the name of a fixture, that table exists and is empty before the case.
 * `«absent»` never exists; any other symbol belongs to the case. `«hash:second»` and `«hash:third»` are other regions,
 * `«hash:arn2»` is the ARN of the table in the second region.
 */
export interface ConformanceCase {
  readonly name: string
  /** Where the expectation comes from. */
  readonly source: string
  /** The tables that only this case uses, by symbol. */
  readonly tables?: { readonly [symbol: string]: TableDefinition }
  /** The items that exist before the first step, by table symbol. */
  readonly given?: { readonly [symbol: string]: readonly Item[] }
  readonly steps: readonly Step[]
}
