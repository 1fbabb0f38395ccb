import { ConfigurationError } from '@monotable/server'

/** What a text says as JSON; of one that is none, which file it is from, and what to do about that. */
export function parseJson(text: string, file: string, advice: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConfigurationError(`${file} is damaged: ${(cause as Error).message}. ${advice}`, { cause })
  }
}
