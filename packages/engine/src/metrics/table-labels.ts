import type { Table } from '../tables/table.ts'

/** The labels of a table's metrics. Tables of other regions and accounts are other tables. */
export interface TableLabels {
  readonly region: string
  readonly account: string
  readonly table: string
}

/** What is counted under no table: requests that name none, several, or one that is not there. */
export const noTable: TableLabels = { region: '', account: '', table: '' }

/** The labels of a table: what its ARN tells. */
export function labelsOf({ definition }: Table): TableLabels {
  const [, , , region = '', account = ''] = definition.arn.split(':')
  return { region, account, table: definition.name }
}
