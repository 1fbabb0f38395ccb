export type { Via } from './entities/entity-definition.ts'
export type {
  BelongsToConfig,
  CopyConfig,
  EntityReference,
  MarkerKeyConfig,
  RelationConfig,
  SequenceConfig,
} from './entities/relation-config.ts'
export type { Relations } from './entities/table-definition.ts'
export { relations } from './relations/relations.ts'
