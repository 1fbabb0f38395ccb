export { type AttributeType, type StandardSchema, shape } from './codec/standard-schema.ts'
export type { StoredForm, StoredForms } from './codec/stored-form.ts'
export type { Cost, Measured, PartCost, RequestCost, Units } from './cost/cost.ts'
export type { Batch } from './database/batch.ts'
export type { Database, DatabaseConfig, PatternCaller } from './database/database.ts'
export type { Changes, EntityVerbs } from './database/entity-verbs.ts'
export type { GetRequest } from './database/get-request.ts'
export type { ModelRequest } from './database/model-request.ts'
export type { PatternRequest } from './database/pattern-request.ts'
export type { ResultsOf, Transactions } from './database/transaction.ts'
export type {
  CheckOptions,
  PutOptions,
  Returned,
  Returning,
  UpdateOptions,
  WriteOptions,
} from './database/verb-options.ts'
export type { Outcome, WriteRequest } from './database/write-request.ts'
export type { Computed } from './entities/computed-config.ts'
export type { Duration } from './entities/duration.ts'
export type {
  EntityConfig,
  EntityIndexConfig,
  EntityKeyConfig,
} from './entities/entity-config.ts'
export type {
  EntityDefinition,
  EntityIndex,
  EntityKey,
  EntityTtl,
  PartialPolicy,
  RelationDefinitions,
} from './entities/entity-definition.ts'
// Types that appear in inferred types: modules that export a model need to name them in their declaration files.
export type {
  EntityTypes,
  Fields,
  IndexNames,
  InputType,
  ItemType,
  KeyValues,
  Shown,
  ShownItem,
  TimedItem,
  TimeNames,
} from './entities/entity-types.ts'
export type { History } from './entities/history-config.ts'
export type { PeriodCapacity, PeriodChoice, PeriodLength, Periods } from './entities/periods-config.ts'
export type { Replicas, Shards, Spread } from './entities/spread.ts'
export type { StoredAs, StoredNames } from './entities/stored-names-config.ts'
export type {
  IndexConfig,
  IndexDefinition,
  KeyAttribute,
  ProjectionConfig,
  Relations,
  TableConfig,
  TableDefinition,
} from './entities/table-definition.ts'
export type { Timestamps } from './entities/timestamps.ts'
export type { AnyEntity, Entity, InputOf, ItemOf, KeyOf, PatternOptions, StoredOf } from './entity.ts'
export type { Change } from './expressions/change.ts'
export type { ChangeFunction, ChangeOperators } from './expressions/change-operators.ts'
export type { Condition } from './expressions/condition.ts'
export type { ConditionInput, ConditionOperators } from './expressions/condition-operators.ts'
export type { Path, Paths, PathTo } from './expressions/path.ts'
export type { TemplateSlots } from './keys/template-slots.ts'
export { type AnyModel, isModel, type Model, model } from './model.ts'
export {
  type ConditionFailure,
  type HasChildren,
  type Issue,
  isModelError,
  type LimitExceeded,
  ModelError,
  type ModelErrorCode,
  type ParentMissing,
  type UniqueViolation,
} from './model-error.ts'
export { createTableInput } from './outputs/create-table-input.ts'
export { createPort, type ModelClient } from './port/create-port.ts'
export type { Port } from './port/port.ts'
export type { SdkClient } from './port/sdk-port.ts'
export type { CreateTableInput } from './port/wire.ts'
export type { Count } from './reads/count-items.ts'
export type { Cursor } from './reads/cursor.ts'
export type {
  Answered,
  CollectArgs,
  CollectOptions,
  CollectPattern,
  CollectResult,
  Member,
  MemberOptions,
  Page,
  Pattern,
  QueryPattern,
  ReadOptions,
  ScanPattern,
} from './reads/pattern.ts'
export type { Range } from './reads/range.ts'
export type { ReadOrder } from './reads/read-direction.ts'
export type { FilteredPage, PageOptions } from './reads/read-plan.ts'
export type { SelectableNames, Selected } from './reads/selected.ts'
export type { PortLayer } from './sending/model-context.ts'
export { type Table, table } from './table.ts'
export type { Clock } from './util/clock.ts'
export type { Random } from './util/random.ts'
export type { CompiledRequest } from './writes/compile-action.ts'
export type { WriteAction } from './writes/write-action.ts'
export type { PlannedAction, WritePlan } from './writes/write-plan.ts'
