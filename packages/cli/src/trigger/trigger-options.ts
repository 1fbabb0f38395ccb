import { readFileSync } from 'node:fs'
import type { Filter, TriggerOptions } from '@monotable/engine'
import { explainFileError } from '../messages/explain-file-error.ts'
import { UsageError } from '../messages/usage-error.ts'
import { type GivenOptions, type OptionKinds, parseOptions, textOf } from '../parse-options.ts'
import {
  type Environment,
  placeKinds,
  readPlace,
  refuseSeveral,
  type TablePlace,
} from '../place/table-place.ts'

/** The options of `monotable trigger`. */
export interface TriggerCommandOptions {
  readonly help: boolean
  readonly table: string
  readonly handler: string
  readonly exportName: string
  readonly place: TablePlace
  /** The folder for the checkpoint of a table at an endpoint. */
  readonly stateFolder: string
  readonly onFailureFile: string | undefined
  readonly once: boolean
  readonly redrive: boolean
  readonly json: boolean
  readonly trigger: Omit<TriggerOptions, 'name'> & { readonly name: string }
}

const optionKinds: OptionKinds = {
  table: { type: 'string', short: 't' },
  handler: { type: 'string' },
  export: { type: 'string' },
  ...placeKinds,
  name: { type: 'string' },
  state: { type: 'string' },
  filter: { type: 'string' },
  'batch-size': { type: 'string' },
  'batch-window': { type: 'string' },
  'max-attempts': { type: 'string' },
  'max-age': { type: 'string' },
  bisect: { type: 'boolean' },
  parallel: { type: 'string' },
  timeout: { type: 'string' },
  'starting-position': { type: 'string' },
  'on-failure': { type: 'string' },
  once: { type: 'boolean' },
  redrive: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

/** Parses the options of `monotable trigger`. */
export function parseTriggerOptions(
  args: readonly string[],
  environment: Environment,
): TriggerCommandOptions {
  const given = parseOptions(args, optionKinds)
  const help = given.has('help')
  const text = (name: string) => textOf(given, name)
  const table = text('table') ?? (help ? '' : missing('--table', 'the table whose changes are handled'))
  const handler = text('handler') ?? (help ? '' : missing('--handler', 'the file of the function to run'))
  const exportName = text('export') ?? 'handler'
  // A store of ours also holds the checkpoint.
  refuseSeveral(given, ['path', 'postgres', 'state'])
  return {
    help,
    table,
    handler,
    exportName,
    place: readPlace(given, environment),
    stateFolder: text('state') ?? '.monotable/triggers',
    onFailureFile: text('on-failure'),
    once: given.has('once'),
    redrive: given.has('redrive'),
    json: given.has('json'),
    trigger: { name: text('name') ?? `${table}:${exportName}`, ...readBehaviour(given) },
  }
}

/**
 * The bounds of a trigger's options, checked here so that errors use the names of the command line and come before
 * anything is started.
 */
const bounds = {
  'batch-size': { lowest: 1, highest: 10_000 },
  'max-attempts': { lowest: 1, highest: 10_001 },
  parallel: { lowest: 1, highest: 10 },
  'batch-window': { lowest: 0, highest: 300 },
  'max-age': { lowest: 0, highest: 86_400 },
  timeout: { lowest: 0.001, highest: 86_400 },
}

/** Reads the options that configure the trigger itself. */
function readBehaviour(given: GivenOptions): TriggerOptions {
  const numbers = {
    batchSize: readNumber(given, 'batch-size'),
    batchWindowMs: readSeconds(given, 'batch-window'),
    maxAttempts: readNumber(given, 'max-attempts'),
    maxRecordAgeMs: readSeconds(given, 'max-age'),
    parallel: readNumber(given, 'parallel'),
    timeoutMs: readSeconds(given, 'timeout'),
  }
  const filter = textOf(given, 'filter')
  const start = textOf(given, 'starting-position')
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(filter === undefined ? {} : { filter: readFilter(filter) }),
    ...(start === undefined ? {} : { startingPosition: readStart(start) }),
    bisect: given.has('bisect'),
  }
}

function missing(option: string, what: string): never {
  throw new UsageError(`${option} is missing: ${what}`)
}

function readNumber(given: GivenOptions, name: keyof typeof bounds): number | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && isWithin(Number(text), bounds[name])) return Number(text)
  throw outside(name, 'a whole number', text)
}

function readSeconds(given: GivenOptions, name: keyof typeof bounds): number | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text) && isWithin(Number(text), bounds[name])) return Number(text) * 1_000
  throw outside(name, 'a number of seconds', text)
}

function isWithin(number: number, { lowest, highest }: (typeof bounds)[keyof typeof bounds]): boolean {
  return number >= lowest && number <= highest
}

function outside(name: keyof typeof bounds, what: string, text: string): UsageError {
  const { lowest, highest } = bounds[name]
  return new UsageError(`--${name} must be ${what} from ${lowest} to ${highest}, not "${text}"`)
}

/** Reads a pattern, a list of patterns, or an @ followed by a file that holds either. */
function readFilter(text: string): Filter {
  const json = text.startsWith('@') ? readText(text.slice(1)) : text
  try {
    return JSON.parse(json) as Filter
  } catch (error) {
    throw new UsageError(`--filter is not JSON: ${(error as Error).message}`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--filter: ${explainFileError(error, file) ?? (error as Error).message}`)
  }
}

function readStart(text: string): 'LATEST' | 'TRIM_HORIZON' | Date {
  const word = text.toUpperCase().replaceAll('-', '_')
  if (word === 'LATEST' || word === 'TRIM_HORIZON') return word
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new UsageError(
    `--starting-position must be LATEST, TRIM_HORIZON or a time such as 2026-01-01T00:00:00Z, not "${text}"`,
  )
}
