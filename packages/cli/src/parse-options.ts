import { parseArgs } from 'node:util'
import { closestWord } from './messages/closest-word.ts'
import { UsageError } from './messages/usage-error.ts'

/** The options of a command, with or without a value. */
export interface OptionKinds {
  readonly [name: string]: { readonly type: 'string' | 'boolean'; readonly short?: string }
}

/** The options that were given, by name. */
export type GivenOptions = ReadonlyMap<string, string | true>

/** Parses the options of a command; explains what is wrong with them. */
export function parseOptions(args: readonly string[], kinds: OptionKinds): GivenOptions {
  const { tokens } = parseArgs({ args: [...args], options: kinds, strict: false, tokens: true })
  const given = new Map<string, string | true>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') throw new UsageError(`"${token.value}" is not expected here`)
    const kind = Object.hasOwn(kinds, token.name) ? kinds[token.name] : undefined
    if (kind === undefined) throw unknownOption(token.rawName, kinds)
    if (given.has(token.name)) throw new UsageError(`--${token.name} is given twice`)
    given.set(token.name, readValue(token.name, token.value, kind.type))
  }
  return given
}

/** Returns the text of an option that takes a value. */
export function textOf(given: GivenOptions, name: string): string | undefined {
  const value = given.get(name)
  return value === true ? undefined : value
}

function readValue(name: string, value: string | undefined, type: 'string' | 'boolean'): string | true {
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`)
    return true
  }
  if (value === undefined || value === '' || value.startsWith('--'))
    throw new UsageError(`--${name} needs a value`)
  return value
}

function unknownOption(rawName: string, kinds: OptionKinds): UsageError {
  const close = closestWord(rawName.replace(/^-+/, ''), Object.keys(kinds))
  return new UsageError(`unknown option ${rawName}${close === undefined ? '' : `; did you mean --${close}?`}`)
}
