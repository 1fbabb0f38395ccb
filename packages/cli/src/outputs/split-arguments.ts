import { parseArgs } from 'node:util'
import { type GivenOptions, type OptionKinds, parseOptions } from '../parse-options.ts'

/** Arguments, split into words and options. */
export interface SplitArguments {
  readonly words: readonly string[]
  readonly given: GivenOptions
}

/** Splits the arguments of a command into words and options, in any order. */
export function splitArguments(args: readonly string[], kinds: OptionKinds): SplitArguments {
  const { tokens } = parseArgs({ args: [...args], options: kinds, strict: false, tokens: true })
  const words = tokens.filter((token) => token.kind === 'positional')
  const places = new Set(words.map(({ index }) => index))
  return {
    words: words.map(({ value }) => value),
    given: parseOptions(
      args.filter((_, at) => !places.has(at)),
      kinds,
    ),
  }
}
