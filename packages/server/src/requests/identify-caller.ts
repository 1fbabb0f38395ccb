import { createAccess } from '@monotable/engine'
import type { ReceivedRequest } from '../messages/server-request.ts'
import { defaultAccountId } from '../signatures/access-keys.ts'
import { parseAuthorization } from '../signatures/parse-authorization.ts'
import { isRegion, type SignatureContext, verifySignature } from '../signatures/verify-signature.ts'
import type { Caller } from './executes-operations.ts'

/** How callers are told apart. */
export interface CallerRules {
  /** The region of callers that name none, and of all callers when `shared`. */
  readonly region: string
  /** Whether all regions are one. */
  readonly shared: boolean
  /** What signatures are verified against; without it any signature will do. */
  readonly signatures: SignatureContext | undefined
  /** Callers met before, by their credential. */
  readonly known: Map<string, Caller>
}

/** How many callers are remembered; the bound is against clients that make credentials up. */
const maxKnown = 1_000

/**
 * Says who sent a request, or throws what DynamoDB answers to one without a proper signature. Even where no
 * signature is verified one must be there, since a program that forgets to sign fails on AWS too.
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
  // A key that was made without policies by a program without types can do nothing, and not everything.
  const access = key && (key.access ?? createAccess({ accountId, userName: accessKeyId, policies: [] }))
  const caller = { region, accountId, accessKeyId, ...(access && { access }) }
  if (known.size >= maxKnown) known.clear()
  known.set(credential, caller)
  return caller
}
