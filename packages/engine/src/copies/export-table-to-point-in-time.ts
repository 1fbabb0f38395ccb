import type { ExportTableToPointInTimeInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { copyId, realmPrefix } from '../tables/backup-document.ts'
import type { Realm } from '../tables/catalogue.ts'
import { type ExportDocument, exportName } from '../tables/export-document.ts'
import { invalidParameters } from '../tables/read-key-schema.ts'
import { type CopySource, sourceSpacesOf, type TableDefinition } from '../tables/table-definition.ts'
import { randomHex, randomUuid } from '../util/random.ts'
import { copyArnOf } from './copy-arn.ts'
import { withoutCopies } from './create-backup.ts'
import { exportDescription } from './describe-export.ts'
import { compileExportFilter, keptFilter } from './export-filter.ts'
import { COPY_KEPT_MS } from './forget-copies.ts'
import { checkExportType, type ExportMoment, readExportMoment } from './read-export-moment.ts'
import { requireObjects } from './require-objects.ts'
import { startExport } from './run-export.ts'
import { markMoment } from './table-history.ts'

/** How long a token identifies its export. */
const tokenMs = 8 * 60 * 60 * 1000

/** Starts writing a table, or its changes, to files. The writing continues after the answer. */
export async function exportTableToPointInTime(
  context: OperationContext,
  input: ExportTableToPointInTimeInput,
): Promise<WireAnswer> {
  const { catalogue, clock, exports, historyKeeper, realm, storage } = context
  const tableName = readTableName(realm, input.TableArn)
  checkEncryption(input)
  checkExportType(input)
  if (input.FilterSpecification) compileExportFilter(input.FilterSpecification)
  return catalogue.exclusively(realm, tableName, async () => {
    const earlier = await findEarlier(context, input)
    if (earlier !== undefined) return { ExportDescription: exportDescription(earlier) }
    const definition = catalogue.find(realm, tableName)?.definition
    if (definition === undefined || definition.arn !== input.TableArn) {
      throw new ServiceError('TableNotFoundException', `Table not found: ${input.TableArn}`)
    }
    const { table, moment } = readExportMoment(definition, input, clock.now())
    const objects = requireObjects(context)
    const source = await markMoment(context, table, moment.isNow ? undefined : moment.exportMs)
    const document = createDocument(context, input, { table, moment, source })
    await storage.createSpace(document.space)
    const name = exportName(realm, tableName, document.id)
    await catalogue.writeBeside(realm, tableName, exports.changeTo(name, document))
    startExport(context, document, objects)
    historyKeeper.wakeAt(document.startMs + COPY_KEPT_MS)
    return { ExportDescription: exportDescription(document) }
  })
}

// The region is not part of the form: a table of another region counts as missing.
function readTableName(realm: Realm, arn: string): string {
  const [start, , service, , accountId, ...rest] = arn.split(':')
  if (start !== 'arn' || accountId === undefined) throw invalidParameters('tableArn is not a valid ARN')
  if (accountId !== realm.accountId) throw new ServiceError('AccessDeniedException', 'Access is denied')
  const [type, name, ...below] = rest.join(':').split('/')
  if (service !== 'dynamodb' || type !== 'table' || !name || below.length > 0) {
    throw validationError('Invalid Request: Table ARN is invalid.')
  }
  return name
}

/** What ids, aliases and ARNs of keys are made of. AWS checks a pattern too, but the only recording of it ends before it. */
const keyForm = /^[a-zA-Z0-9:/_-]+$/

function checkEncryption({ S3SseAlgorithm: algorithm, S3SseKmsKeyId: key }: ExportTableToPointInTimeInput) {
  if (key !== undefined && algorithm !== 'KMS') {
    throw validationError('Invalid Request: KMS Key Id is not supported for this encryption type')
  }
  if (key !== undefined && !keyForm.test(key)) {
    throw validationError(
      `Invalid Request: 1 validation error detected: Value '${key}' at 's3SseKmsKeyId' failed to satisfy constraint: ` +
        `Member must satisfy regular expression pattern: ${keyForm.source}`,
    )
  }
}

/** Returns the export that a token already identifies. */
async function findEarlier(
  { clock, exports, realm }: OperationContext,
  input: ExportTableToPointInTimeInput,
): Promise<ExportDocument | undefined> {
  if (input.ClientToken === undefined) return undefined
  const all = await exports.list(realmPrefix(realm))
  const earlier = all.find(({ clientToken, endMs }) => {
    return clientToken === input.ClientToken && (endMs === undefined || clock.now() < endMs + tokenMs)
  })
  if (earlier !== undefined && earlier.request !== requestText(input)) {
    throw new ServiceError(
      'ExportConflictException',
      'Export conflict: Duplicate request detected with conflicting parameters',
    )
  }
  return earlier
}

function requestText({ ClientToken: _, ...rest }: ExportTableToPointInTimeInput): string {
  return JSON.stringify(Object.entries(rest).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

function createDocument(
  { clock, random, realm }: OperationContext,
  input: ExportTableToPointInTimeInput,
  {
    table,
    moment,
    source,
  }: { readonly table: TableDefinition; readonly moment: ExportMoment; readonly source: CopySource },
): ExportDocument {
  const { S3BucketOwner: bucketOwner, S3Prefix: prefix, S3SseKmsKeyId: sseKeyId, ExportType: type } = input
  const startMs = clock.now()
  const id = copyId(startMs, randomHex(random, 4))
  const space = `export-${randomUuid(random)}`
  return {
    accountId: realm.accountId,
    region: realm.region,
    id,
    arn: copyArnOf(table.arn, 'export', id),
    status: 'IN_PROGRESS',
    table: withoutCopies(table),
    startMs,
    ...(moment.period ? { period: moment.period } : { exportMs: moment.exportMs }),
    clientToken: input.ClientToken ?? randomUuid(random),
    request: requestText(input),
    bucket: input.S3Bucket,
    ...(bucketOwner !== undefined && { bucketOwner }),
    ...(prefix !== undefined && { prefix }),
    sseAlgorithm: input.S3SseAlgorithm ?? 'AES256',
    ...(sseKeyId !== undefined && { sseKeyId }),
    format: input.ExportFormat ?? 'DYNAMODB_JSON',
    ...(type !== undefined && { type }),
    ...(input.FilterSpecification && { filter: keptFilter(input.FilterSpecification) }),
    source,
    space,
    spaces: [space, ...sourceSpacesOf(source)],
  }
}
