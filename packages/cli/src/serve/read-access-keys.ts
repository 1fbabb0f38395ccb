import { dirname, resolve } from 'node:path'
import { type AccessKeys, ConfigurationError, parseAccessKeys, powerlessKeys } from '@monotable/server'
import type { ReadsText } from './renewed-files.ts'

/** Reads a keys file, and the policies that it names by paths from where it is itself. */
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

/** Tells of keys without policies, which keys files of before policies had only: nothing is allowed to them. */
export function explainPowerlessKeys(keys: AccessKeys): string | undefined {
  const ids = powerlessKeys(keys)
  if (ids.length === 0) return undefined
  const [subject, verb] = ids.length === 1 ? ['The key', 'has'] : ['The keys', 'have']
  return (
    `${subject} ${ids.join(', ')} ${verb} no policies, and nothing is allowed without: ` +
    'give "policies", a list of policies, or "policies": "full-access".'
  )
}
