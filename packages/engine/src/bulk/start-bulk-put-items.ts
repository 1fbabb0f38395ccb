import type { StartBulkPutItemsInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import { checkCompression } from '../copies/check-compression.ts'
import { copyArnOf } from '../copies/copy-arn.ts'
import { COPY_KEPT_MS } from '../copies/forget-copies.ts'
import { requireObjects } from '../copies/require-objects.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { requireExistingTable } from '../operations/require-existing-table.ts'
import { requireFilled } from '../operations/tables/require-filled.ts'
import { copyId, realmPrefix } from '../tables/backup-document.ts'
import { type BulkDocument, bulkName, isBulkRunning } from '../tables/bulk-document.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { otherRequest } from '../transactions/other-request.ts'
import { requestDigest } from '../transactions/request-digest.ts'
import { randomHex, randomUuid } from '../util/random.ts'
import { bulkDescription } from './describe-bulk-operation.ts'
import { startBulk } from './run-bulk.ts'

/** How long a token identifies its operation. */
const tokenMs = 8 * 60 * 60 * 1000

/** How many may run at once in an account; AWS does not document it, and this is its limit for imports. */
const maxRunning = 50

/** Starts putting the items of files into a table. The work continues after the answer. */
export async function startBulkPutItems(
  context: OperationContext,
  input: StartBulkPutItemsInput,
): Promise<WireAnswer> {
  const { bulkOperations, catalogue, historyKeeper, realm, storage } = context
  const output = readOutput(input)
  checkCompression(input.InputS3Configuration.InputCompressionType)
  const tableName = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, tableName, async () => {
    const all = await bulkOperations.list(realmPrefix(realm))
    const earlier = findEarlier(context, input, all)
    if (earlier !== undefined) return { BulkOperationDescription: bulkDescription(earlier) }
    requireFilled(context, input.TableName)
    const { definition } = requireExistingTable(context, input.TableName)
    requireOneRegion(definition)
    requireIndexes(definition)
    requireFewRunning(all)
    const objects = requireObjects(context)
    const document = createDocument(context, input, { table: definition, output })
    await storage.createSpace(document.space)
    await catalogue.writeBeside(
      realm,
      tableName,
      bulkOperations.changeTo(bulkName(realm, document), document),
    )
    startBulk(context, document, objects)
    historyKeeper.wakeAt(document.startMs + COPY_KEPT_MS)
    return { BulkOperationDescription: bulkDescription(document) }
  })
}

function readOutput({ OutputS3Configuration: output }: StartBulkPutItemsInput): BulkDocument['output'] {
  const { S3Bucket, S3SseAlgorithm, S3SseKmsKeyId, OutputType } = output
  if (S3Bucket === undefined) throw validationError('Invalid Request: Output S3 bucket is required')
  if (OutputType.length === 0) throw validationError('Invalid Request: Output type is required')
  if (S3SseKmsKeyId !== undefined && S3SseAlgorithm !== 'KMS') {
    throw validationError('Invalid Request: KMS Key Id is not supported for this encryption type')
  }
  return { ...output, S3Bucket }
}

/** Returns the operation that a token already identifies. */
function findEarlier(
  { clock }: OperationContext,
  input: StartBulkPutItemsInput,
  all: readonly BulkDocument[],
): BulkDocument | undefined {
  if (input.ClientToken === undefined) return undefined
  const earlier = all.find(({ clientToken, startMs }) => {
    return clientToken === input.ClientToken && clock.now() < startMs + tokenMs
  })
  if (earlier !== undefined && earlier.request !== digestOf(input)) throw otherRequest()
  return earlier
}

/** Returns a digest of the request without the token. */
function digestOf({ ClientToken: _, ...request }: StartBulkPutItemsInput): string {
  return requestDigest(request)
}

/** AWS documentation: "Bulk put items does not support global tables." How AWS words the error is not known. */
function requireOneRegion({ group, name }: TableDefinition): void {
  if (group !== undefined) throw validationError(`Bulk operations do not support global tables: ${name}`)
}

/** AWS documentation: "You cannot start an operation while the table is creating a secondary index." */
function requireIndexes({ indexes, name }: TableDefinition): void {
  if (indexes.every(({ status }) => status !== 'CREATING')) return
  throw new ServiceError(
    'ResourceInUseException',
    `Attempt to change a resource which is still in use: Table is being updated: ${name}`,
  )
}

function requireFewRunning(all: readonly BulkDocument[]): void {
  if (all.filter(isBulkRunning).length < maxRunning) return
  throw new ServiceError(
    'LimitExceededException',
    `Subscriber limit exceeded: There is a limit of ${maxRunning} concurrent bulk operations per account`,
  )
}

function createDocument(
  { clock, random, realm }: OperationContext,
  input: StartBulkPutItemsInput,
  { table, output }: { readonly table: TableDefinition; readonly output: BulkDocument['output'] },
): BulkDocument {
  const { MaxWriteRequestUnits: maxUnits } = input
  const startMs = clock.now()
  const id = copyId(startMs, randomHex(random, 4))
  const space = `bulk-${randomUuid(random)}`
  const owner = { S3BucketOwner: realm.accountId }
  return {
    accountId: realm.accountId,
    region: realm.region,
    id,
    arn: copyArnOf(table.arn, 'bulk-operation', id),
    status: 'IN_PROGRESS',
    tableName: table.name,
    askedName: input.TableName,
    tableId: table.id,
    startMs,
    clientToken: input.ClientToken ?? randomUuid(random),
    request: digestOf(input),
    input: { ...owner, InputCompressionType: 'NONE', ...input.InputS3Configuration },
    output: { ...owner, ...output },
    ...(maxUnits !== undefined && { maxUnits }),
    tier: input.PerformanceTier ?? 'STANDARD',
    progress: { processedItems: 0, failedItems: 0, doneBytes: 0 },
    usage: [],
    space,
    spaces: [space],
  }
}
