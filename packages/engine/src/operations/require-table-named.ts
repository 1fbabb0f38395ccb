import { requireTable } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import { resolveTableName } from '../tables/table-name.ts'
import type { OperationContext } from './operation-context.ts'

/** The table that a request for items names, by its name or its ARN. */
export function requireTableNamed({ catalogue, realm }: OperationContext, nameOrArn: string): Table {
  return requireTable(catalogue, realm, resolveTableName(realm, nameOrArn))
}
