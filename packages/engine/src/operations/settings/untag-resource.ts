import type { UntagResourceInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { checkTagKeys, tagsOf } from '../../tables/read-tags.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readTaggedPlace, requireTaggedTable, withTags } from './require-tagged-table.ts'

/** Removes tags from a table or a stream. Missing keys are not an error. */
export async function untagResource(
  context: OperationContext,
  input: UntagResourceInput,
): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const { TagKeys: keys } = input
  const place = readTaggedPlace(realm, input.ResourceArn)
  if (keys.length === 0) throw validationError('Atleast one Tag Key needs to be provided as Input.')
  checkTagKeys(keys)
  return catalogue.exclusively(realm, place.tableName, async () => {
    const definition = requireTaggedTable(context, place)
    const old = tagsOf(definition, place)
    const tags = old.filter((tag) => !keys.includes(tag.Key))
    if (tags.length < old.length) await catalogue.save(realm, withTags(definition, place, tags))
    return {}
  })
}
