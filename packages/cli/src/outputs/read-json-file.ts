import { readFileSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'

/** Reads a file of JSON, or says why it cannot be. */
export function readJsonFile(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    // Some editors begin a file with a mark.
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    const hint = /\.ya?ml$/.test(file)
      ? ' Templates are read as JSON: "cfn-flip template.yaml template.json" makes JSON of YAML.'
      : ''
    throw new ConfigurationError(`${file} is no JSON: ${(cause as Error).message}.${hint}`, { cause })
  }
}
