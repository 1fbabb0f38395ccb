import type { DescribeTableInput } from '@monotable/protocol'
import { describeTable as describe } from '../../tables/describe-table.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { measureTable } from './measure-table.ts'

/** Describes a table. Counts and sizes are current, where AWS refreshes them every six hours. */
export async function describeTable(
  context: OperationContext,
  input: DescribeTableInput,
): Promise<WireAnswer> {
  const { catalogue, realm } = context
  // The only operation that knows a table before its items are there.
  const inCreation = catalogue.findAny(realm, resolveTableName(realm, input.TableName))
  const { definition } = inCreation ?? requireExistingTable(context, input.TableName)
  return { Table: describe(definition, await measureTable(context, definition)) }
}
