import type { ListTablesInput } from '@monotable/protocol'
import { LIST_TABLES_MAX } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operation-context.ts'

/** Lists the names of the caller's tables in byte order, one page at a time. */
export async function listTables(
  { catalogue, realm }: OperationContext,
  { ExclusiveStartTableName: start, Limit: limit = LIST_TABLES_MAX }: ListTablesInput,
): Promise<WireAnswer> {
  const all = catalogue.names(realm)
  const rest = start === undefined ? all : all.filter((name) => name > start)
  const names = rest.slice(0, limit)
  return { TableNames: names, ...(names.length < rest.length && { LastEvaluatedTableName: names.at(-1) }) }
}
