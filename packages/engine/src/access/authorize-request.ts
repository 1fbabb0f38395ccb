import { ServiceError } from '@monotable/protocol'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { Clock } from '../util/clock.ts'
import type { Access } from './access.ts'
import { authorize } from './authorize.ts'
import type { Need } from './need.ts'
import type { NeedContext } from './need-context.ts'
import { requestNeeds } from './request-needs.ts'
import type { RequestMembers } from './table-needs.ts'

/** What requests are authorized against. */
export interface AuthorizationContext extends NeedContext {
  readonly clock: Clock
  /** The region that the request was sent to. */
  readonly region: string
  /** Reads what a request contains, and words what that throws as the operation would. */
  readonly read: <Result>(check: () => Result) => Result
}

/**
 * Throws an AccessDeniedException unless a user may make a valid request. Every part of it must be allowed: a
 * single denied table or item of a batch or a transaction denies the whole.
 */
export function authorizeRequest(
  access: Access,
  context: AuthorizationContext,
  { operation, input }: { readonly operation: string; readonly input: object },
): void {
  const needs = requestNeeds(operation, context, input as RequestMembers)
  if (needs === undefined) throw unjudged(access, operation)
  const circumstances = { region: context.region, nowMs: context.clock.now() }
  context.read(() => {
    for (const need of needs) authorize(access, need, circumstances)
  })
}

/** Returns the error for what cannot be judged because its needs are unknown: it is denied to everybody. */
export function unjudged({ principal }: Access, operation: string): ServiceError {
  return new ServiceError(
    'AccessDeniedException',
    `User: ${principal.arn} is not authorized to perform: dynamodb:${operation}`,
  )
}

/** Returns whether a user could make a request if its table had another definition. */
export function isAllowedOn(
  access: Access,
  context: AuthorizationContext,
  { operation, input }: { readonly operation: string; readonly input: object },
  definition: TableDefinition,
): boolean {
  const needs = requestNeeds(operation, context, input as RequestMembers) ?? []
  const changed = needs.map((need) => (need.definition === undefined ? need : { ...need, definition }))
  return deniedStatements(access, context, [changed]).size === 0
}

/** Returns the denied statements of a request by position, with their errors; `needs` are those of each statement. */
export function deniedStatements(
  access: Access,
  context: AuthorizationContext,
  needs: readonly (readonly Need[])[],
): ReadonlyMap<number, ServiceError> {
  const circumstances = { region: context.region, nowMs: context.clock.now() }
  const denied = new Map<number, ServiceError>()
  for (const [position, ofStatement] of needs.entries()) {
    try {
      for (const need of ofStatement) authorize(access, need, circumstances)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.name !== 'AccessDeniedException') throw error
      denied.set(position, error)
    }
  }
  return denied
}
