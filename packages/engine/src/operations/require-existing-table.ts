import { ServiceError } from '@monotable/protocol'
import type { Table } from '../tables/table.ts'
import { resolveTableName } from '../tables/table-name.ts'
import type { OperationContext } from './operation-context.ts'

/** The table that an operation on tables names. Its error says more than that of an operation on items. */
export function requireExistingTable({ catalogue, realm }: OperationContext, nameOrArn: string): Table {
  const name = resolveTableName(realm, nameOrArn)
  const table = catalogue.find(realm, name)
  if (table !== undefined) return table
  throw new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: Table: ${name} not found`,
  )
}
