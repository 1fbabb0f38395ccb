import type { DescribeTimeToLiveInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { isBeingImported } from '../tables/require-filled.ts'

/** Returns whether the items of a table expire, and by which attribute. */
export async function describeTimeToLive(
  context: OperationContext,
  input: DescribeTimeToLiveInput,
): Promise<WireAnswer> {
  if (isBeingImported(context, resolveTableName(context.realm, input.TableName))) {
    throw validationError(
      'Cannot describe time to live while table is in CREATING state: Current table state is CREATING',
    )
  }
  const { expiry } = requireExistingTable(context, input.TableName).definition
  if (expiry === undefined) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }
  const status = expiry.status === 'ACTIVE' ? 'ENABLED' : 'ENABLING'
  return { TimeToLiveDescription: { TimeToLiveStatus: status, AttributeName: expiry.attribute } }
}
