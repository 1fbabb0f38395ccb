import type { DeleteResourcePolicyInput } from '@monotable/protocol'
import { findPolicy, nextRevision, requireRevision, withPolicy } from '../../tables/resource-policy.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readPolicyPlace, requirePolicyTable } from './policy-target.ts'

/**
 * Removes the policy of a table or a stream, and returns its revision. Removing a missing policy is fine: the
 * answer then has the revision of the earlier removal, or none if there never was a policy (seen on AWS, 2026-10).
 */
export async function deleteResourcePolicy(
  context: OperationContext,
  input: DeleteResourcePolicyInput,
): Promise<WireAnswer> {
  const { catalogue, clock, realm } = context
  const place = readPolicyPlace(realm, input.ResourceArn)
  const { tableName, target } = place
  return catalogue.exclusively(realm, tableName, async () => {
    const definition = requirePolicyTable(context, place)
    const policy = findPolicy(definition, target)
    requireRevision(input.ExpectedRevisionId, { tableName, policy })
    if (policy?.document !== undefined) {
      const revisionId = nextRevision(clock.now(), policy)
      await catalogue.save(realm, withPolicy(definition, target, { revisionId }))
    }
    return { RevisionId: policy?.revisionId }
  })
}
