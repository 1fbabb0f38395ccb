import type { TableDescription } from '@monotable/model/outputs'
import type { KeyModel } from '../shared/api.ts'

/** A table of an imported file, with the file itself. */
export interface ImportedTable {
  readonly file: object
  readonly table: TableDescription
}

/** Older files are forgotten: they may be large. */
const maxFiles = 20

/**
 * The NoSQL Workbench files that were imported while the workbench has been running. A file says more than a table can
 * hold, such as its author and facets that only group items; an export of the table says it again.
 */
export class ImportedFiles {
  readonly #tables: (ImportedTable & { readonly connection: string })[] = []

  add(connection: string, file: object, tables: readonly TableDescription[]): void {
    this.#tables.unshift(...tables.map((table) => ({ connection, file, table })))
    const files = [...new Set(this.#tables.map((one) => one.file))]
    const forgotten = new Set(files.slice(maxFiles))
    this.#tables.splice(0, this.#tables.length, ...this.#tables.filter((one) => !forgotten.has(one.file)))
  }

  /** Returns the newest import of a table; a table with another key is another one. */
  find(connection: string, name: string, key: KeyModel): ImportedTable | undefined {
    const found = this.#tables.find((one) => one.connection === connection && one.table.name === name)
    return found !== undefined && sameKey(found.table.key, key) ? found : undefined
  }
}

function sameKey(one: KeyModel, other: KeyModel): boolean {
  const textOf = ({ pk, sk }: KeyModel) => JSON.stringify([pk, sk].map((half) => half.map(attributeText)))
  return textOf(one) === textOf(other)
}

function attributeText({ name, type }: KeyModel['pk'][number]): string {
  return `${type} ${name}`
}
