import { type AccessPolicy, fullAccess, PolicyError, repeatedMember } from '@monotable/engine'
import { ConfigurationError } from '../configuration-error.ts'

/** Where policies come from that are named by the path of a file. */
export interface PolicySource {
  /** Reads the text of a policy's file. */
  readonly readPolicy?: (path: string) => string
}

/** The word for everything, so that nobody has to write a policy to be able to do what is to be done. */
const FULL_ACCESS = 'full-access'

/**
 * Reads the `policies` of a key: `"full-access"`, or a list of policies and of paths of files that hold one.
 * Their form is for `createAccess` to check.
 */
export function readPolicies(given: unknown, where: string, source: PolicySource): AccessPolicy[] {
  if (given === undefined) return []
  if (given === FULL_ACCESS) return [fullAccess]
  if (!Array.isArray(given)) {
    throw new ConfigurationError(
      `${where} has "policies" that are neither "${FULL_ACCESS}" nor a list of policies and of paths of policies`,
    )
  }
  return given.map((policy: unknown) => {
    if (policy === FULL_ACCESS) return fullAccess
    return (typeof policy === 'string' ? readPolicyFile(policy, where, source) : policy) as AccessPolicy
  })
}

function readPolicyFile(path: string, where: string, { readPolicy }: PolicySource): unknown {
  if (readPolicy === undefined) {
    throw new ConfigurationError(
      `${where} names the policy file ${path}, and there is nothing to read it with`,
    )
  }
  return parseOnce(readPolicy(path), `${where}: the policy file ${path}`)
}

/** Parses the JSON of a file. A member that stands there twice would hide what the first says: perhaps what is denied. */
export function parseOnce(source: string, subject: string): unknown {
  // Some editors put a byte order mark in front.
  const text = source.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ConfigurationError(`${subject} is not JSON`, { cause })
  }
  const repeated = repeatedMember(text)
  if (repeated === undefined) return value
  throw new ConfigurationError(`${subject} has "${repeated}" twice in the same object`)
}

/** Says where a policy is that is not understood. */
export function wordedPolicyFault<Result>(where: string, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    throw new ConfigurationError(`${where}: ${error.message}`, { cause: error })
  }
}
