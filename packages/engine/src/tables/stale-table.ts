import type { Table } from './table.ts'

/**
 * A request was planned for a table as it is not any more: another request has changed it, perhaps on another server.
 * Nothing was done; the request is to be planned again. No client ever sees this.
 */
export class StaleTable extends Error {
  override readonly name = 'StaleTable'

  constructor(table: string) {
    super(`the table ${table} was changed meanwhile`)
  }
}

/** Throws `StaleTable` when this database itself knows that a table is not as it was: what it answers holds from then on. */
export function requireCurrent({ isReplaced, name }: Table): void {
  if (isReplaced) throw new StaleTable(name)
}
