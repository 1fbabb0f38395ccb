import { ServiceError } from '@monotable/protocol'
import { readCopyArn } from '../copies/copy-arn.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { type BulkDocument, bulkName } from '../tables/bulk-document.ts'

/** Returns the bulk operation of an ARN. */
export async function requireBulkOperation(
  { bulkOperations, realm }: OperationContext,
  arn: string,
): Promise<BulkDocument> {
  const { region, ...place } = readCopyArn(realm, arn, 'bulk-operation')
  const document = region === realm.region ? await bulkOperations.get(bulkName(realm, place)) : undefined
  if (document !== undefined) return document
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Bulk operation not found: ${arn}`,
  )
}
