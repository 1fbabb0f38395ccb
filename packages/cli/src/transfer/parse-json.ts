import { ConfigurationError } from '@monotable/server'

/** Parses JSON text; an error names the file and what to do about it. */
export function parseJson(text: string, file: string, advice: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConfigurationError(`${file} is damaged: ${(cause as Error).message}. ${advice}`, { cause })
  }
}
