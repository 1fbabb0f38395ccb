import type { ConsumedCapacity } from '@monotable/protocol'
import type { WireAnswer } from './operation-context.ts'

/**
 * Returns the answer to a valid request with the consumed capacity of each table under the name or ARN that the
 * request uses, as AWS documents it.
 */
export function namedAsAsked(operation: string, request: unknown, answer: WireAnswer): WireAnswer {
  const consumed = answer['ConsumedCapacity']
  if (consumed === undefined) return answer
  const arns = tableNames(operation, request).filter(isArn)
  if (arns.length === 0) return answer
  const byName = new Map<string | undefined, string>(
    arns.map((arn) => [arn.slice(arn.lastIndexOf('/') + 1), arn]),
  )
  const rename = (used: ConsumedCapacity): ConsumedCapacity => {
    const arn = byName.get(used.TableName)
    return arn === undefined ? used : { ...used, TableName: arn }
  }
  return {
    ...answer,
    ConsumedCapacity: Array.isArray(consumed) ? consumed.map(rename) : rename(consumed as ConsumedCapacity),
  }
}

/** Members that an operation does not have are skipped, whatever their type. */
function isArn(name: unknown): name is string {
  return typeof name === 'string' && name.startsWith('arn:')
}

type Named = { readonly TableName?: unknown } | null

function tableNames(operation: string, request: unknown): readonly unknown[] {
  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys((request as { readonly RequestItems: object }).RequestItems)
    case 'TransactGetItems':
    case 'TransactWriteItems': {
      const { TransactItems: items } = request as { readonly TransactItems: readonly object[] }
      return items.flatMap((item) => Object.values(item)).map((action: Named) => action?.TableName)
    }
    case 'ExecuteStatement':
    case 'BatchExecuteStatement':
    case 'ExecuteTransaction':
      return []
    default:
      return [(request as Named)?.TableName]
  }
}
