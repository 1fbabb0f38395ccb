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

/** Completes an entity of a table without relations, which can declare none. */
export const defineNone: RelationDefiner['define'] = (table, entity, given) => {
  const declared = Object.keys(noDefinitions).find((name) => Object.hasOwn(given, name))
  if (declared === undefined) return noDefinitions
  const message = `Entity ${entity}: "${declared}" needs relations, of @monotable/model/relations, in the table ${table.name}`
  throw definitionError(message, entity)
}
