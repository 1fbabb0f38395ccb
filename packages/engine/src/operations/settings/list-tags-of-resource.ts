import type { ListTagsOfResourceInput } from '@monotable/protocol'
import { tagsOf } from '../../tables/read-tags.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readTaggedPlace, requireTaggedTable } from './require-tagged-table.ts'

/**
 * Lists the tags of a table or a stream, all at once since there can be at most 50. Ignores a NextToken, as AWS
 * does.
 */
export async function listTagsOfResource(
  context: OperationContext,
  input: ListTagsOfResourceInput,
): Promise<WireAnswer> {
  const place = readTaggedPlace(context.realm, input.ResourceArn)
  const definition = requireTaggedTable(context, place)
  return { Tags: tagsOf(definition, place) }
}
