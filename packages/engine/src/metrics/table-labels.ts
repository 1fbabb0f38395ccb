import type { Table } from '../tables/table.ts'

/** The labels of a table's metrics. Tables of other regions and accounts are separate tables. */
export interface TableLabels {
  readonly region: string
  readonly account: string
  readonly table: string
}

/** For requests without a table of their own: those that name none, several, or a missing one. */
export const noTable: TableLabels = { region: '', account: '', table: '' }

/** Returns the labels of a table: the parts of its ARN. */
export function labelsOf({ definition }: Table): TableLabels {
  const [, , , region = '', account = ''] = definition.arn.split(':')
  return { region, account, table: definition.name }
}
