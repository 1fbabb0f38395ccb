import { isUniqueId } from '../tables/policy-principal.ts'
import { type ConditionTest, compileTest } from './compile-test.ts'
import { expandVariables, type Variables } from './expand-variables.ts'
import {
  type NameList,
  type PolicyForm,
  parsePolicy,
  type WrittenPrincipal,
  type WrittenStatement,
} from './parse-policy.ts'
import { PolicyError } from './policy-error.ts'
import type { Principal } from './principal.ts'
import type { RequestFacts } from './request-facts.ts'
import { matchesPattern, toPattern } from './text-pattern.ts'

/** A statement compiled for one user. */
export interface CompiledStatement {
  readonly effect: 'Allow' | 'Deny'
  /** Returns whether the statement applies to a request by its action (`dynamodb:getitem`) and its resource. */
  means(action: string, resource: string): boolean
  /** Returns whether the condition holds. */
  holds(request: RequestFacts): boolean
}

/**
 * Compiles a policy for one user, whose name and other properties replace its variables. Statements of a resource's
 * policy that are about others are left out. Throws a `PolicyError`.
 */
export function compilePolicy(
  document: unknown,
  principal: Principal,
  form: PolicyForm = 'user',
): CompiledStatement[] {
  const { hasVariables, statements } = parsePolicy(document, form)
  const compiled: CompiledStatement[] = []
  for (const statement of statements) {
    const ready = compileStatement(statement, principal, hasVariables ? principal : undefined)
    if (statement.principal === undefined || meets(statement.principal, statement.effect, principal)) {
      compiled.push(ready)
    }
  }
  return compiled
}

function compileStatement(
  { where, effect, actions, resources, tests }: WrittenStatement,
  principal: Principal,
  variables: Variables,
): CompiledStatement {
  try {
    const meansAction = compileNames(actions, (name) => toPattern(name.toLowerCase()))
    const meansResource = compileNames(resources, (name) => expandVariables(name, variables).pattern)
    const setting = { effect, principal, variables }
    const conditions = tests.map((test): ConditionTest => compileTest(test, setting))
    return {
      effect,
      means: (action, resource) => meansAction(action) && meansResource(resource),
      holds: (request) => conditions.every((test) => test(request)),
    }
  } catch (error) {
    throw error instanceof PolicyError ? new PolicyError(`${where}: ${error.message}`) : error
  }
}

function compileNames(
  { names, inverted }: NameList,
  patternOf: (name: string) => string,
): (name: string) => boolean {
  const patterns = names.map(patternOf)
  return (name) => patterns.some((pattern) => matchesPattern(pattern, name)) !== inverted
}

/**
 * Returns whether a statement of a resource's policy applies to a user. Allowing the account leaves it to the
 * policies of its users which of them are allowed; but denying the account denies all of them.
 */
function meets(named: WrittenPrincipal, effect: 'Allow' | 'Deny', principal: Principal): boolean {
  if (named === '*') return true
  const { arn, accountId } = principal
  // Users of all partitions of AWS are the same here: every ARN of our own says `aws`.
  const names = (named.get('AWS') ?? []).map((name) => name.replace(/^arn:aws-[\w-]*:/, 'arn:aws:'))
  if (names.includes('*') || names.includes(arn)) return true
  const account = [accountId, `arn:aws:iam::${accountId}:root`]
  if (effect === 'Deny' && names.some((name) => account.includes(name))) return true
  const id = uniqueIdOf(principal)
  // Whoever's id is not known may be the one who is denied.
  return id === undefined ? effect === 'Deny' && names.some(isUniqueId) : names.includes(id)
}

/** Returns the unique id of a user, if the user's context names it; that of a role's session is followed by its name. */
function uniqueIdOf({ values }: Principal): string | undefined {
  return values.get('aws:userid')?.[0]?.split(':', 1)[0]
}
