import { UsageError } from '../messages/usage-error.ts'
import { type OptionKinds, parseOptions } from '../parse-options.ts'

/** What `monotable check` was told. */
export interface CheckCommandOptions {
  readonly help: boolean
  readonly file: string
  readonly json: boolean
  readonly strict: boolean
  /** Whether what the model is today is to be locked. */
  readonly lock: boolean
}

const kinds: OptionKinds = {
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  lock: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

/** Reads the arguments of `monotable check`: a file, and options without values. */
export function parseCheckOptions(args: readonly string[]): CheckCommandOptions {
  const isFile = (argument: string) => !argument.startsWith('-')
  const given = parseOptions(
    args.filter((argument) => !isFile(argument)),
    kinds,
  )
  const [file, more] = args.filter(isFile)
  const help = given.has('help')
  if (file === undefined && !help) throw new UsageError('the file of the model is missing')
  if (more !== undefined) throw new UsageError(`"${more}" is one file too many`)
  return {
    help,
    file: file ?? '',
    json: given.has('json'),
    strict: given.has('strict'),
    lock: given.has('lock'),
  }
}
