import { definitionError } from '../model-error.ts'
import type { RelationDefinitions } from './entity-definition.ts'
import type { RelationConfig } from './relation-config.ts'
import type { TableDefinition } from './table-definition.ts'

/** Completes the relations that entities declare: the `relations` of a table. */
export interface RelationDefiner {
  readonly define: (
    table: TableDefinition,
    entity: string,
    given: RelationConfig & { readonly ttl?: unknown },
  ) => RelationDefinitions
}

const noDefinitions: RelationDefinitions = {
  unique: [],
  limit: new Map(),
  sequence: [],
  belongsTo: new Map(),
  copies: [],
}

/** The options by which entities declare relations. */
export const relationOptions = Object.keys(noDefinitions)

/** Completes an entity of a table without relations, which can declare none. */
export const defineNone: RelationDefiner['define'] = (table, entity, given) => {
  const declared = relationOptions.find((name) => Object.hasOwn(given, name))
  if (declared === undefined) return noDefinitions
  const message = `Entity ${entity}: "${declared}" needs relations, of @monotable/model/relations, in the table ${table.name}`
  throw definitionError(message, entity)
}
