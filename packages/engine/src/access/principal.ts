import { normalizeKey, valueCountOf } from './condition-keys.ts'
import { PolicyError } from './policy-error.ts'

/** The sender of a request, as policies see it. */
export interface PrincipalOptions {
  /** Twelve digits. */
  readonly accountId: string
  /** The user's name: `aws:username`, and the end of the user's ARN. */
  readonly userName: string
  /**
   * Other properties of this user for policies, by condition key: `aws:userid`, `aws:PrincipalTag/team`,
   * `cognito-identity.amazonaws.com:sub` …
   */
  readonly context?: { readonly [key: string]: string | readonly string[] }
}

/** A user, with the values that policies can ask for. */
export interface Principal {
  readonly arn: string
  readonly accountId: string
  /** Values by normalized condition key. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** Creates a user from options. */
export function createPrincipal({ accountId, userName, context = {} }: PrincipalOptions): Principal {
  const arn = `arn:aws:iam::${accountId}:user/${userName}`
  const values = new Map<string, readonly string[]>([
    ['aws:username', [userName]],
    ['aws:principalarn', [arn]],
    ['aws:principalaccount', [accountId]],
    ['aws:principaltype', ['User']],
  ])
  for (const [key, given] of Object.entries(context)) {
    const name = normalizeKey(key)
    if (valueCountOf(name) !== undefined || name.startsWith('dynamodb:')) {
      throw new PolicyError(`the condition key ${key} is the database's to say`)
    }
    if (!/^[^:\s]+:[^\s]+$/.test(key)) throw new PolicyError(`"${key}" is no condition key`)
    values.set(name, typeof given === 'string' ? [given] : [...given])
  }
  return { arn, accountId, values }
}
