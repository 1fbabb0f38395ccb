export type {
  BelongsToConfig,
  CopyConfig,
  EntityReference,
  RelationConfig,
  SequenceConfig,
  Via,
} from './entities/relation-config.ts'
export type { Relations } from './entities/relations-feature.ts'
export { relations } from './relations/relations.ts'
