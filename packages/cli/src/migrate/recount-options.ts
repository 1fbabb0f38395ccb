import { type OptionKinds, parseOptions } from '../parse-options.ts'
import type { TablePlace } from '../transfer/table-connection.ts'
import { readCount, readPlace } from '../transfer/transfer-options.ts'
import { UsageError } from '../usage-error.ts'
import { type Environment, placeKinds, splitWords, takeRepeated } from './migrate-options.ts'

const actions = ['plan', 'run', 'status'] as const
export type RecountAction = (typeof actions)[number]

/** What `monotable recount` was told. */
export interface RecountCommandOptions {
  readonly help: boolean
  readonly action: RecountAction
  readonly file: string
  readonly place: TablePlace
  readonly relations: readonly string[] | undefined
  readonly segments: number
  readonly rate: number | undefined
  readonly yes: boolean
  readonly json: boolean
}

const kinds: OptionKinds = { ...placeKinds, rate: { type: 'string' } }

/** Reads the arguments of `monotable recount`. */
export function parseRecountOptions(
  args: readonly string[],
  environment: Environment,
): RecountCommandOptions {
  const { values: relations, rest } = takeRepeated(args, 'relation')
  const { words, options } = splitWords(rest, kinds)
  const given = parseOptions(options, kinds)
  const help = given.has('help')
  const [action, file, more] = words
  if (!help) {
    if (action === undefined) throw new UsageError(`say what to do: ${actions.join(', ')}`)
    if (!isAction(action)) throw new UsageError(`"${action}" is none of ${actions.join(', ')}`)
    if (file === undefined) throw new UsageError('the file of the model is missing')
    if (more !== undefined) throw new UsageError(`"${more}" is one word too many`)
  }
  return {
    help,
    action: isAction(action) ? action : 'plan',
    file: file ?? '',
    place: readPlace(given, environment),
    relations: relations.length === 0 ? undefined : relations,
    segments: readCount(given, 'segments', 4),
    rate: given.has('rate') ? readCount(given, 'rate', 1) : undefined,
    yes: given.has('yes'),
    json: given.has('json'),
  }
}

function isAction(word: string | undefined): word is RecountAction {
  return actions.some((action) => action === word)
}
