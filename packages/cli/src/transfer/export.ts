import { resolve } from 'node:path'
import { ConfigurationError } from '@monotable/server'
import { byResuming, runResumable } from './cut-short.ts'
import { explainTransfer } from './explain-transfer.ts'
import { type ExportState, findExportState, stateFile } from './export-state.ts'
import { exportTable, newExportState, scanPage } from './export-table.ts'
import { formatItems } from './format-items.ts'
import { ProgressBar } from './progress.ts'
import { connect, type DescribedTable, describeTable, type TableConnection } from './table-connection.ts'
import { exportHelp } from './transfer-help.ts'
import { type ExportOptions, parseExportOptions } from './transfer-options.ts'

/** Runs `monotable export` and returns the exit code. */
export async function exportCommand(args: readonly string[]): Promise<number> {
  const options = parseExportOptions(args, process.env)
  if (options.help) {
    process.stdout.write(exportHelp)
    return 0
  }
  return explainTransfer(options.place, async () => {
    const connection = await connect(options.place)
    try {
      const table = await describeTable(connection, options.table)
      if (table === undefined) {
        throw new ConfigurationError(`There is no table ${options.table} at ${connection.name}.`)
      }
      await (options.to === '-'
        ? writeOut(connection, table, options)
        : writeFolder(connection, table, options))
      return 0
    } finally {
      await connection.close()
    }
  })
}

async function writeFolder(
  connection: TableConnection,
  table: DescribedTable,
  options: ExportOptions,
): Promise<void> {
  const folder = resolve(options.to)
  const bar = new ProgressBar(`Exporting ${options.table}`, process.stderr)
  const work = {
    connection,
    table,
    folder,
    onProgress: options.quiet ? () => {} : bar.update.bind(bar),
  }
  const { format = 'dynamodb-json', segments = 4 } = options
  const start =
    resumedState(connection, options, { folder, table }) ??
    newExportState(work, { format, segments, nowMs: Date.now() })
  const transfer = {
    name: 'export',
    howToResume: () => byResuming(findExportState(folder)?.items),
    clear: () => bar.clear(),
  }
  const { items, bytes, exportId } = await runResumable(transfer, () => exportTable(work, start))
  if (!options.quiet) bar.end({ items, bytes })
  const manifest = `AWSDynamoDB/${exportId}/manifest-summary.json`
  if (options.json)
    process.stdout.write(`${JSON.stringify({ table: options.table, items, bytes, folder, manifest })}\n`)
}

/**
 * Returns the state that `--resume` continues from. A missing state is an error, so that no new export begins unasked.
 */
function resumedState(
  { name }: TableConnection,
  options: ExportOptions,
  { folder, table: { TableId } }: { readonly folder: string; readonly table: DescribedTable },
): ExportState | undefined {
  const { resume, table, to } = options
  const state = findExportState(folder)
  if (!resume) {
    if (state === undefined) return undefined
    throw new ConfigurationError(
      `${to} has an interrupted export of ${state.table}. ` +
        `Use --resume to continue it, or remove ${stateFile(to)} to start over.`,
    )
  }
  if (state === undefined) throw new ConfigurationError(`${to} has no interrupted export to resume.`)
  if (state.table !== table || state.place !== name) {
    throw new ConfigurationError(
      `${to} has an export of ${state.table} at ${state.place}, not of this table.`,
    )
  }
  if (state.tableId !== undefined && state.tableId !== TableId) {
    throw new ConfigurationError(
      `${to} has an export of an earlier table ${table}, which was deleted since. Remove ${stateFile(to)} to start over.`,
    )
  }
  const begun = { format: state.format, segments: state.segments.length }
  for (const option of ['format', 'segments'] as const) {
    if ((options[option] ?? begun[option]) === begun[option]) continue
    throw new ConfigurationError(
      `The export in ${to} was started with --${option} ${begun[option]}, which cannot change: leave out --${option}, ` +
        `or remove ${stateFile(to)} to start over.`,
    )
  }
  return state
}

/** Writes to standard output, and waits until it was accepted. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error == null) resolve()
      else if ((error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error)
      else
        reject(
          new ConfigurationError('The reader of the output went away before the whole table was written.'),
        )
    })
  })
}

/** Writes lines to standard output, as fast as they are read. */
async function writeOut(
  connection: TableConnection,
  table: DescribedTable,
  options: ExportOptions,
): Promise<void> {
  const bar = new ProgressBar(`Exporting ${options.table}`, process.stderr)
  let progress = { items: 0, bytes: 0 }
  let startKey: object | undefined
  do {
    const page = await scanPage(connection, {
      TableName: table.TableName,
      ...(startKey && { ExclusiveStartKey: startKey }),
    })
    const text = formatItems(page.items, 'dynamodb-json')
    if (text !== '') await print(text)
    progress = { items: progress.items + page.items.length, bytes: progress.bytes + page.bytes }
    if (!options.quiet) bar.update({ ...progress, total: table.ItemCount })
    startKey = page.nextKey
  } while (startKey !== undefined)
  if (!options.quiet) bar.end(progress)
}
