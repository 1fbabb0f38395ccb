import type { ListTagsOfResourceInput } from '@monotable/protocol'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readTaggedPlace, requireTaggedTable, tagsOf } from './require-tagged-table.ts'

/** Lists the tags of a table or a stream: all at once, since there can be no more than 50. */
export async function listTagsOfResource(
  context: OperationContext,
  input: ListTagsOfResourceInput,
): Promise<WireAnswer> {
  const place = readTaggedPlace(context.realm, input.ResourceArn)
  const definition = requireTaggedTable(context, place)
  // No answer ever carries a NextToken, so that one who sends one has it from elsewhere.
  if (input.NextToken !== undefined) throw invalidParameters('Invalid NextToken')
  return { Tags: tagsOf(definition, place) }
}
