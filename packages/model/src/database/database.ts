import { around } from '../cost/around.ts'
import type { Fields } from '../entities/entity-types.ts'
import { requireKind, requireOptions } from '../entities/require-options.ts'
import type { AnyEntity, TypesOf } from '../entity.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError } from '../model-error.ts'
import type { ModelClient } from '../port/create-port.ts'
import type { Port } from '../port/port.ts'
import type { AnyPattern, Pattern, Typed } from '../reads/pattern.ts'
import type { FilteredPage, PageOptions } from '../reads/read-plan.ts'
import { noRelations } from '../relations/entity-relations.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { type Batch, createBatch } from './batch.ts'
import { createVerbs } from './create-verbs.ts'
import { distributionOf } from './distribution-of.ts'
import type { HistoryVerbs } from './entity-history.ts'
import type { EntityVerbs } from './entity-verbs.ts'
import { PatternRequest } from './pattern-request.ts'
import { relationsOf } from './relations-of.ts'
import { createTransactions, type Transactions } from './transaction.ts'

export type EntityMap = { readonly [name: string]: AnyEntity }
export type PatternMap = { readonly [name: string]: AnyPattern }

/** What to connect, and options for sending. */
export interface DatabaseConfig<Entities extends EntityMap, Patterns extends PatternMap>
  extends ContextOptions {
  readonly entities: Entities
  readonly patterns?: Patterns
}

/** A connected model: the verbs of each entity, and the patterns as calls. */
export type Database<Entities extends EntityMap, Patterns extends PatternMap> = {
  readonly [Name in keyof Entities]: EntityVerbs<
    TypesOf<Entities[Name]>,
    CountersOf<TypesOf<Entities[Name]>['name'], KeptIn<Entities>>
  > &
    HistoryVerbs<TypesOf<Entities[Name]>>
} & {
  /** The patterns, by name. */
  readonly q: { readonly [Name in keyof Patterns]: PatternCaller<Patterns[Name]> }
  readonly batch: Batch
} & Transactions

/** The counters that the entities of a model keep for each other, each as `Parent.counter`. */
type KeptIn<Entities> = {
  [Name in keyof Entities]: TypesOf<Entities[Name]>['config'] extends { readonly keeps: infer Kept }
    ? keyof Kept
    : never
}[keyof Entities]

type CountersOf<Name extends string, Kept> = Kept extends `${Name}.${infer Counter}` ? Counter : never

/** Calls a pattern with its arguments, if it takes any. */
export type PatternCaller<One> =
  One extends Typed<infer Args, infer Result, infer Item>
    ? (...call: CallOf<Args, PageOf<Item>>) => PatternRequest<Result, Item>
    : (args: never, page?: never) => PatternRequest<never, never>

type CallOf<Args, Page> =
  Record<never, never> extends Args ? [args?: Args, page?: Page] : [args: Args, page?: Page]

/** A collection has items of several shapes, and no filter. */
type PageOf<Item> = [Item] extends [never] ? PageOptions : FilteredPage<Fields<Item>>

/** Names that entities cannot have. */
const taken = ['q', 'batch', 'transact', 'transactGet']

/** Connects entities and patterns to a database. */
export function openModel<Entities extends EntityMap, Patterns extends PatternMap>(
  client: ModelClient,
  { entities, patterns, ...options }: DatabaseConfig<Entities, Patterns>,
): Database<Entities, Patterns> {
  requireOptions('A connection', options, 'clock random sleep cache')
  const wrong = taken.find((name) => Object.hasOwn(entities, name))
  if (wrong !== undefined) {
    throw definitionError(`An entity cannot be connected as "${wrong}"`, wrong)
  }
  requireDistinctNames(entities)
  return connectAll(createContext(client, options), entities, patterns ?? {}) as Database<Entities, Patterns>
}

function connectAll(given: ModelContext, entities: EntityMap, patterns: PatternMap): object {
  const definitions = [...new Set(Object.values(entities).map(({ definition }) => definition))]
  const places = definitions.map(distributionOf).find((one) => one)
  const context = places?.openPeriods(given, definitions) ?? given
  const verbs = Object.entries(entities).map(([name, { definition }]) => [
    name,
    createVerbs(
      context,
      definition,
      relationsOf(definition)?.connect(definition, definitions) ?? noRelations,
    ),
  ])
  const callers = Object.entries(patterns).map(([name, pattern]) => {
    requireKind(name, 'a pattern', pattern?.kind)
    const call = (args: Values = {}, page: FilteredPage<never> = {}) =>
      new PatternRequest({ context, name, pattern: pattern as Pattern, args, page })
    return [name, call]
  })
  return {
    ...Object.fromEntries(verbs),
    q: Object.fromEntries(callers),
    batch: createBatch(context),
    ...createTransactions(context),
    [around]: (wrap: (port: Port) => Port) => connectAll(given.around(wrap), entities, patterns),
  }
}

/** Refuses two entities of the same name, by which their items are told apart. */
function requireDistinctNames(entities: EntityMap): void {
  const seen = new Map<string, AnyEntity>()
  for (const [member, entity] of Object.entries(entities)) {
    requireKind(member, 'an entity', entity?.definition)
    const { name, table } = entity.definition
    const id = JSON.stringify([table.name, name])
    if ((seen.get(id) ?? entity) !== entity) {
      throw definitionError(`Two entities of ${table.name} are called "${name}"`, name)
    }
    seen.set(id, entity)
  }
}
