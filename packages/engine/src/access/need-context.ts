import type { Catalogue, Realm } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import { resolveItemTableName, resolveTableName, tableArn } from '../tables/table-name.ts'
import type { ConditionFacts, Need } from './need.ts'

/** What is required to determine the needs of a request. */
export interface NeedContext {
  readonly catalogue: Catalogue
  readonly realm: Realm
}

/** A table that a request names; it need not exist. */
export interface NamedTable {
  readonly arn: string
  readonly table: Table | undefined
}

/** Returns the table of a name or an ARN; the ARN that counts is the table's own, however the request wrote it. */
export function namedTable(context: NeedContext, nameOrArn: string): NamedTable {
  return tableOf(context, resolveTableName(context.realm, nameOrArn))
}

/** Same for the TableName of an operation on a table's items. */
export function itemTable(context: NeedContext, nameOrArn: string): NamedTable {
  return tableOf(context, resolveItemTableName(context.realm, nameOrArn))
}

function tableOf({ catalogue, realm }: NeedContext, name: string): NamedTable {
  const table = catalogue.find(realm, name)
  return { arn: table?.definition.arn ?? tableArn(realm, name), table }
}

/** Returns the need of an action on a table or one of its indexes. */
export function needOf(
  action: string,
  { arn, table }: NamedTable,
  details: { readonly indexName?: string | undefined; readonly facts: () => ConditionFacts },
): Need {
  const { indexName, facts } = details
  const resource = indexName === undefined ? arn : `${arn}/index/${indexName}`
  return { action, resource, definition: table?.definition, facts }
}
