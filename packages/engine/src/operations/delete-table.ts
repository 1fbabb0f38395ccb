import type { DeleteTableInput } from '@monotable/protocol'
import { ServiceError, validationError } from '@monotable/protocol'
import { describeDeletedTable } from '../tables/describe-table.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { dropSpaces } from './drop-spaces.ts'
import { measureTable } from './measure-table.ts'
import type { OperationContext, WireAnswer } from './operation-context.ts'
import { requireExistingTable } from './require-existing-table.ts'

/** Removes a table with all that it holds. Its name is free as soon as this is answered. */
export async function deleteTable(context: OperationContext, input: DeleteTableInput): Promise<WireAnswer> {
  const { catalogue, realm } = context
  return catalogue.exclusively(realm, resolveTableName(realm, input.TableName), async () => {
    const { definition } = requireExistingTable(context, input.TableName)
    requireDeletable(definition)
    const facts = await measureTable(context, definition)
    await catalogue.remove(realm, definition.name)
    dropSpaces(context, [definition.space, ...definition.indexes.map((index) => index.space)])
    return { TableDescription: describeDeletedTable(definition, facts) }
  })
}

function requireDeletable({ deletionProtection, indexes }: TableDefinition): void {
  if (deletionProtection) {
    throw validationError(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    )
  }
  if (indexes.some((index) => index.status !== 'ACTIVE')) {
    throw new ServiceError(
      'ResourceInUseException',
      'Attempt to change a resource which is still in use: ' +
        'Cannot delete table while indexes are being created, updated, or deleted.',
    )
  }
}
