import type { ListTagsOfResourceInput } from '@monotable/protocol'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireTaggedTable } from './require-tagged-table.ts'

/** Lists the tags of a table: all at once, since there can be no more than 50. */
export async function listTagsOfResource(
  context: OperationContext,
  input: ListTagsOfResourceInput,
): Promise<WireAnswer> {
  const { definition } = requireTaggedTable(context, input.ResourceArn)
  // No answer ever carries a NextToken, so that one who sends one has it from elsewhere.
  if (input.NextToken !== undefined) throw invalidParameters('Invalid NextToken')
  return { Tags: definition.tags }
}
