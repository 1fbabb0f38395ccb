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
 * Whether the items of a table are still being imported. Most operations on tables know of it then, and of one that is
 * being restored they do not (seen on AWS).
 */
export function isBeingImported({ catalogue, realm }: OperationContext, name: string): boolean {
  return catalogue.findAny(realm, name)?.definition.creation?.kind === 'import'
}

/** The error for what cannot be changed yet. */
export function stillInUse(detail: string): ServiceError {
  return new ServiceError(
    'ResourceInUseException',
    `Attempt to change a resource which is still in use: ${detail}`,
  )
}
