import { UsageError } from '../messages/usage-error.ts'
import { type OptionKinds, parseOptions, textOf } from '../parse-options.ts'
import { type Environment, placeKinds, readPlace, type TablePlace } from '../place/table-place.ts'
import { readCount } from '../transfer/transfer-options.ts'

const actions = ['plan', 'run', 'resume', 'status', 'rollback'] as const
export type MigrateAction = (typeof actions)[number]

/** The options of `monotable migrate`. */
export interface MigrateOptions {
  readonly help: boolean
  readonly action: MigrateAction
  readonly file: string
  readonly place: TablePlace
  readonly entities: readonly string[] | undefined
  readonly version: number | undefined
  /** The period whose tables to migrate, of tables that are one for each. */
  readonly period: string | undefined
  readonly indexes: boolean
  readonly unchecked: boolean
  readonly segments: number
  readonly rate: number | undefined
  readonly yes: boolean
  readonly json: boolean
}

/** The options of `monotable rebuild`. */
export interface RebuildCommandOptions {
  readonly help: boolean
  readonly file: string
  readonly name: string
  readonly place: TablePlace
  readonly segments: number
  readonly settleMs: number
  readonly yes: boolean
  readonly json: boolean
}

/** The options of all commands that work on the tables of a model. */
export const modelTablesKinds: OptionKinds = {
  ...placeKinds,
  segments: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

const migrateKinds: OptionKinds = {
  ...modelTablesKinds,
  to: { type: 'string' },
  period: { type: 'string' },
  indexes: { type: 'boolean' },
  unchecked: { type: 'boolean' },
  rate: { type: 'string' },
}

/** Parses the arguments of `monotable migrate`. */
export function parseMigrateOptions(args: readonly string[], environment: Environment): MigrateOptions {
  const { values: entities, rest } = takeRepeated(args, 'entity')
  const { words, options } = splitWords(rest, migrateKinds)
  const given = parseOptions(options, migrateKinds)
  const help = given.has('help')
  const { action, file } = help ? noWork : readWork(words, actions)
  if (!help) {
    if (action === 'rollback' && !given.has('to'))
      throw new UsageError('rollback needs --to, the version to go back to')
    if (action === 'resume' && (given.has('to') || entities.length > 0))
      throw new UsageError('resume takes no --to or --entity: it continues what was started with them')
  }
  return {
    help,
    action,
    file,
    place: readPlace(given, environment),
    entities: entities.length === 0 ? undefined : entities,
    version: given.has('to') ? readCount(given, 'to', 1) : undefined,
    period: textOf(given, 'period'),
    indexes: given.has('indexes'),
    unchecked: given.has('unchecked'),
    segments: readCount(given, 'segments', 4),
    rate: given.has('rate') ? readCount(given, 'rate', 1) : undefined,
    yes: given.has('yes'),
    json: given.has('json'),
  }
}

/** Parses the arguments of `monotable rebuild`. */
export function parseRebuildOptions(
  args: readonly string[],
  environment: Environment,
): RebuildCommandOptions {
  const kinds = { ...modelTablesKinds, settle: { type: 'string' } } satisfies OptionKinds
  const { words, options } = splitWords(args, kinds)
  const given = parseOptions(options, kinds)
  const help = given.has('help')
  const [file, name, more] = words
  if (!help) {
    if (file === undefined) throw new UsageError('the model file is missing')
    if (name === undefined)
      throw new UsageError('the name of the projection or aggregate to rebuild is missing')
    if (more !== undefined) throw new UsageError(`"${more}" is not expected here`)
  }
  const settle = textOf(given, 'settle')
  if (settle !== undefined && !/^\d+$/.test(settle)) {
    throw new UsageError(`--settle must be a number of seconds, not "${settle}"`)
  }
  return {
    help,
    file: file ?? '',
    name: name ?? '',
    place: readPlace(given, environment),
    segments: readCount(given, 'segments', 4),
    settleMs: Number(settle ?? 15) * 1_000,
    yes: given.has('yes'),
    json: given.has('json'),
  }
}

/** The action and file used when only the help was asked for. */
export const noWork = { action: 'plan', file: '' } as const

/** Reads the action, one of several, and the file of the model. */
export function readWork<Action extends string>(
  [word, file, more]: readonly string[],
  actions: readonly Action[],
): { action: Action; file: string } {
  if (word === undefined) throw new UsageError(`the action is missing: ${actions.join(', ')}`)
  const action = actions.find((known) => known === word)
  if (action === undefined) throw new UsageError(`"${word}" is not one of ${actions.join(', ')}`)
  if (file === undefined) throw new UsageError('the model file is missing')
  if (more !== undefined) throw new UsageError(`"${more}" is not expected here`)
  return { action, file }
}

/** Extracts the values of an option that may be repeated. */
export function takeRepeated(args: readonly string[], name: string): { values: string[]; rest: string[] } {
  const values: string[] = []
  const rest: string[] = []
  const option = `--${name}`
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string
    if (argument === option) {
      const value = args[++at]
      if (value === undefined || value.startsWith('-')) throw new UsageError(`${option} needs a name`)
      values.push(value)
    } else if (argument.startsWith(`${option}=`)) values.push(argument.slice(option.length + 1))
    else rest.push(argument)
  }
  return { values, rest }
}

/** Separates words from options and their values. */
export function splitWords(
  args: readonly string[],
  kinds: OptionKinds,
): { words: string[]; options: string[] } {
  const words: string[] = []
  const options: string[] = []
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string
    if (!argument.startsWith('-')) {
      words.push(argument)
      continue
    }
    options.push(argument)
    const kind = kinds[argument.replace(/^--?/, '')]
    if (kind?.type === 'string' && at + 1 < args.length) options.push(args[++at] as string)
  }
  return { words, options }
}
