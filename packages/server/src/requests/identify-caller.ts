import { createAccess } from '@monotable/engine'
import type { ReceivedRequest } from '../messages/server-request.ts'
import { defaultAccountId } from '../signatures/access-keys.ts'
import { parseAuthorization } from '../signatures/parse-authorization.ts'
import { isRegion, type SignatureContext, verifySignature } from '../signatures/verify-signature.ts'
import type { Caller } from './executes-operations.ts'

/** How callers are identified. */
export interface CallerRules {
  /** The region of callers that name none, and of all callers if `shared`. */
  readonly region: string
  /** Whether all regions are one. */
  readonly shared: boolean
  /** What signatures are verified against; without it any signature is accepted. */
  readonly signatures: SignatureContext | undefined
  /** Callers seen before, by credential. */
  readonly known: Map<string, Caller>
}

/** How many callers are remembered; the limit is against clients that invent credentials. */
const maxKnown = 1_000

/**
 * Identifies who sent a request, or throws DynamoDB's answer to a request without a proper signature. One must be there
 * even if it is not verified, since a program that forgets to sign would fail on AWS, too.
 */
export function identifyCaller(request: ReceivedRequest, rules: CallerRules): Caller {
  const authorization = parseAuthorization(request)
  const { signatures, known } = rules
  const key = signatures && verifySignature(request, authorization, signatures)
  const { credential } = authorization
  const met = known.get(credential)
  if (met !== undefined) return met
  const [accessKeyId = '', , named = ''] = credential.split('/')
  const region = rules.shared || !isRegion(named) ? rules.region : named
  const accountId = key?.accountId ?? defaultAccountId
  // An untyped program may create a key without policies; such a key allows nothing, rather than everything.
  const access = key && (key.access ?? createAccess({ accountId, userName: accessKeyId, policies: [] }))
  const caller = { region, accountId, accessKeyId, ...(access && { access }) }
  if (known.size >= maxKnown) known.clear()
  known.set(credential, caller)
  return caller
}
