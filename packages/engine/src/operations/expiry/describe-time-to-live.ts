import type { DescribeTimeToLiveInput } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'

/** Tells whether, and by which attribute, the items of a table expire. */
export async function describeTimeToLive(
  context: OperationContext,
  input: DescribeTimeToLiveInput,
): Promise<WireAnswer> {
  const { expiry } = requireExistingTable(context, input.TableName).definition
  if (expiry === undefined) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }
  const status = expiry.status === 'ACTIVE' ? 'ENABLED' : 'ENABLING'
  return { TimeToLiveDescription: { TimeToLiveStatus: status, AttributeName: expiry.attribute } }
}
