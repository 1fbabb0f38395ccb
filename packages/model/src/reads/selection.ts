import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { holdsAttribute, keyNames, primary } from '../entities/table-definition.ts'
import type { Placeholders } from '../expressions/placeholders.ts'
import { valueError } from '../model-error.ts'
import type { Mutable, Projected } from '../port/wire.ts'
import type { Pattern } from './pattern.ts'
import type { Selection } from './selected.ts'

/**
 * Returns the attributes to fetch for a selection, by their names in the table: also those that identify the item, its
 * entity and its key, and its expiry. `undefined` for all: an item of an older shape can be converted only as a whole.
 */
export function fetchedNames(
  { name, table, ttl, evolution, forms }: EntityDefinition,
  select: Selection,
  index = primary,
): Selection {
  if (select?.length === 0) throw valueError(`${name}: select is empty`, 'select')
  if (select === undefined || evolution !== undefined) return undefined
  const held = [table.typeAttribute, ttl?.stored].filter(
    (name) => name !== undefined && holdsAttribute(table, index, name),
  )
  const own = select.map((one) => storedName(forms, one))
  return [...new Set([...own, ...keyNames(table, index), ...held])] as string[]
}

/** Returns what several selections fetch together: all, if one of them does. */
export function joinNames(selections: readonly Selection[]): Selection {
  return selections.includes(undefined) ? undefined : [...new Set(selections.flat() as string[])]
}

/** Returns the attributes that a pattern fetches, through an index or of whole items. */
export function patternNames(pattern: Pattern, index = primary): Selection {
  if (pattern.select === undefined) return undefined
  const parts = pattern.kind === 'collect' ? Object.values(pattern.members) : [pattern]
  return joinNames(parts.map(({ entity, select }) => fetchedNames(entity, select, index)))
}

/** Adds the projection to a request, unless all attributes are fetched, and the names and values of its expressions. */
export function addNames(input: Mutable<Projected>, names: Selection, placeholders: Placeholders): void {
  if (names !== undefined) {
    input.ProjectionExpression = names.map((name) => placeholders.name(name)).join(', ')
  }
  placeholders.addTo(input)
}
