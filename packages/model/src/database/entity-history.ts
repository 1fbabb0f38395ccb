import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { EntityTypes, KeyValues, Shown } from '../entities/entity-types.ts'
import type { Page } from '../reads/pattern.ts'
import type { PageOptions } from '../reads/read-plan.ts'
import type { ModelContext } from '../sending/model-context.ts'
import type { Known, Planning, WritePlan } from '../writes/write-plan.ts'
import type { GetRequest } from './get-request.ts'
import type { PatternRequest } from './pattern-request.ts'
import type { WriteScope } from './plan-verbs.ts'
import type { WriteRequest } from './write-request.ts'

/** What a verb does, as a plan. */
export type WriteVerb = (scope: WriteScope, known: Known) => Planning<WritePlan>

/** What a history is given of the database that its entity is connected to. */
export interface HistoryTools {
  readonly context: ModelContext
  readonly entity: EntityDefinition
  /** A request that does what a verb plans; `values` say where the item is. */
  readonly request: (values: object, verb: WriteVerb) => WriteRequest<never, never>
}

/** What a history adds. */
export interface HistoryHooks {
  /** Has every write keep a version. */
  readonly keep: (verb: WriteVerb) => WriteVerb
  readonly verbs: object
}

/** What can be done with an entity that keeps versions. */
export interface VersionVerbs<Types extends EntityTypes> {
  /** All versions of an item, the newest first, those that are staged among them. */
  versions(
    key: KeyValues<Types['item'], Types['key']>,
    page?: PageOptions,
  ): PatternRequest<Page<Shown<Types>>, Shown<Types>>
  /** One version of an item. */
  version(key: KeyValues<Types['item'], Types['key']>, version: number): GetRequest<Shown<Types> | undefined>
  /** Makes the item what it was in a version, as a new version; also one that has been removed. */
  restore(
    key: KeyValues<Types['item'], Types['key']>,
    version: number,
  ): WriteRequest<Shown<Types>, Shown<Types>>
}

/** What can be done with an entity whose versions can be made before they count. */
export interface PointerVerbs<Types extends EntityTypes> extends VersionVerbs<Types> {
  /** Stores the next version; the current one stays what it is. */
  stage(input: Types['input']): WriteRequest<Shown<Types>, Shown<Types>>
  /** Makes a version the current one, if the current one is still `ifVersion` (0: there is none yet). */
  commit(
    key: KeyValues<Types['item'], Types['key']>,
    choice: { readonly version: number; readonly ifVersion: number },
  ): WriteRequest<Shown<Types>, Shown<Types>>
}

/** The verbs that an entity has because of its history. */
export type HistoryVerbs<Types extends EntityTypes> = Types['config'] extends {
  readonly history: { readonly kind: infer Kind }
}
  ? Kind extends 'pointer'
    ? PointerVerbs<Types>
    : VersionVerbs<Types>
  : unknown
