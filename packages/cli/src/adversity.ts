import { type AdversityOptions, parseAdversity } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { UsageError } from './messages/usage-error.ts'

/** The environment variable that turns on adversity for programs that take no option for it. */
const variable = 'MONOTABLE_ADVERSITY'

/** Parses the value of the option --adversity. */
export function readAdversity(text: string | undefined): AdversityOptions | undefined {
  if (text === undefined) return undefined
  try {
    return parseAdversity(text)
  } catch (error) {
    throw new UsageError(`--adversity: ${(error as Error).message}`)
  }
}

/**
 * Reads the adversity that the environment asks for. Emits a process warning with the seed, so that anybody puzzled by
 * an error can find its cause and reproduce it.
 */
export function adversityOfEnvironment(environment = process.env): AdversityOptions | undefined {
  const text = environment[variable]
  if (text === undefined || text === '') return undefined
  try {
    const options = parseAdversity(text)
    process.emitWarning(`${variable} is set: ${describeAdversity(options)}`, 'Adversity')
    return options
  } catch (error) {
    const reason = (error as Error).message
    throw new ConfigurationError(`The environment variable ${variable} cannot be used: ${reason}`)
  }
}

/** Describes adversity in one line, with its seed. */
export function describeAdversity({ seed = 1, ...rest }: AdversityOptions): string {
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  return [`seed ${seed}`, ...parts].join(', ')
}
