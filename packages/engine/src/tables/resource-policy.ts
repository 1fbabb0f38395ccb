import { ServiceError } from '@monotable/protocol'
import { matchesWildcards } from '../util/matches-wildcards.ts'
import { type PolicyDocument, type PolicyStatement, parsePolicyDocument, textsOf } from './policy-document.ts'
import type { ResourcePolicy, TableDefinition } from './table-definition.ts'

/** What a policy is attached to: the table, or its stream with that label. */
export type PolicyTarget = 'table' | { readonly stream: string }

/** Returns the policy of a table or of its stream; a removed one has no document, but still a revision. */
export function findPolicy(definition: TableDefinition, target: PolicyTarget): ResourcePolicy | undefined {
  return definition.policies?.find((policy) => policy.stream === streamOf(target))
}

/** Returns the definition with the policy replaced. */
export function withPolicy(
  definition: TableDefinition,
  target: PolicyTarget,
  policy: Omit<ResourcePolicy, 'stream'>,
): TableDefinition {
  const stream = streamOf(target)
  const others = definition.policies?.filter((other) => other.stream !== stream) ?? []
  return { ...definition, policies: [...others, { ...policy, ...(stream !== undefined && { stream }) }] }
}

/** Reads the policy that a table is created with. */
export function readNewPolicy(source: string | undefined, nowMs: number): ResourcePolicy | undefined {
  if (source === undefined) return undefined
  const { text, hasVersion } = parsePolicyDocument(source, 'table')
  return { revisionId: nextRevision(nowMs, undefined), document: text, hasVersion }
}

function streamOf(target: PolicyTarget): string | undefined {
  return target === 'table' ? undefined : target.stream
}

/** Returns the next revision: the time in milliseconds, but always greater than the previous one. */
export function nextRevision(nowMs: number, previous: ResourcePolicy | undefined): string {
  return String(previous === undefined ? nowMs : Math.max(nowMs, Number(previous.revisionId) + 1))
}

/** Refuses a change that expects another revision than the current one, or any revision if there is no policy. */
export function requireRevision(
  expected: string | undefined,
  { tableName, policy }: { readonly tableName: string; readonly policy: ResourcePolicy | undefined },
): void {
  if (expected === undefined) return
  const revision = policy?.document === undefined ? undefined : policy.revisionId
  if (expected === 'NO_POLICY') {
    if (revision === undefined) return
    throw policyNotFound(
      `Requested policy update expecting none to be present for table ${tableName}, ` +
        `but a policy exists with revision id ${revision}.`,
    )
  }
  if (expected === revision) return
  const fact =
    revision === undefined
      ? `table ${tableName} has no associated policy.`
      : `the policy associated to target table ${tableName} has revision id ${revision}.`
  throw policyNotFound(`Requested update for policy with revision id ${expected}, but ${fact}`)
}

/** Returns the error for a missing policy. */
export function policyNotFound(detail: string): ServiceError {
  return new ServiceError(
    'PolicyNotFoundException',
    `Resource-based policy not found for the provided ResourceArn: ${detail}`,
  )
}

/**
 * Refuses a policy that would lock the caller's account out of changing it. Statements with conditions may or may
 * not apply to the caller, and are accepted.
 */
export function refuseLockout({ statements }: PolicyDocument, arn: string, accountId: string): void {
  const root = `arn:aws:iam::${accountId}:root`
  const locksOut = statements.some(
    (statement) =>
      statement.Effect === 'Deny' &&
      statement.Condition === undefined &&
      meets(statement, root) &&
      covers(statement.Action, statement.NotAction, 'dynamodb:putresourcepolicy') &&
      covers(statement.Resource, statement.NotResource, arn.toLowerCase()),
  )
  if (locksOut) throw lockedOut()
}

/** Returns the error for a policy under which the caller could not change it any more. */
export function lockedOut(): ServiceError {
  return new ServiceError(
    'AccessDeniedException',
    'The new resource policy will not allow you to update the resource policy in the future.',
  )
}

function meets({ Principal, NotPrincipal }: PolicyStatement, root: string): boolean {
  const named = Principal ?? NotPrincipal
  const names = typeof named === 'object' ? textsOf(named['AWS']) : textsOf(named)
  const isNamed = names.includes('*') || names.includes(root)
  return Principal === undefined ? !isNamed : isNamed
}

function covers(named: PolicyStatement['Action'], others: PolicyStatement['Action'], name: string): boolean {
  const isIn = (patterns: PolicyStatement['Action']) =>
    textsOf(patterns).some((pattern) => matchesWildcards(pattern.toLowerCase(), name))
  return named === undefined ? !isIn(others) : isIn(named)
}
