import type { ListImportsInput } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { realmPrefix } from '../tables/backup-document.ts'
import { logGroupArn } from './describe-import.ts'
import { pageOfCopies } from './page-of-copies.ts'

/** Lists imports, newest first, including those of deleted tables. */
export async function listImports(
  { clock, imports, realm }: OperationContext,
  { TableArn: tableArn, PageSize: pageSize, NextToken: token }: ListImportsInput,
): Promise<WireAnswer> {
  const all = (await imports.list(realmPrefix(realm))).filter((document) => {
    return tableArn === undefined || document.tableArn === tableArn
  })
  const { page, next } = pageOfCopies(all, { kind: 'import', nowMs: clock.now(), pageSize, token })
  return {
    ImportSummaryList: page.map((document) => ({
      ImportArn: document.arn,
      ImportStatus: document.status,
      TableArn: document.tableArn,
      S3BucketSource: document.source,
      CloudWatchLogGroupArn: logGroupArn(document),
      InputFormat: document.format,
      StartTime: document.startMs / 1000,
      ...(document.endMs !== undefined && { EndTime: document.endMs / 1000 }),
    })),
    ...(next !== undefined && { NextToken: next }),
  }
}
