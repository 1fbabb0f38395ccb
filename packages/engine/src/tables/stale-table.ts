/**
 * A request was planned for a table as it is not any more: another server has changed it. Nothing was done; the
 * request is to be planned again. No client ever sees this.
 */
export class StaleTable extends Error {
  override readonly name = 'StaleTable'

  constructor(table: string) {
    super(`the table ${table} was changed by another server`)
  }
}
