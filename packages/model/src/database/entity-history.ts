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

/** A verb as a function that plans it. */
export type WriteVerb = (scope: WriteScope, known: Known) => Planning<WritePlan>

/** What a history gets from the database that its entity is connected to. */
export interface HistoryTools {
  readonly context: ModelContext
  readonly entity: EntityDefinition
  /** Makes a request that does what a verb plans; `values` say where the item is. */
  readonly request: (values: object, verb: WriteVerb) => WriteRequest<never, never>
}

/** What a history adds to the verbs of an entity. */
export interface HistoryHooks {
  /** Extends a verb, so that each of its writes also stores a version. */
  readonly keep: (verb: WriteVerb) => WriteVerb
  readonly verbs: object
}

/** The verbs of an entity that keeps versions. */
export interface VersionVerbs<Types extends EntityTypes> {
  /** Reads all versions of an item, newest first, staged ones included. */
  versions(
    key: KeyValues<Types['item'], Types['key']>,
    page?: PageOptions,
  ): PatternRequest<Page<Shown<Types>>, Shown<Types>>
  /** Reads one version of an item. */
  version(key: KeyValues<Types['item'], Types['key']>, version: number): GetRequest<Shown<Types> | undefined>
  /** Makes the item what it was in a version, by storing that as a new version. Also restores a removed item. */
  restore(
    key: KeyValues<Types['item'], Types['key']>,
    version: number,
  ): WriteRequest<Shown<Types>, Shown<Types>>
}

/** The verbs of an entity whose versions can be stored before they become current. */
export interface PointerVerbs<Types extends EntityTypes> extends VersionVerbs<Types> {
  /** Stores the next version without making it current. */
  stage(input: Types['input']): WriteRequest<Shown<Types>, Shown<Types>>
  /** Makes a version the current one, provided the current one is still `ifVersion` (0: there is none yet). */
  commit(
    key: KeyValues<Types['item'], Types['key']>,
    choice: { readonly version: number; readonly ifVersion: number },
  ): WriteRequest<Shown<Types>, Shown<Types>>
}

/** The verbs that an entity gets from its history. */
export type HistoryVerbs<Types extends EntityTypes> = Types['config'] extends {
  readonly history: { readonly kind: infer Kind }
}
  ? Kind extends 'pointer'
    ? PointerVerbs<Types>
    : VersionVerbs<Types>
  : unknown
