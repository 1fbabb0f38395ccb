import { readFileSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'
import { explainFileError } from './messages/explain-file-error.ts'

/** Reads the text of a file that an option names; throws an explanation if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new ConfigurationError(`There is no file ${file}.`, { cause })
    }
    const why = explainFileError(cause, file) ?? (cause as Error).message
    throw new ConfigurationError(`The file ${file} cannot be read. ${why}`, { cause })
  }
}
