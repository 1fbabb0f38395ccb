import { type AdversityOptions, parseAdversity } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { UsageError } from './messages/usage-error.ts'

/** The variable of the environment that asks for adversity where a program cannot be told otherwise. */
const variable = 'MONOTABLE_ADVERSITY'

/** Reads what the option --adversity says. */
export function readAdversity(text: string | undefined): AdversityOptions | undefined {
  if (text === undefined) return undefined
  try {
    return parseAdversity(text)
  } catch (error) {
    throw new UsageError(`--adversity: ${(error as Error).message}`)
  }
}

/**
 * What the environment asks for. The process is told of it, with the seed: whoever wonders at an error should find
 * out why it came, and be able to have it again.
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

/** Adversity in one line, with its seed. */
export function describeAdversity({ seed = 1, ...rest }: AdversityOptions): string {
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  return [`seed ${seed}`, ...parts].join(', ')
}
