import type { CreateTableInput, ImportTableInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { planNewTable } from '../operations/tables/plan-new-table.ts'
import { copyId, realmPrefix } from '../tables/backup-document.ts'
import type { ImportDocument } from '../tables/import-document.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { randomHex, randomUuid } from '../util/random.ts'
import { checkCompression } from './check-compression.ts'
import { copyArnOf } from './copy-arn.ts'
import { importDescription } from './describe-import.ts'
import { enterTable } from './fill-table.ts'
import { COPY_KEPT_MS } from './forget-copies.ts'
import { requireObjects } from './require-objects.ts'
import { importName, startImport } from './run-import.ts'

/** How long a token identifies its import after that has ended (AWS documentation). */
const tokenMs = 8 * 60 * 60 * 1000

/** Creates a table from files. The answer comes at once, and the items follow. */
export async function importTable(context: OperationContext, input: ImportTableInput): Promise<WireAnswer> {
  const { catalogue, clock, historyKeeper, imports, random, realm } = context
  checkFormat(input)
  const name = resolveTableName(realm, input.TableCreationParameters.TableName)
  const nowMs = clock.now()
  const table: CreateTableInput = input.TableCreationParameters
  const planned = planNewTable(table, { realm, name, nowMs, newId: () => randomUuid(random) })
  return catalogue.exclusively(realm, name, async () => {
    const earlier = await findEarlier(context, input, name)
    if (earlier !== undefined) return { ImportTableDescription: importDescription(earlier) }
    if (catalogue.findAny(realm, name) !== undefined) {
      throw new ServiceError('ResourceInUseException', `Table already exists: ${name}`)
    }
    const objects = requireObjects(context)
    const document = createDocument(context, input, planned)
    const key = importName(realm, name, document.id)
    const definition: TableDefinition = { ...planned, creation: { kind: 'import', importName: key } }
    // Together: an import without its table would be in progress forever, even for a repeated request.
    await enterTable(context, { realm, definition }, [imports.changeTo(key, document)])
    startImport(context, document, { definition, objects })
    historyKeeper.wakeAt(document.startMs + COPY_KEPT_MS)
    return { ImportTableDescription: importDescription(document) }
  })
}

function checkFormat({ InputFormat, InputFormatOptions, InputCompressionType }: ImportTableInput): void {
  if (InputFormatOptions?.Csv !== undefined && InputFormat !== 'CSV') {
    throw validationError(
      `Invalid Request: Unsupported InputFormatOptions for the given input format: ${InputFormat}.`,
    )
  }
  checkCompression(InputCompressionType)
}

/**
 * Returns the import that a token already identifies. Only another table is a conflict, against the documentation:
 * AWS was seen to overlook another bucket, prefix, format or compression (October 2026).
 */
async function findEarlier(
  { clock, imports, realm }: OperationContext,
  input: ImportTableInput,
  tableName: string,
): Promise<ImportDocument | undefined> {
  const all = await imports.list(realmPrefix(realm))
  const earlier = all.find(({ clientToken, endMs }) => {
    return clientToken === input.ClientToken && (endMs === undefined || clock.now() < endMs + tokenMs)
  })
  if (earlier === undefined || earlier.tableName === tableName) return earlier
  throw new ServiceError(
    'ImportConflictException',
    'Import conflict: Duplicate request detected with conflicting parameters',
  )
}

function createDocument(
  { clock, random, realm }: OperationContext,
  input: ImportTableInput,
  table: TableDefinition,
): ImportDocument {
  const startMs = clock.now()
  const id = copyId(startMs, randomHex(random, 4))
  const { InputFormatOptions: options } = input
  return {
    accountId: realm.accountId,
    region: realm.region,
    id,
    arn: copyArnOf(table.arn, 'import', id),
    status: 'IN_PROGRESS',
    tableName: table.name,
    tableArn: table.arn,
    tableId: table.id,
    startMs,
    clientToken: input.ClientToken,
    source: { S3BucketOwner: realm.accountId, ...input.S3BucketSource },
    format: input.InputFormat,
    ...(options && { options }),
    compression: input.InputCompressionType ?? 'NONE',
    table: input.TableCreationParameters,
    counts: { processedBytes: 0, processedItems: 0, importedItems: 0, errors: 0 },
  }
}
