import {
  type Database,
  type DatabaseConfig,
  type EntityMap,
  openModel,
  type PatternMap,
} from './database/database.ts'
import type { ModelClient } from './port/create-port.ts'
import type { ContextOptions } from './sending/model-context.ts'

/** Any model, whatever its types are: what checks, documents and commands work on. */
export interface AnyModel {
  readonly kind: 'model'
  readonly entities: EntityMap
  readonly patterns: PatternMap
}

/** Entities and patterns that belong together: what an application keeps, and how it reads it. A plain value. */
export interface Model<Entities extends EntityMap = EntityMap, Patterns extends PatternMap = PatternMap>
  extends AnyModel {
  readonly entities: Entities
  readonly patterns: Patterns
  /** Gives entities their verbs and patterns their calls, on a database. */
  connect(client: ModelClient, options?: ContextOptions): Database<Entities, Patterns>
}

/**
 * Declares a model: the one value that is connected, checked, documented and deployed. A file that exports it can be
 * given to the commands of `monotable`.
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
  const { entities, patterns = {} as Patterns } = config
  return {
    kind: 'model',
    entities,
    patterns,
    connect: (client, options = {}) => openModel(client, { ...options, entities, patterns }),
  }
}

/** Whether a value, such as something that a file exports, is a model. */
export function isModel(value: unknown): value is Model {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'model' &&
    'connect' in value
  )
}
