import type { ListExportsInput } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { realmPrefix } from '../tables/backup-document.ts'
import { pageOfCopies } from './page-of-copies.ts'

/**
 * Lists exports, newest first for each table. Those of a deleted table are not listed, as on AWS; they can be
 * described.
 */
export async function listExports(
  { catalogue, clock, exports, realm }: OperationContext,
  { TableArn: tableArn, MaxResults: maxResults, NextToken: token }: ListExportsInput,
): Promise<WireAnswer> {
  const all = (await exports.list(realmPrefix(realm))).filter(({ table }) => {
    if (tableArn === undefined) return true
    return table.arn === tableArn && catalogue.find(realm, table.name)?.definition.id === table.id
  })
  const { page, next } = pageOfCopies(all, {
    kind: 'export',
    nowMs: clock.now(),
    pageSize: maxResults,
    token,
  })
  return {
    ExportSummaries: page.map(({ arn, status, type = 'FULL_EXPORT' }) => {
      return { ExportArn: arn, ExportStatus: status, ExportType: type }
    }),
    ...(next !== undefined && { NextToken: next }),
  }
}
