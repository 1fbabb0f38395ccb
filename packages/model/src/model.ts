import {
  type Database,
  type DatabaseConfig,
  type EntityMap,
  openModel,
  type PatternMap,
} from './database/database.ts'
import { requireOptions } from './entities/require-options.ts'
import type { ModelClient } from './port/create-port.ts'
import type { ContextOptions } from './sending/model-context.ts'

/** Any model, whatever its types: what checks, documents and commands work on. */
export interface AnyModel {
  readonly kind: 'model'
  readonly entities: EntityMap
  readonly patterns: PatternMap
}

/**
 * Entities and patterns that belong together: what an application stores, and how it reads it. A plain value without a
 * connection.
 */
export interface Model<Entities extends EntityMap = EntityMap, Patterns extends PatternMap = PatternMap>
  extends AnyModel {
  readonly entities: Entities
  readonly patterns: Patterns
  /** Connects the model to a database: its entities with their verbs, its patterns as calls. */
  connect(client: ModelClient, options?: ContextOptions): Database<Entities, Patterns>
}

/**
 * Declares a model: the value that is connected, checked, documented and deployed. The commands of `monotable` take a
 * file that exports it.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * const app = model({ entities: { Note } })
 * app.connect(db).Note.get({ id: '1' }).params()
 * // { operation: 'GetItem', input: { TableName: 'Notes', Key: { PK: { S: 'NOTE#1' } } } }
 */
export function model<
  const Entities extends EntityMap,
  const Patterns extends PatternMap = Record<never, never>,
>(config: Pick<DatabaseConfig<Entities, Patterns>, 'entities' | 'patterns'>): Model<Entities, Patterns> {
  requireOptions('A model', config, 'entities patterns')
  const { entities, patterns = {} as Patterns } = config
  return {
    kind: 'model',
    entities,
    patterns,
    connect: (client, options = {}) => openModel(client, { ...options, entities, patterns }),
  }
}

/** Whether a value, such as an export of a file, is a model. */
export function isModel(value: unknown): value is Model {
  const { kind, connect } = Object(value) as Partial<Model>
  return kind === 'model' && connect !== undefined
}
