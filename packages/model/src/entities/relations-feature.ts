import type { RelationDefinitions } from './define-relations.ts'
import type { RelationConfig } from './relation-config.ts'
import type { TableDefinition } from './table-definition.ts'

/** What keeps relations right: `relations` of `@monotable/model/relations`. Who needs none does not load it. */
export interface Relations {
  readonly define: (
    table: TableDefinition,
    entity: string,
    given: RelationConfig & { readonly ttl?: unknown },
  ) => RelationDefinitions
}

/** What an entity declares that declares nothing about other items. */
export const noDefinitions: RelationDefinitions = {
  unique: [],
  limit: new Map(),
  sequence: [],
  belongsTo: new Map(),
  copies: [],
}
