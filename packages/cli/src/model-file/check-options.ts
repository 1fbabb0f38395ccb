import { UsageError } from '../messages/usage-error.ts'
import { type OptionKinds, parseOptions } from '../parse-options.ts'

/** The options of `monotable check`. */
export interface CheckCommandOptions {
  readonly help: boolean
  readonly file: string
  readonly json: boolean
  readonly strict: boolean
  /** Whether to write the present state of the model to the lock. */
  readonly lock: boolean
}

const kinds: OptionKinds = {
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  lock: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

/** Parses the arguments of `monotable check`: a file, and options without values. */
export function parseCheckOptions(args: readonly string[]): CheckCommandOptions {
  const isFile = (argument: string) => !argument.startsWith('-')
  const given = parseOptions(
    args.filter((argument) => !isFile(argument)),
    kinds,
  )
  const [file, more] = args.filter(isFile)
  const help = given.has('help')
  if (file === undefined && !help) throw new UsageError('the model file is missing')
  if (more !== undefined) throw new UsageError(`only one file is expected, but "${more}" is a second one`)
  return {
    help,
    file: file ?? '',
    json: given.has('json'),
    strict: given.has('strict'),
    lock: given.has('lock'),
  }
}
