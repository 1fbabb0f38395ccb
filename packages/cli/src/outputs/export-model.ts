import type { Model } from '@monotable/model'
import {
  cdkSource,
  cloudFormationTemplate,
  describedTableInput,
  describeModel,
  formatYaml,
  iamPolicy,
  type ModelDescription,
  type TableDescription,
  type TableSettings,
  terraformConfiguration,
  writeWorkbenchFile,
} from '@monotable/model/outputs'
import { ConfigurationError } from '@monotable/server'
import { closestWord } from '../messages/closest-word.ts'
import { UsageError } from '../messages/usage-error.ts'
import { loadModel } from '../model-file/load-model.ts'
import { type GivenOptions, type OptionKinds, textOf } from '../parse-options.ts'
import { namesPlace, placeKinds, readPlace } from '../place/table-place.ts'
import { readCount } from '../transfer/transfer-options.ts'
import { explainOutput } from './explain-output.ts'
import { exportModelHelp } from './export-help.ts'
import { readDocument } from './read-document.ts'
import { readTableItems } from './read-table-items.ts'
import { splitArguments } from './split-arguments.ts'
import { writeOutput } from './write-output.ts'

/** The inputs of an export. */
interface ExportWork {
  readonly model: Model
  readonly description: ModelDescription
  readonly given: GivenOptions
}

type Writer = (work: ExportWork) => string | Promise<string>

interface Format {
  readonly write: Writer
  /** The options that the format takes in addition to the common ones. */
  readonly options: readonly string[]
}

const ofTables = ['read-units', 'write-units', 'stream', 'recovery', 'protection', 'table', 'period']

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['cloudformation', { write: writeCloudFormation, options: [...ofTables, 'yaml'] }],
  [
    'cdk',
    {
      write: ({ description, given }) => cdkSource(tablesOf(description, given), readSettings(given)),
      options: ofTables,
    },
  ],
  [
    'terraform',
    {
      write: ({ description, given }) =>
        terraformConfiguration(tablesOf(description, given), readSettings(given)),
      options: ofTables,
    },
  ],
  ['create-table', { write: writeCreateTable, options: ofTables }],
  ['iam', { write: writeIam, options: ['only', 'read-only', 'handler', 'region', 'account'] }],
  [
    'nosql-workbench',
    {
      write: writeWorkbench,
      options: ['name', 'base', 'items', ...Object.keys(placeKinds)],
    },
  ],
])

const ofAll = ['out', 'json', 'help']

