import { validationError } from '@monotable/protocol'
import { requireTable } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import { resolveItemTableName, resolveTableName } from '../tables/table-name.ts'
import type { OperationContext } from './operation-context.ts'

/** Returns the table that a batch, a transaction or a statement names, by its name or its ARN. */
export function requireTableNamed({ catalogue, realm }: OperationContext, nameOrArn: string): Table {
  return requireTable(catalogue, realm, resolveTableName(realm, nameOrArn))
}

/** Same for the TableName of an operation on the items of one table, which has other messages for an ARN. */
export function requireItemTable({ catalogue, realm }: OperationContext, nameOrArn: string): Table {
  return requireTable(catalogue, realm, resolveItemTableName(realm, nameOrArn))
}

/** Same for a transaction, which AWS does not offer for strongly consistent regions (the wording is ours). */
export function requireTransactTable(context: OperationContext, nameOrArn: string): Table {
  const table = requireTableNamed(context, nameOrArn)
  if (table.definition.group?.isStrong) {
    throw validationError(
      'Transactions are not supported for global tables with MultiRegionConsistency set to STRONG',
    )
  }
  return table
}
