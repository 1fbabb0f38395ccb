import { ServiceError } from '@monotable/protocol'
import {
  type CopyJob,
  pageMaxBytes,
  pageMaxRecords,
  startJob,
  yieldToRequests,
} from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import type { Change } from '../storage/storage.ts'
import { realmPrefix } from '../tables/backup-document.ts'
import type { Realm } from '../tables/catalogue.ts'
import type { ImportCounts, ImportDocument, ImportEnd } from '../tables/import-document.ts'
import { tableKeyOf } from '../tables/item-key.ts'
import { createTable, type Table } from '../tables/table.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { FolderObject, ObjectFolder } from '../util/object-folder.ts'
import { failureText } from './failure-text.ts'
import { activateTable, discardTable, fillIndexes, isInCreation } from './fill-table.ts'
import { decompress, type ImportEntry, readCsvItems, readImportedItem } from './import-source.ts'
import { MalformedFile } from './read-lines.ts'
import { readRecordItems } from './read-records.ts'

const noCounts: ImportCounts = { processedBytes: 0, processedItems: 0, importedItems: 0, errors: 0 }

const someFailed =
  'Some of the items failed validation checks and were not imported. ' +
  'Please check CloudWatch error logs for more details.'

/** There is no CloudWatch: errors of items are written to this bucket, as far as they are useful. */
const logBucket = 'aws-dynamodb-imports'
const logMaxEntries = 1_000

/** Returns the name of an import in the register. */
export function importName(realm: Realm, tableName: string, id: string): string {
  return `${realmPrefix(realm)}${tableName}/${id}`
}

/** Runs an import, including one that was interrupted. */
export function startImport(context: OperationContext, document: ImportDocument, target: ImportTarget): void {
  const name = importName(document, document.tableName, document.id)
  startJob(context, `import/${name}`, (held) => importJob(held, document, target))
}

/** The target and the source of an import. */
interface ImportTarget {
  readonly definition: TableDefinition
  readonly objects: ObjectFolder
}

function importJob(
  context: OperationContext,
  document: ImportDocument,
  { definition, objects }: ImportTarget,
): CopyJob {
  const realm: Realm = { accountId: document.accountId, region: document.region }
  const filling = { realm, definition }
  const name = importName(realm, document.tableName, document.id)
  return {
    run: async (signal) => {
      const current = await context.imports.get(name)
      if (current?.status !== 'IN_PROGRESS') return
      // Once the table is available, nothing may be imported into it again.
      if (!isInCreation(context, filling)) {
        if (current.end) await endImport(context, name, current.end)
        return
      }
      const files = await objects.list(document.source.S3Bucket, document.source.S3KeyPrefix ?? '')
      if (files === undefined) {
        const message = 'The specified bucket does not exist'
        await endImport(context, name, { status: 'FAILED', failure: { code: 'S3NoSuchBucket', message } })
        return
      }
      const run = new ImportRun(context, document, { table: createTable(definition), objects, signal })
      for (const file of files) await run.readFile(file)
      await fillIndexes(context, filling, signal)
      if (signal.aborted) return
      await run.writeLog()
      const end = run.result()
      await context.imports.change(name, (document) => document && { ...document, end })
      await activateTable(context, filling)
      await endImport(context, name, end)
    },
    fail: async (error) => {
      const message = failureText(`The import of ${definition.name} has failed`, error)
      await endImport(context, name, { status: 'FAILED', failure: { code: 'UNKNOWN', message } })
    },
    // A completed table must not be discarded any more.
    release: async () => {
      await discardTable(context, filling)
    },
  }
}

/** Records how an import ended, unless that was done before. */
export async function endImport(
  { clock, imports }: OperationContext,
  name: string,
  result: ImportEnd,
): Promise<void> {
  const endMs = clock.now()
  await imports.change(name, (current) => {
    if (current?.status !== 'IN_PROGRESS') return current
    const { end: _, ...rest } = current
    return { ...rest, ...result, endMs }
  })
}

