import { ServiceError } from '@monotable/protocol'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext } from '../operation-context.ts'

/** Refuses a table that is still being restored or imported. */
export function requireFilled({ catalogue, realm }: OperationContext, nameOrArn: string): void {
  const name = resolveTableName(realm, nameOrArn)
  if (catalogue.findAny(realm, name)?.definition.creation === undefined) return
  throw new ServiceError(
    'ResourceInUseException',
    `Attempt to change a resource which is still in use: Table is being created: ${name}`,
  )
}
