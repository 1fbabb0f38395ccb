import { type AccessPolicy, fullAccess, PolicyError, repeatedMember } from '@monotable/engine'
import { ConfigurationError } from '../configuration-error.ts'

/** Where to find policies that are given by the path of a file. */
export interface PolicySource {
  /** Reads the text of a policy's file. */
  readonly readPolicy?: (path: string) => string
}

/** Stands for a policy that allows everything, so that nobody has to write one just to get going. */
const FULL_ACCESS = 'full-access'

/**
 * Reads the `policies` of a key: `"full-access"`, or a list of policies and of paths of policy files. Their form is
 * checked by `createAccess`.
 */
export function readPolicies(given: unknown, where: string, source: PolicySource): AccessPolicy[] {
  if (given === undefined) return []
  if (given === FULL_ACCESS) return [fullAccess]
  if (!Array.isArray(given)) {
    throw new ConfigurationError(
      `${where} has "policies" that are neither "${FULL_ACCESS}" nor a list of policies and paths of policy files`,
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
      `${where} names the policy file ${path}, but policy files cannot be read here`,
    )
  }
  return parseOnce(readPolicy(path), `${where}: the policy file ${path}`)
}

/**
 * Parses the JSON of a file. A member that occurs twice is refused because it would hide the first one, which may deny
 * something.
 */
export function parseOnce(source: string, subject: string): unknown {
  // Some editors begin a file with a byte order mark.
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

/** Adds to a fault in a policy where the policy is. */
export function wordedPolicyFault<Result>(where: string, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    throw new ConfigurationError(`${where}: ${error.message}`, { cause: error })
  }
}
