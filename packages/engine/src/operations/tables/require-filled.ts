import { ServiceError } from '@monotable/protocol'
import { resolveTableName } from '../../tables/table-name.ts'
import type { OperationContext } from '../operation-context.ts'

/** Refuses a table that is still being restored or imported. */
export function requireFilled({ catalogue, realm }: OperationContext, nameOrArn: string): void {
  const name = resolveTableName(realm, nameOrArn)
  if (catalogue.findAny(realm, name)?.definition.creation === undefined) return
  throw stillInUse(`Table is being created: ${name}`)
}

/**
 * Returns whether the items of a table are still being imported. Most table operations know of such a table, but
 * not of one that is being restored (seen on AWS).
 */
export function isBeingImported({ catalogue, realm }: OperationContext, name: string): boolean {
  return catalogue.findAny(realm, name)?.definition.creation?.kind === 'import'
}

/** Returns the error for something that cannot be changed yet. */
export function stillInUse(detail: string): ServiceError {
  return new ServiceError(
    'ResourceInUseException',
    `Attempt to change a resource which is still in use: ${detail}`,
  )
}
