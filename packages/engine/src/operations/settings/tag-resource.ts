import type { TagResourceInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { checkTags, mergeTags } from '../../tables/read-tags.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readTaggedName, requireTaggedTable } from './require-tagged-table.ts'

/** Adds tags to a table, in place of those with the same keys. */
export async function tagResource(context: OperationContext, input: TagResourceInput): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const { ResourceArn: arn, Tags: tags } = input
  const name = readTaggedName(realm, arn)
  if (tags.length === 0) throw validationError('Atleast one Tag needs to be provided as Input.')
  checkTags(tags)
  return catalogue.exclusively(realm, name, async () => {
    const { definition } = requireTaggedTable(context, arn)
    await catalogue.save(realm, { ...definition, tags: mergeTags(definition.tags, tags) })
    return {}
  })
}
