import { ServiceError } from '@monotable/protocol'
import type { Table } from '../tables/table.ts'
import { resolveTableName } from '../tables/table-name.ts'
import type { OperationContext } from './operation-context.ts'

/** Returns the table that a table operation names. The error says more than that of an item operation. */
export function requireExistingTable({ catalogue, realm }: OperationContext, nameOrArn: string): Table {
  const name = resolveTableName(realm, nameOrArn)
  const table = catalogue.find(realm, name)
  if (table !== undefined) return table
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${name} not found`,
  )
}
