import { ServiceError } from '@monotable/protocol'
import { tagsOf } from '../tables/read-tags.ts'
import { findPolicy } from '../tables/resource-policy.ts'
import type { Access } from './access.ts'
import { fullActionName } from './actions.ts'
import type { CompiledStatement } from './compile-policy.ts'
import type { ConditionFacts, Need } from './need.ts'
import type { RequestFacts } from './request-facts.ts'

/** The facts about a request as a whole. */
export interface RequestCircumstances {
  readonly region: string
  readonly nowMs: number
}

/**
 * A request may name a resource with megabytes. Nothing is called that, and comparing it with the resources of every
 * statement would hold up everybody.
 */
const ARN_MAX_LENGTH = 2000

/**
 * Throws an AccessDeniedException unless a user may do what a request needs: no policy of the user or the resource
 * denies it, and at least one allows it.
 */
export function authorize(access: Access, need: Need, circumstances: RequestCircumstances): void {
  const request = new JudgedRequest(access, need, circumstances)
  const { action, resource } = request
  if (resource.length > ARN_MAX_LENGTH) throw notAllowed(access, need)
  const own = access.statementsFor(action, resource)
  if (finds(own, 'Deny', request)) throw explicitlyDenied(access, need, 'an identity-based')
  const document = policyOf(need)
  const attached = document === undefined ? [] : access.resourceStatements(document)
  if (attached === undefined && !policyActions.has(need.action)) {
    throw denied(access, need, 'because its resource-based policy has something in it that is not known here')
  }
  const ofResource = attached?.filter(({ means }) => means(action, resource)) ?? []
  if (finds(ofResource, 'Deny', request)) throw explicitlyDenied(access, need, 'a resource-based')
  if (!finds(own, 'Allow', request) && !finds(ofResource, 'Allow', request)) {
    throw notAllowed(access, need)
  }
}

/** A policy that the database cannot understand denies everything except reading and replacing it. */
const policyActions: ReadonlySet<string> = new Set([
  'DeleteResourcePolicy',
  'GetResourcePolicy',
  'PutResourcePolicy',
])

function finds(
  statements: readonly CompiledStatement[],
  wanted: CompiledStatement['effect'],
  request: RequestFacts,
): boolean {
  return statements.some(({ effect, holds }) => effect === wanted && holds(request))
}

function policyOf({ definition, stream }: Need): string | undefined {
  if (definition === undefined) return undefined
  return findPolicy(definition, stream === undefined ? 'table' : { stream })?.document
}

class JudgedRequest implements RequestFacts {
  readonly action: string
  readonly resource: string
  readonly #access: Access
  readonly #need: Need
  readonly #circumstances: RequestCircumstances
  #facts: ConditionFacts | undefined

  constructor(access: Access, need: Need, circumstances: RequestCircumstances) {
    this.action = fullActionName(need.action)
    this.resource = need.resource
    this.#access = access
    this.#need = need
    this.#circumstances = circumstances
  }

  valuesOf(key: string): readonly string[] | undefined {
    const { region, nowMs } = this.#circumstances
    // A user barred from a region must not have the service act there either.
    if (key === 'aws:requestedregion') return [this.#need.region ?? region]
    if (key === 'aws:currenttime') return [new Date(nowMs).toISOString()]
    if (key === 'aws:epochtime') return [String(Math.floor(nowMs / 1000))]
    if (key.startsWith(RESOURCE_TAG)) return this.#tag(key.slice(RESOURCE_TAG.length))
    const known = this.#access.principal.values.get(key)
    if (known !== undefined) return known
    this.#facts ??= this.#need.facts()
    return this.#facts.get(key)
  }

  #tag(name: string): readonly string[] | undefined {
    // If tag keys differ only in case, all of those tags are meant.
    const { definition } = this.#need
    const all = definition === undefined ? [] : tagsOf(definition, this.#need)
    const tags = all.filter(({ Key }) => Key.toLowerCase() === name)
    return tags.length === 0 ? undefined : tags.map(({ Value }) => Value)
  }
}

const RESOURCE_TAG = 'aws:resourcetag/'

function explicitlyDenied(access: Access, need: Need, policy: string): ServiceError {
  return denied(access, need, `with an explicit deny in ${policy} policy`)
}

function notAllowed(access: Access, need: Need): ServiceError {
  return denied(access, need, `because no identity-based policy allows the dynamodb:${need.action} action`)
}

function denied({ principal }: Access, { action, resource }: Need, reason: string): ServiceError {
  const name = 'AccessDeniedException'
  const text = `User: ${principal.arn} is not authorized to perform: dynamodb:${action} on resource: ${resource} ${reason}`
  // The message of the region whose replica is to be removed is passed on in quotes (seen on AWS, September 2026).
  return new ServiceError(name, action === 'DeleteTableReplica' ? `'${name}':'${text}'.` : text)
}
