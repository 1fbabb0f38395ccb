import type { UntagResourceInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { checkTagKeys } from '../../tables/read-tags.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { readTaggedName, requireTaggedTable } from './require-tagged-table.ts'

/** Takes tags away from a table. Keys that it does not have are no error. */
export async function untagResource(
  context: OperationContext,
  input: UntagResourceInput,
): Promise<WireAnswer> {
  const { catalogue, realm } = context
  const { ResourceArn: arn, TagKeys: keys } = input
  const name = readTaggedName(realm, arn)
  if (keys.length === 0) throw validationError('Atleast one Tag Key needs to be provided as Input.')
  checkTagKeys(keys)
  return catalogue.exclusively(realm, name, async () => {
    const { definition } = requireTaggedTable(context, arn)
    const tags = definition.tags.filter((tag) => !keys.includes(tag.Key))
    if (tags.length < definition.tags.length) await catalogue.save(realm, { ...definition, tags })
    return {}
  })
}
