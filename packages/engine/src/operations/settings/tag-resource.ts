import type { TagResourceInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { checkTags, mergeTags, tagsOf } from '../../tables/read-tags.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readTaggedPlace, requireTaggedTable, withTags } from './require-tagged-table.ts'

/** Adds tags to a table or a stream, replacing those with the same keys. */
export async function tagResource(context: OperationContext, input: TagResourceInput): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const { Tags: tags } = input
  const place = readTaggedPlace(realm, input.ResourceArn)
  if (tags.length === 0) throw validationError('Atleast one Tag needs to be provided as Input.')
  checkTags(tags)
  return catalogue.exclusively(realm, place.tableName, async () => {
    const definition = requireTaggedTable(context, place)
    await catalogue.save(realm, withTags(definition, place, mergeTags(tagsOf(definition, place), tags)))
    return {}
  })
}
