import type { FormNode } from '../codec/stored-form.ts'

/** Names in the table by path: `{ customerName: 'cn', 'address.street': 's', 'lines[].price': 'p' }`. */
export type StoredNames = { readonly [path: string]: string }

/**
 * Names that attributes have in the table. Made by `storedAs(…)` of `@monotable/model/names`, so that whoever has none
 * carries nothing of it.
 */
export interface StoredAs<Names extends StoredNames = StoredNames> {
  readonly names: Names
  /** The forms of an entity, with the names; for the model itself. */
  nameForms(forms: FormNode): FormNode
  /** Refuses names that belong to attributes of the model's own. */
  requireFree(entity: string, own: ReadonlySet<string>): void
}
