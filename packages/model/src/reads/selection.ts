import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { findIndex, holdsAttribute, keyNames, primary } from '../entities/table-definition.ts'
import type { Placeholders } from '../expressions/placeholders.ts'
import { valueError } from '../model-error.ts'
import type { Mutable, Projected } from '../port/wire.ts'
import type { Pattern } from './pattern.ts'
import type { Selection } from './selected.ts'

/**
 * What is fetched for a selection, by the names that the table has: besides it what an item is recognized and found again
 * by, and what tells that it has expired. Nothing where all is: an item of an older shape has to be there as a whole to be brought to today's.
 */
export function fetchedNames(
  { name, table, ttl, evolution, forms }: EntityDefinition,
  select: Selection,
  index = primary,
): Selection {
  if (select?.length === 0) throw valueError(`${name}: select names nothing`, 'select')
  if (select === undefined || evolution !== undefined) return undefined
  const held = [table.typeAttribute, ttl?.stored].filter(
    (name) => name !== undefined && holdsAttribute(table, index, name),
  )
  const own = select.map((one) => storedName(forms, one))
  return [...new Set([...own, ...keyNames(table, findIndex(table, index)), ...held])] as string[]
}

/** What several selections fetch together: all, where one of them does. */
export function joinNames(selections: readonly Selection[]): Selection {
  return selections.includes(undefined) ? undefined : [...new Set(selections.flat() as string[])]
}

/** What a pattern fetches through an index, or of whole items. */
export function patternNames(pattern: Pattern, index = primary): Selection {
  if (pattern.select === undefined) return undefined
  const parts = pattern.kind === 'collect' ? Object.values(pattern.members) : [pattern]
  return joinNames(parts.map(({ entity, select }) => fetchedNames(entity, select, index)))
}

/** Puts what is fetched into a request, where it is not all, and what its expressions stand for. */
export function addNames(input: Mutable<Projected>, names: Selection, placeholders: Placeholders): void {
  if (names !== undefined) {
    input.ProjectionExpression = names.map((name) => placeholders.name(name)).join(', ')
  }
  placeholders.addTo(input)
}
