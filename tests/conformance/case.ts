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

/** What the service answers when it refuses. Texts may name tables by their symbols. */
export interface ExpectedError {
  readonly name: string
  /** The whole text in the current wording. */
  readonly message: Text
  /** The whole text in the classic wording, where it differs. */
  readonly classic?: Text
  /** Other members of the body, such as CancellationReasons. */
  readonly fields?: Fields
}

export interface Step {
  readonly operation: OperationName
  readonly input: unknown
  /** Whether it is sent to the second region instead of the first. */
  readonly elsewhere?: true
  /** The answer, compared exactly but for matchers in it. Without it, any success will do. */
  readonly output?: unknown
  readonly error?: ExpectedError
}

/** A CreateTable input without its TableName. */
export type TableDefinition = Fields

/**
 * One behaviour. Tables are named by symbols such as `«hash»` (see `fixtures.ts`), anywhere in inputs
 * and expectations; the runner puts real names in their place. A symbol that is a fixture's name makes
 * that table exist, empty, before the case; `«absent»` never exists; other symbols are the case's own. `«hash:second»` and
 * `«hash:third»` are other regions, `«hash:arn2»` is the ARN of that table in the second.
 */
export interface ConformanceCase {
  readonly name: string
  /** Where the expectation comes from. */
  readonly source: string
  /** Tables of the case's own, by symbol. */
  readonly tables?: { readonly [symbol: string]: TableDefinition }
  /** Items that are there before the first step, by symbol. */
  readonly given?: { readonly [symbol: string]: readonly Item[] }
  readonly steps: readonly Step[]
}
