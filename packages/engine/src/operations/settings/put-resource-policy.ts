import type { PutResourcePolicyInput } from '@monotable/protocol'
import { parsePolicyDocument } from '../../tables/policy-document.ts'
import {
  findPolicy,
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
    if (input.ConfirmRemoveSelfResourceAccess !== true) refuseLockout(document, arn, realm.accountId)
    const policy = findPolicy(definition, target)
    requireRevision(expected, { tableName, policy })
    const { text, hasVersion } = document
    if (policy?.document === text && policy.hasVersion === hasVersion) {
      return { RevisionId: policy.revisionId }
    }
    const revisionId = nextRevision(clock.now(), policy)
    await catalogue.save(realm, withPolicy(definition, target, { revisionId, document: text, hasVersion }))
    return { RevisionId: revisionId }
  })
}
