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

/** The formats that items are written in. */
export type TransferFormat = 'dynamodb-json' | 'csv'

/** The formats that can be read; Ion is written only by ExportTableToPointInTime, and plain JSON by other tools. */
export type ImportFormat = TransferFormat | 'ion' | 'json'

/** The options of both export and import. */
export interface TransferOptions {
  readonly help: boolean
  readonly table: string
  readonly place: TablePlace
  readonly resume: boolean
  readonly json: boolean
  readonly quiet: boolean
}

/** The options of `monotable export`. */
export interface ExportOptions extends TransferOptions {
  /** A folder, or `-` for standard output. */
  readonly to: string
  /** Absent if not given. */
  readonly format: TransferFormat | undefined
  readonly segments: number | undefined
}

/** The options of `monotable import`. */
export interface ImportOptions extends TransferOptions {
  /** A folder, a file, or `-` for standard input. */
  readonly from: string
  /** Absent if the file names determine it. */
  readonly format: ImportFormat | undefined
  /** The delimiter of CSV; a comma if absent. */
  readonly delimiter: string | undefined
  readonly create: boolean
  /** The store that keeps the data in the folder. */
  readonly store: FolderStore | undefined
  /** The maximum number of items per second. */
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

/** Parses the options of `monotable export`. */
export function parseExportOptions(args: readonly string[], environment: Environment): ExportOptions {
  const given = parseOptions(args, exportKinds)
  const common = readCommon(given, environment, 'the table to copy')
  const to = textOf(given, 'to') ?? (common.help ? '' : missing('--to', 'the folder to write to, or -'))
  for (const option of ['resume', 'segments', 'json'])
    if (to === '-' && given.has(option))
      throw new UsageError(`--${option} needs a folder, and --to - is standard output`)
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

/** Parses the options of `monotable import`. */
export function parseImportOptions(args: readonly string[], environment: Environment): ImportOptions {
  const given = parseOptions(args, importKinds)
  const common = readCommon(given, environment, 'the table to write to')
  const from =
    textOf(given, 'from') ?? (common.help ? '' : missing('--from', 'the folder or file to read, or -'))
  if (from === '-' && common.resume)
    throw new UsageError('--resume needs a file or folder, and --from - is standard input')
  if (given.has('store') && !given.has('path'))
    throw new UsageError('--store needs --path: it is the store of that folder')
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
  throw new UsageError(`--delimiter must be one of , ; : | tab or space, not "${text}"`)
}

/** The maximum number of segments of a Scan. */
const mostCount = 1_000_000

/** Reads a whole number, at least 1. */
export function readCount(given: GivenOptions, name: string, otherwise: number): number {
  const text = textOf(given, name)
  if (text === undefined) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= mostCount) return value
  throw new UsageError(`--${name} must be a number from 1 to ${mostCount}, not "${text}"`)
}
