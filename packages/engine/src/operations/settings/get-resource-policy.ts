import type { GetResourcePolicyInput } from '@monotable/protocol'
import { findPolicy, policyNotFound } from '../../tables/resource-policy.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readPolicyPlace, requirePolicyTable } from './policy-target.ts'

/** Returns the policy of a table or a stream in its canonical form. It is always current; on AWS it may lag. */
export async function getResourcePolicy(
  context: OperationContext,
  input: GetResourcePolicyInput,
): Promise<WireAnswer> {
  const place = readPolicyPlace(context.realm, input.ResourceArn)
  const policy = findPolicy(requirePolicyTable(context, place), place.target)
  if (policy?.document === undefined) throw policyNotFound(input.ResourceArn)
  return { Policy: policy.document, RevisionId: policy.revisionId }
}
