import type { Table } from './table.ts'

/**
 * A request was planned for a table that has since been changed by another request, perhaps on another server.
 * Nothing was done; the request must be planned again. No client ever sees this.
 */
export class StaleTable extends Error {
  override readonly name = 'StaleTable'

  constructor(table: string) {
    super(`the table ${table} was changed meanwhile`)
  }
}

/** Throws `StaleTable` if this database itself knows that a table has changed: its answers must hold from then on. */
export function requireCurrent({ isReplaced, name }: Table): void {
  if (isReplaced) throw new StaleTable(name)
}