const kinds: OptionKinds = {
  out: { type: 'string' },
  yaml: { type: 'boolean' },
  'read-units': { type: 'string' },
  'write-units': { type: 'string' },
  stream: { type: 'string' },
  recovery: { type: 'boolean' },
  protection: { type: 'boolean' },
  table: { type: 'string', short: 't' },
  period: { type: 'string' },
  only: { type: 'string' },
  'read-only': { type: 'boolean' },
  handler: { type: 'boolean' },
  account: { type: 'string' },
  name: { type: 'string' },
  base: { type: 'string' },
  items: { type: 'string' },
  ...placeKinds,
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

/** Runs `monotable export <format>` and returns the exit code. */
export async function exportModel(args: readonly string[]): Promise<number> {
  const { words, given } = splitArguments(args, kinds)
  if (given.has('help')) {
    process.stdout.write(exportModelHelp)
    return 0
  }
  const [format = '', file, more] = words
  const known = formats.get(format)
  if (known === undefined) throw unknownFormat(format, [...formats.keys()])
  if (file === undefined)
    throw new UsageError(`the model file is missing: monotable export ${format} model.ts`)
  if (more !== undefined) throw new UsageError(`only one file is expected, but "${more}" is a second one`)
  requireKnown(format, known, given)
  const out = textOf(given, 'out')
  if (given.has('json') && out === undefined)
    throw new UsageError('--json needs --out: without it, the export itself goes to standard output')
  return explainOutput(readPlace(given, process.env), async () => {
    const { model } = await loadModel(file)
    const description = describeModel(model)
    await writeOutput(await known.write({ model, description, given }), out)
    const tables = description.tables.map(({ name }) => name)
    if (given.has('json')) process.stdout.write(`${JSON.stringify({ format, file: out, tables })}\n`)
    return 0
  })
}

/** Rejects an option that would have no effect, since whoever gives it expects one. */
function requireKnown(format: string, { options }: Format, given: GivenOptions): void {
  for (const option of given.keys()) {
    if (ofAll.includes(option) || options.includes(option)) continue
    const others = [...formats].filter(([, other]) => other.options.includes(option)).map(([name]) => name)
    throw new UsageError(`--${option} is for ${others.join(', ')}, not for ${format}`)
  }
}

/** Makes an error that lists the known formats. */
export function unknownFormat(format: string, formats: readonly string[]): UsageError {
  const close = closestWord(format, formats)
  const hint = close === undefined ? `there are ${formats.join(', ')}` : `did you mean "${close}"?`
  return new UsageError(`there is no format "${format}"; ${hint}`)
}

function tablesOf(description: ModelDescription, given: GivenOptions): ModelDescription {
  return { tables: chosenTables(description, given).map((table) => inPeriod(table, textOf(given, 'period'))) }
}

/** Names the period of a table that exists once per period. */
function inPeriod(table: TableDescription, period: string | undefined): TableDescription {
  if (table.periods === undefined) return table
  if (period !== undefined) return { ...table, name: `${table.name}-${period}` }
  const which = `${table.name} is a table for each ${table.periods.every}`
  throw new ConfigurationError(`${which}. Choose one with --period, such as --period 2026-01.`)
}

function chosenTables(description: ModelDescription, given: GivenOptions): readonly TableDescription[] {
  const name = textOf(given, 'table')
  if (name === undefined) return description.tables
  const tables = description.tables.filter((table) => table.name === name)
  if (tables.length > 0) return tables
  const known = description.tables.map((table) => table.name).join(', ')
  throw new ConfigurationError(`The model has no table ${name}; it has ${known}.`)
}

const streamKinds = ['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'OLD_IMAGE', 'KEYS_ONLY'] as const

function readSettings(given: GivenOptions): TableSettings {
  const stream = textOf(given, 'stream')
  const known = streamKinds.find((kind) => kind === stream?.toUpperCase())
  if (stream !== undefined && known === undefined) {
    throw new UsageError(`--stream must be ${streamKinds.join(', ')}, not "${stream}"`)
  }
  if (given.has('read-units') !== given.has('write-units')) {
    throw new UsageError('--read-units and --write-units must be used together')
  }
  return {
    ...(given.has('read-units') && {
      billing: {
        readUnits: readCount(given, 'read-units', 1),
        writeUnits: readCount(given, 'write-units', 1),
      },
    }),
    ...(known !== undefined && { stream: known }),
    recovery: given.has('recovery'),
    protection: given.has('protection'),
  }
}

function writeCloudFormation({ description, given }: ExportWork): string {
  const template = cloudFormationTemplate(tablesOf(description, given), readSettings(given))
  const isYaml = given.has('yaml') || /\.ya?ml$/.test(textOf(given, 'out') ?? '')
  return isYaml ? formatYaml(template) : jsonText(template)
}

function writeCreateTable({ description, given }: ExportWork): string {
  const { tables } = tablesOf(description, given)
  const settings = readSettings(given)
  for (const { name, ttlAttribute } of tables) {
    const value = JSON.stringify({ Enabled: true, AttributeName: ttlAttribute })
    if (ttlAttribute !== undefined)
      printAfterwards(
        'time to live',
        name,
        `update-time-to-live --time-to-live-specification ${inShell(value)}`,
      )
    const recovery = 'update-continuous-backups --point-in-time-recovery-specification'
    if (settings.recovery === true)
      printAfterwards('point-in-time recovery', name, `${recovery} PointInTimeRecoveryEnabled=true`)
  }
  const inputs = tables.map((table) => describedTableInput(table, settings))
  return jsonText(inputs.length === 1 ? inputs[0] : inputs)
}

function printAfterwards(what: string, table: string, command: string): void {
  process.stderr.write(
    `CreateTable cannot set ${what}; afterwards, run:\n  aws dynamodb ${command} --table-name ${table}\n`,
  )
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function writeIam({ description, given }: ExportWork): string {
  const policy = iamPolicy(description, {
    only: textOf(given, 'only')
      ?.split(',')
      .map((name) => name.trim()),
    readOnly: given.has('read-only'),
    handler: given.has('handler'),
    region: textOf(given, 'region'),
    account: readAccount(textOf(given, 'account')),
  })
  return jsonText(policy)
}

/** Checks an account number. A policy for an impossible account would allow nothing. */
function readAccount(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{12}$/.test(text)) return text
  throw new UsageError(`--account must be a number of 12 digits, not "${text}"`)
}

async function writeWorkbench({ description, given }: ExportWork): Promise<string> {
  const base = textOf(given, 'base')
  const items = namesPlace(given)
    ? await readTableItems(
        readPlace(given, process.env),
        description.tables.map(({ name }) => name),
        readCount(given, 'items', 1000),
      )
    : undefined
  const { file, messages } = writeWorkbenchFile(description, {
    items,
    name: textOf(given, 'name'),
    base: base === undefined ? undefined : await readDocument(base),
    date: new Date().toUTCString(),
  })
  for (const { path, message } of messages) process.stderr.write(`${path}: ${message}\n`)
  return jsonText(file)
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
