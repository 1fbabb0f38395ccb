import type { PutResourcePolicyInput } from '@monotable/protocol'
import { parsePolicyDocument } from '../../tables/policy-document.ts'
import {
  findPolicy,
  lockedOut,
  nextRevision,
  refuseLockout,
  requireRevision,
  withPolicy,
} from '../../tables/resource-policy.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readPolicyPlace, requirePolicyTable } from './policy-target.ts'

/** Attaches a policy to a table or a stream. A document equivalent to the existing one changes nothing. */
export async function putResourcePolicy(
  context: OperationContext,
  input: PutResourcePolicyInput,
): Promise<WireAnswer> {
  const { catalogue, clock, realm } = context
  const { ResourceArn: arn, ExpectedRevisionId: expected } = input
  const place = readPolicyPlace(realm, arn)
  const { tableName, target } = place
  const document = parsePolicyDocument(input.Policy, target === 'table' ? 'table' : 'stream')
  return catalogue.exclusively(realm, tableName, async () => {
    const definition = requirePolicyTable(context, place)
    const policy = findPolicy(definition, target)
    const { text, hasVersion } = document
    const revisionId = nextRevision(clock.now(), policy)
    const changed = withPolicy(definition, target, { revisionId, document: text, hasVersion })
    if (input.ConfirmRemoveSelfResourceAccess !== true) {
      refuseLockout(document, arn, realm.accountId)
      if (context.isAllowedOn?.(changed) === false) throw lockedOut()
    }
    requireRevision(expected, { tableName, policy })
    if (policy?.document === text && policy.hasVersion === hasVersion) {
      return { RevisionId: policy.revisionId }
    }
    await catalogue.save(realm, changed)
    return { RevisionId: revisionId }
  })
}
