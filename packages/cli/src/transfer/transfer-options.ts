import type { FolderStore } from '@monotable/storage-files'
import { UsageError } from '../messages/usage-error.ts'
import { type GivenOptions, type OptionKinds, parseOptions, textOf } from '../parse-options.ts'
import {
  type Environment,
  placeKinds,
  readFolderStore,
  readPlace,
  type TablePlace,
} from '../place/table-place.ts'

/** How items are written. */
export type TransferFormat = 'dynamodb-json' | 'csv'

/** What can be read; Ion is written by ExportTableToPointInTime only, and plain JSON by others. */
export type ImportFormat = TransferFormat | 'ion' | 'json'

/** What both directions are told. */
export interface TransferOptions {
  readonly help: boolean
  readonly table: string
  readonly place: TablePlace
  readonly resume: boolean
  readonly json: boolean
  readonly quiet: boolean
}

/** What `monotable export` was told. */
export interface ExportOptions extends TransferOptions {
  /** A folder, or `-` for standard output. */
  readonly to: string
  /** Absent where nobody said. */
  readonly format: TransferFormat | undefined
  readonly segments: number | undefined
}

/** What `monotable import` was told. */
export interface ImportOptions extends TransferOptions {
  /** A folder, a file, or `-` for standard input. */
  readonly from: string
  /** Absent when the names of the files are to tell. */
  readonly format: ImportFormat | undefined
  /** What stands between the cells of CSV; a comma when it is absent. */
  readonly delimiter: string | undefined
  readonly create: boolean
  /** What is to keep the data in the folder. */
  readonly store: FolderStore | undefined
  /** Items a second at most. */
  readonly rate: number | undefined
  readonly parallel: number
}

const commonKinds: OptionKinds = {
  table: { type: 'string', short: 't' },
  ...placeKinds,
  format: { type: 'string' },
  resume: { type: 'boolean' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
}

const exportKinds: OptionKinds = {
  ...commonKinds,
  to: { type: 'string' },
  segments: { type: 'string' },
}

const importKinds: OptionKinds = {
  ...commonKinds,
  from: { type: 'string' },
  delimiter: { type: 'string' },
  create: { type: 'boolean' },
  store: { type: 'string' },
  rate: { type: 'string' },
  parallel: { type: 'string' },
}

/** Reads the options of `monotable export`. */
export function parseExportOptions(args: readonly string[], environment: Environment): ExportOptions {
  const given = parseOptions(args, exportKinds)
  const common = readCommon(given, environment, 'the table to copy')
  const to = textOf(given, 'to') ?? (common.help ? '' : missing('--to', 'the folder to write to, or -'))
  for (const option of ['resume', 'segments', 'json'])
    if (to === '-' && given.has(option)) throw new UsageError(`--${option} needs a folder; --to - has none`)
  const format = readFormat(textOf(given, 'format'), ['dynamodb-json', 'csv'])
  // The names of all columns are known only at the end.
  if (to === '-' && format === 'csv') throw new UsageError('--format csv needs a folder; --to - writes JSON')
  return {
    ...common,
    to,
    format,
    segments: given.has('segments') ? readCount(given, 'segments', 1) : undefined,
  }
}

/** Reads the options of `monotable import`. */
export function parseImportOptions(args: readonly string[], environment: Environment): ImportOptions {
  const given = parseOptions(args, importKinds)
  const common = readCommon(given, environment, 'the table to write to')
  const from =
    textOf(given, 'from') ?? (common.help ? '' : missing('--from', 'the folder or file to read, or -'))
  if (from === '-' && common.resume) throw new UsageError('--resume needs a file; --from - has none')
  if (given.has('store') && !given.has('path')) throw new UsageError('--store is for the folder of --path')
  return {
    ...common,
    from,
    format: readFormat(textOf(given, 'format'), ['dynamodb-json', 'json', 'csv', 'ion']),
    delimiter: readDelimiter(textOf(given, 'delimiter')),
    create: given.has('create'),
    store: readFolderStore(given),
    rate: given.has('rate') ? readCount(given, 'rate', 1) : undefined,
    parallel: readCount(given, 'parallel', 8),
  }
}

function readCommon(given: GivenOptions, environment: Environment, tableIs: string): TransferOptions {
  const help = given.has('help')
  return {
    help,
    table: textOf(given, 'table') ?? (help ? '' : missing('--table', tableIs)),
    place: readPlace(given, environment),
    resume: given.has('resume'),
    json: given.has('json'),
    quiet: given.has('quiet'),
  }
}

function missing(option: string, what: string): never {
  throw new UsageError(`${option} is missing: ${what}`)
}

function readFormat<Format extends string>(
  text: string | undefined,
  formats: readonly Format[],
): Format | undefined {
  if (text === undefined) return undefined
  const format = formats.find((each) => each === text)
  if (format !== undefined) return format
  const known = `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`
  throw new UsageError(`--format must be ${known}, not "${text}"`)
}

/** The delimiters that ImportTable takes. */
const delimiters: { readonly [word: string]: string } = {
  ',': ',',
  ';': ';',
  ':': ':',
  '|': '|',
  tab: '\t',
  '\t': '\t',
  space: ' ',
  ' ': ' ',
}

function readDelimiter(text: string | undefined): string | undefined {
  if (text === undefined || Object.hasOwn(delimiters, text)) return text && delimiters[text]
  throw new UsageError(`--delimiter must be one of , ; : | tab and space, not "${text}"`)
}

/** As many as a Scan has segments at most. */
const mostCount = 1_000_000

/** A number from 1 on. */
export function readCount(given: GivenOptions, name: string, otherwise: number): number {
  const text = textOf(given, name)
  if (text === undefined) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= mostCount) return value
  throw new UsageError(`--${name} must be a number from 1 to ${mostCount}, not "${text}"`)
}
