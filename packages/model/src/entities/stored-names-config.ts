import type { FormNode } from '../codec/stored-form.ts'

/** Names in the table by path: `{ customerName: 'cn', 'address.street': 's', 'lines[].price': 'p' }`. */
export type StoredNames = { readonly [path: string]: string }

/**
 * The names of attributes in the table. Made by `storedAs(…)` of `@monotable/model/names`: programs without any do not
 * load that code.
 */
export interface StoredAs<Names extends StoredNames = StoredNames> {
  readonly names: Names
  /** Adds the names to the forms of an entity; for the model itself. */
  nameForms(forms: FormNode): FormNode
  /** Refuses names that the model uses for its own attributes. */
  requireFree(entity: string, own: ReadonlySet<string>): void
}
