import { MalformedFile, printable } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { explainFileError } from '../messages/explain-file-error.ts'
import { UsageError } from '../messages/usage-error.ts'
import { BatchWriter } from './batch-writer.ts'
import { createExportedTable } from './create-exported-table.ts'
import { byResuming, runResumable } from './cut-short.ts'
import { estimateTotal } from './estimate-total.ts'
import { explainTransfer } from './explain-transfer.ts'
import { type ImportFile, type ImportFiles, requireImportFiles } from './import-files.ts'
import {
  digestFiles,
  findImportState,
  importStateFile,
  removeImportState,
  saveImportState,
} from './import-state.ts'
import { ProgressBar } from './progress.ts'
import { readWrites } from './read-writes.ts'
import { connect, type DescribedTable, describeTable, type TableConnection } from './table-connection.ts'
import { importHelp } from './transfer-help.ts'
import { type ImportOptions, parseImportOptions } from './transfer-options.ts'

/** The number of faults that are printed individually. */
const toldFaults = 10
const saveEveryMs = 500

/** Runs `monotable import` and returns the exit code: also 1 if some items were refused. */
export async function importCommand(args: readonly string[]): Promise<number> {
  const options = parseImportOptions(args, process.env)
  if (options.help) {
    process.stdout.write(importHelp)
    return 0
  }
  return explainTransfer(options.place, async () => {
    const files = requireImportFiles(options.from, options.format)
    if (options.delimiter !== undefined && !files.files.some(({ format }) => format === 'csv'))
      throw new UsageError(
        `--delimiter is for CSV, but ${options.from} has none; use --format csv to read it as CSV`,
      )
    const connection = await connect(options.place, { create: options.create, kind: options.store })
    try {
      const table = await requireTable(connection, options, files)
      const refused = await new ImportRun({ connection, table, files, options }).run()
      return refused === 0 ? 0 : 1
    } finally {
      await connection.close()
    }
  })
}

async function requireTable(
  connection: TableConnection,
  { table: name, create }: ImportOptions,
  { definition }: ImportFiles,
): Promise<DescribedTable> {
  const table = await describeTable(connection, name)
  if (table !== undefined) return table
  if (create) return createExportedTable(connection, name, definition)
  throw new ConfigurationError(
    `There is no table ${name} at ${connection.name}. Use --create to create it as it was exported.`,
  )
}

interface ImportWork {
  readonly connection: TableConnection
  readonly table: DescribedTable
  readonly files: ImportFiles
  readonly options: ImportOptions
}

class ImportRun {
  readonly #work: ImportWork
  readonly #bar: ProgressBar
  readonly #writer: BatchWriter
  /** Absent if items come from standard input. */
  readonly #stateFile: string | undefined
  readonly #files: string
  #hasToldOfState = false
  /** Lines that an earlier run imported. */
  #before = 0
  /** Lines read so far, including those that an earlier run imported. */
  #read = 0
  /** The file being read, and the total size of those before it. */
  #file: ImportFile | undefined
  #readBytes = 0
  /** The total size of all files; NaN if unknown. */
  readonly #sizeBytes: number
  #refused = 0
  #savedMs = 0
  #saving: Promise<void> = Promise.resolve()

