import type { SendRequest } from '../shared/api.ts'

/** The operations that change nothing. Any other is assumed to change something. */
const reading: ReadonlySet<string> = new Set([
  'BatchGetItem',
  'DescribeBackup',
  'DescribeBulkOperation',
  'DescribeContinuousBackups',
  'DescribeContributorInsights',
  'DescribeEndpoints',
  'DescribeExport',
  'DescribeGlobalTable',
  'DescribeGlobalTableSettings',
  'DescribeImport',
  'DescribeKinesisStreamingDestination',
  'DescribeLimits',
  'DescribeStream',
  'DescribeTable',
  'DescribeTableReplicaAutoScaling',
  'DescribeTimeToLive',
  'GetItem',
  'GetRecords',
  'GetResourcePolicy',
  'GetShardIterator',
  'ListBackups',
  'ListBulkOperations',
  'ListContributorInsights',
  'ListExports',
  'ListGlobalTables',
  'ListImports',
  'ListStreams',
  'ListTables',
  'ListTagsOfResource',
  'Query',
  'Scan',
  'SearchVectors',
  'TransactGetItems',
])

/** Whether a request surely changes nothing. */
export function isReading({ operation, input }: SendRequest): boolean {
  if (reading.has(operation)) return true
  const { Statement, Statements, TransactStatements } = input as { readonly [name: string]: unknown }
  switch (operation) {
    case 'ExecuteStatement':
      return isSelect(Statement)
    case 'BatchExecuteStatement':
      return allSelect(Statements)
    case 'ExecuteTransaction':
      return allSelect(TransactStatements)
    default:
      return false
  }
}

function allSelect(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.every(
      (entry: unknown) =>
        typeof entry === 'object' && entry !== null && isSelect((entry as { Statement?: unknown }).Statement),
    )
  )
}

/** Whether a statement is a SELECT. PartiQL allows no comment before the verb that could hide another one. */
function isSelect(statement: unknown): boolean {
  return typeof statement === 'string' && /^\s*select\b/i.test(statement)
}
