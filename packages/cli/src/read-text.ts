import { readFileSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'

/** The text of a file that an option names, or what is wrong with it. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigurationError(`The file ${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
