import type { Catalogue, Realm } from '../tables/catalogue.ts'
import type { Table } from '../tables/table.ts'
import { resolveTableName, tableArn } from '../tables/table-name.ts'
import type { ConditionFacts, Need } from './need.ts'

/** What is needed to tell what a request needs. */
export interface NeedContext {
  readonly catalogue: Catalogue
  readonly realm: Realm
  /** Runs the reading of a request's expressions, to word what it throws as the operation would. */
  readonly read: <Result>(check: () => Result) => Result
}

/** A table that a request names; it need not be there. */
export interface NamedTable {
  readonly arn: string
  readonly table: Table | undefined
}

/** The table of a name or an ARN; the ARN that counts is the one that the table has, however it was written. */
export function findNamedTable({ catalogue, realm }: NeedContext, nameOrArn: string): NamedTable {
  const name = resolveTableName(realm, nameOrArn)
  const table = catalogue.find(realm, name)
  return { arn: table?.definition.arn ?? tableArn(realm, name), table }
}

/** What an action on a table needs, or on one of its indexes. */
export function needOf(
  action: string,
  { arn, table }: NamedTable,
  details: { readonly indexName?: string | undefined; readonly facts: () => ConditionFacts },
): Need {
  const { indexName, facts } = details
  const resource = indexName === undefined ? arn : `${arn}/index/${indexName}`
  return { action, resource, definition: table?.definition, facts }
}
