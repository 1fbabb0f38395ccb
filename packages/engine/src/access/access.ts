import { SourceCache } from '../util/source-cache.ts'
import type { AccessPolicy } from './access-policy.ts'
import { type CompiledStatement, compilePolicy } from './compile-policy.ts'
import { PolicyError } from './policy-error.ts'
import { createPrincipal, type Principal, type PrincipalOptions } from './principal.ts'

/** Who sends requests, and what its policies let it do. */
export interface AccessOptions extends PrincipalOptions {
  /** What is not allowed by any of them is denied. */
  readonly policies: readonly AccessPolicy[]
}

/** A user with its policies, ready to judge requests. Made by `createAccess`. */
export interface Access {
  readonly principal: Principal
  readonly statements: readonly CompiledStatement[]
  /** Those of its statements that are about an action (`dynamodb:getitem`) on a resource. */
  statementsFor(action: string, resource: string): readonly CompiledStatement[]
  /** The statements of a resource's policy that mean this user; `undefined` when it is not understood. */
  resourceStatements(document: string): readonly CompiledStatement[] | undefined
}

/** Policies of resources that are kept compiled for each user. */
const CACHED_POLICIES = 100
/** Resources of which it is kept for each action which statements are about them. */
const CACHED_RESOURCES = 1000

/**
 * Makes a user's policies ready. Throws a `PolicyError` for whatever in them is not understood.
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
      const known = byAction.get(action) ?? new SourceCache(CACHED_RESOURCES)
      byAction.set(action, known)
      return known.get(resource, () => statements.filter(({ means }) => means(action, resource)))
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
    // Anybody may have put it there while nobody was asked for keys.
    if (error instanceof PolicyError || error instanceof SyntaxError) return { statements: undefined }
    throw error
  }
}