  constructor(work: ImportWork) {
    const { connection, table, options } = work
    this.#work = work
    this.#files = digestFiles(work.files.files)
    this.#sizeBytes = work.files.files.reduce((sum, file) => sum + file.size(), 0)
    this.#bar = new ProgressBar(`Importing ${options.table}`, process.stderr)
    const target = { table: options.table, place: connection.name }
    this.#stateFile = options.from === '-' ? undefined : importStateFile(options.from, target)
    this.#writer = new BatchWriter({
      connection,
      table,
      parallel: options.parallel,
      rate: options.rate,
      onRefused: (reason) => this.#refuse(reason),
      onWritten: () => this.#show(),
    })
  }

  /** Imports everything; returns how many items were refused. */
  async run(): Promise<number> {
    const { options } = this.#work
    this.#before = options.resume ? this.#resumedLines() : 0
    const transfer = {
      name: 'import',
      howToResume: () => byResuming(this.#savedState()?.lines),
      clear: () => this.#bar.clear(),
    }
    return runResumable(transfer, () => this.#run())
  }

  async #run(): Promise<number> {
    const { options, files, table } = this.#work
    // The state of an earlier run does not apply to this one, which may be interrupted as well.
    if (!options.resume) await this.#keep(removeImportState)
    for (const file of files.files) {
      this.#file = file
      let number = 0
      for await (const write of namingFile(file, readWrites(file, table, options.delimiter))) {
        number++
        if (this.#read++ < this.#before) continue
        const at = `${file.name}, item ${number}`
        await this.#writer.add('fault' in write ? { fault: `${at}: ${write.fault}` } : write)
      }
      this.#readBytes += file.bytesRead()
      this.#file = undefined
    }
    await this.#writer.end()
    await this.#saving
    await this.#keep(removeImportState)
    const { writtenItems: items, bytes } = this.#writer
    if (!options.quiet) this.#bar.end({ items: this.#before + items, bytes })
    if (this.#refused > toldFaults) {
      process.stderr.write(`monotable: ${this.#refused} items were rejected in all\n`)
    }
    if (options.json) {
      const result = { table: options.table, items, bytes, refused: this.#refused, skipped: this.#before }
      process.stdout.write(`${JSON.stringify(result)}\n`)
    }
    return this.#refused
  }

  #savedState() {
    return this.#stateFile === undefined ? undefined : findImportState(this.#stateFile)
  }

  #resumedLines(): number {
    const { options, table } = this.#work
    const state = this.#savedState()
    if (state === undefined) {
      throw new ConfigurationError(
        `There is no interrupted import of ${options.from} into ${options.table} to resume.`,
      )
    }
    if (state.tableId !== undefined && state.tableId !== table.TableId) {
      throw new ConfigurationError(
        `The interrupted import of ${options.from} wrote to an earlier table ${options.table}, which was deleted since; ` +
          'leave out --resume to start over.',
      )
    }
    if (state.files === undefined || state.files === this.#files) return state.lines
    throw new ConfigurationError(
      `${options.from} has changed since the import was interrupted, so it cannot tell where to continue; ` +
        'leave out --resume to start over.',
    )
  }

  /** Estimates how many lines there are in all. */
  #total(): number | undefined {
    const readBytes = this.#readBytes + (this.#file?.bytesRead() ?? 0)
    return (
      this.#work.files.total ?? estimateTotal({ lines: this.#read, readBytes, sizeBytes: this.#sizeBytes })
    )
  }

  #show(): void {
    const { options, connection, table } = this.#work
    const { arrivedLines, bytes } = this.#writer
    const lines = this.#before + arrivedLines
    if (!options.quiet) this.#bar.update({ items: lines, bytes, total: this.#total() })
    const now = performance.now()
    if (this.#stateFile === undefined || now - this.#savedMs < saveEveryMs) return
    this.#savedMs = now
    const state = {
      version: 1 as const,
      table: options.table,
      place: connection.name,
      tableId: table.TableId,
      files: this.#files,
      lines,
    }
    this.#saving = this.#saving.then(() => this.#keep((file) => saveImportState(file, state)))
  }

  /**
   * Runs an operation on the state file. If that fails, it reports the failure once and the import continues. Later
   * operations are still tried, since an old state must not outlive the import.
   */
  async #keep(work: (file: string) => Promise<void>): Promise<void> {
    if (this.#stateFile === undefined) return
    try {
      await work(this.#stateFile)
    } catch (error) {
      if (this.#hasToldOfState) return
      this.#hasToldOfState = true
      this.#bar.clear()
      const why = explainFileError(error) ?? (error as Error).message
      process.stderr.write(
        `monotable: if this import is interrupted, it cannot be resumed, because its progress cannot be saved. ${why}\n`,
      )
    }
  }

  #refuse(reason: string): void {
    this.#refused++
    if (this.#refused > toldFaults) return
    this.#bar.clear()
    process.stderr.write(`monotable: an item was rejected: ${printable(reason)}\n`)
  }
}

/** Adds the file name to an error that ends reading it, as there may be many files. */
async function* namingFile<Entry>({ name }: ImportFile, entries: AsyncIterable<Entry>): AsyncIterable<Entry> {
  try {
    yield* entries
  } catch (error) {
    if (!(error instanceof MalformedFile) || error.message.includes(name)) throw error
    throw new MalformedFile(`${name}: ${error.message}`, { cause: error })
  }
}