/** One attempt to import. */
class ImportRun {
  readonly #context: OperationContext
  readonly #document: ImportDocument
  readonly #table: Table
  readonly #objects: ObjectFolder
  readonly #signal: AbortSignal
  readonly #log: string[] = []
  #changes: Change[] = []
  #changedBytes = 0
  #counts: ImportCounts = noCounts

  constructor(
    context: OperationContext,
    document: ImportDocument,
    {
      table,
      objects,
      signal,
    }: { readonly table: Table; readonly objects: ObjectFolder; readonly signal: AbortSignal },
  ) {
    this.#context = context
    this.#document = document
    this.#table = table
    this.#objects = objects
    this.#signal = signal
  }

  async readFile({ key }: FolderObject): Promise<void> {
    const { source, compression } = this.#document
    const bytes = decompress(this.#objects.read(source.S3Bucket, key), compression)
    try {
      for await (const entry of this.#entriesOf(this.#counted(bytes))) {
        if (this.#signal.aborted) return
        await this.#take(entry, key)
      }
    } catch (error) {
      // The rest of the file cannot be interpreted any more; what came before stays.
      if (!(error instanceof MalformedFile)) throw error
      this.#count({ processedItems: 1 })
      this.#refuse(error.message, key)
    }
    await this.#flush()
  }

  result(): ImportEnd {
    const counts = this.#counts
    if (counts.errors === 0) return { status: 'COMPLETED', counts }
    return { status: 'FAILED', failure: { code: 'ItemValidationError', message: someFailed }, counts }
  }

  async writeLog(): Promise<void> {
    if (this.#log.length === 0) return
    const content = Buffer.from(`${this.#log.join('\n')}\n`)
    await this.#objects.write(logBucket, `${this.#document.id}/error.jsonl`, content)
  }

  #entriesOf(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ImportEntry> {
    const { format, options } = this.#document
    if (format !== 'CSV') return readRecordItems(bytes, format)
    const types = new Map(this.#table.definition.attributes.map(({ name, type }) => [name, type]))
    return readCsvItems(bytes, {
      delimiter: options?.Csv?.Delimiter,
      header: options?.Csv?.HeaderList,
      types,
    })
  }

  async *#counted(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of bytes) {
      // A file may go on for long without an item.
      if (this.#signal.aborted) throw new MalformedFile('the import was cut short')
      this.#count({ processedBytes: chunk.length })
      yield chunk
    }
  }

  async #take(entry: ImportEntry, key: string): Promise<void> {
    this.#count({ processedItems: 1 })
    if ('fault' in entry) return this.#refuse(entry.fault, key)
    try {
      const stored = readImportedItem(this.#table, entry.raw)
      const { space, partition, sort } = tableKeyOf(this.#table, stored.item)
      this.#changes.push({ space, partition, sort, value: stored })
      this.#changedBytes += stored.sizeBytes
      this.#count({ importedItems: 1 })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      this.#refuse(error.message, key)
    }
    if (this.#changes.length >= pageMaxRecords || this.#changedBytes >= pageMaxBytes) await this.#flush()
  }

  async #flush(): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    this.#changedBytes = 0
    await this.#context.storage.mutate([], () => ({ changes, answer: undefined }))
    await yieldToRequests()
  }

  #refuse(errorMessage: string, key: string): void {
    this.#count({ errors: 1 })
    if (this.#log.length >= logMaxEntries) return
    const { processedItems: itemNumber } = this.#counts
    this.#log.push(JSON.stringify({ s3ObjectKey: key, itemNumber, errorMessage }))
  }

  #count(more: Partial<ImportCounts>): void {
    const { processedBytes = 0, processedItems = 0, importedItems = 0, errors = 0 } = more
    this.#counts = {
      processedBytes: this.#counts.processedBytes + processedBytes,
      processedItems: this.#counts.processedItems + processedItems,
      importedItems: this.#counts.importedItems + importedItems,
      errors: this.#counts.errors + errors,
    }
  }
}
