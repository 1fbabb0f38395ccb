import { dirname, resolve } from 'node:path'
import { type AccessKeys, ConfigurationError, parseAccessKeys, powerlessKeys } from '@monotable/server'
import type { ReadsText } from './renewed-files.ts'

/** Reads a keys file, and the policies that it refers to by paths relative to itself. */
export function readAccessKeys(file: string, readText: ReadsText): AccessKeys {
  const text = readText(file)
  try {
    return parseAccessKeys(text, { readPolicy: (path) => readText(resolve(dirname(file), path)) })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const reason = error.message.replace(/\.$/, '')
    throw new ConfigurationError(`The keys file ${file} cannot be used: ${reason}.`, { cause: error })
  }
}

/**
 * Warns of keys without policies, which are allowed nothing; keys files from before policies contain only such keys.
 */
export function explainPowerlessKeys(keys: AccessKeys): string | undefined {
  const ids = powerlessKeys(keys)
  if (ids.length === 0) return undefined
  const [subject, verb] = ids.length === 1 ? ['The key', 'has'] : ['The keys', 'have']
  return (
    `${subject} ${ids.join(', ')} ${verb} no policies, so no request is allowed: ` +
    'add "policies": a list of policies, or "full-access".'
  )
}
