import { SourceCache } from '../util/source-cache.ts'
import type { AccessPolicy } from './access-policy.ts'
import { type CompiledStatement, compilePolicy } from './compile-policy.ts'
import { PolicyError } from './policy-error.ts'
import { createPrincipal, type Principal, type PrincipalOptions } from './principal.ts'

/** A sender of requests, and what its policies allow. */
export interface AccessOptions extends PrincipalOptions {
  /** Whatever none of them allows is denied. */
  readonly policies: readonly AccessPolicy[]
}

/** A user with compiled policies. Created by `createAccess`. */
export interface Access {
  readonly principal: Principal
  readonly statements: readonly CompiledStatement[]
  /** Returns those of its statements that apply to an action (`dynamodb:getitem`) on a resource. */
  statementsFor(action: string, resource: string): readonly CompiledStatement[]
  /**
   * Returns the statements of a resource's policy that apply to this user; `undefined` if the policy cannot be
   * understood.
   */
  resourceStatements(document: string): readonly CompiledStatement[] | undefined
}

/** How many compiled resource policies are cached per user. */
const CACHED_POLICIES = 100
/** For how many resources the applicable statements of each action are cached. */
const CACHED_RESOURCES = 1000

/**
 * Compiles a user's policies. Throws a `PolicyError` for anything in them that cannot be understood.
 *
 * @example
 * const access = createAccess({
 *   accountId: '123456789012',
 *   userName: 'reader',
 *   policies: [{ Statement: { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' } }],
 * })
 * access.principal.arn
 * // 'arn:aws:iam::123456789012:user/reader'
 */
export function createAccess({ policies, ...user }: AccessOptions): Access {
  const principal = createPrincipal(user)
  const statements = policies.flatMap((policy, position) => {
    try {
      return compilePolicy(policy, principal)
    } catch (error) {
      if (!(error instanceof PolicyError) || policies.length === 1) throw error
      throw new PolicyError(`policy ${position + 1}: ${error.message}`)
    }
  })
  const ofResources = new SourceCache<CompiledResourcePolicy>(CACHED_POLICIES)
  const byAction = new Map<string, SourceCache<readonly CompiledStatement[]>>()
  return {
    principal,
    statements,
    statementsFor: (action, resource) => {
      const find = () => statements.filter(({ means }) => means(action, resource))
      const known = byAction.get(action) ?? new SourceCache(CACHED_RESOURCES)
      byAction.set(action, known)
      return known.get(resource, find)
    },
    resourceStatements: (document) =>
      ofResources.get(document, (text) => compileResourcePolicy(text, principal)).statements,
  }
}

interface CompiledResourcePolicy {
  readonly statements: readonly CompiledStatement[] | undefined
}

function compileResourcePolicy(text: string, principal: Principal): CompiledResourcePolicy {
  try {
    return { statements: compilePolicy(JSON.parse(text), principal, 'resource') }
  } catch (error) {
    // It may have been attached by anybody while no keys were required.
    if (error instanceof PolicyError || error instanceof SyntaxError) return { statements: undefined }
    throw error
  }
}
