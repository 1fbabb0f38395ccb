import { type OptionKinds, parseOptions, textOf } from '../parse-options.ts'
import { type Environment, readPlace, type TablePlace } from '../place/table-place.ts'
import { readCount } from '../transfer/transfer-options.ts'
import { modelTablesKinds, noWork, readWork, splitWords, takeRepeated } from './migrate-options.ts'

const actions = ['plan', 'run', 'status'] as const
export type RecountAction = (typeof actions)[number]

/** The options of `monotable recount`. */
export interface RecountCommandOptions {
  readonly help: boolean
  readonly action: RecountAction
  readonly file: string
  readonly place: TablePlace
  readonly relations: readonly string[] | undefined
  /** The period whose tables to recount, of tables that are one for each. */
  readonly period: string | undefined
  readonly segments: number
  readonly rate: number | undefined
  readonly yes: boolean
  readonly json: boolean
}

const kinds: OptionKinds = { ...modelTablesKinds, period: { type: 'string' }, rate: { type: 'string' } }

/** Parses the arguments of `monotable recount`. */
export function parseRecountOptions(
  args: readonly string[],
  environment: Environment,
): RecountCommandOptions {
  const { values: relations, rest } = takeRepeated(args, 'relation')
  const { words, options } = splitWords(rest, kinds)
  const given = parseOptions(options, kinds)
  const help = given.has('help')
  const { action, file } = help ? noWork : readWork(words, actions)
  return {
    help,
    action,
    file,
    place: readPlace(given, environment),
    relations: relations.length === 0 ? undefined : relations,
    period: textOf(given, 'period'),
    segments: readCount(given, 'segments', 4),
    rate: given.has('rate') ? readCount(given, 'rate', 1) : undefined,
    yes: given.has('yes'),
    json: given.has('json'),
  }
}
