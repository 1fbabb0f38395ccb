import { runBatchGet } from '../batches/run-batch-get.ts'
import { runBatchWrite } from '../batches/run-batch-write.ts'
import type { AnyEntity, TypesOf } from '../entity.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { ModelClient } from '../port/create-port.ts'
import type { AnyPattern, Pattern, PatternArgs, PatternItem, PatternResult } from '../reads/pattern.ts'
import type { PageOptions } from '../reads/read-plan.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { createVerbs } from './create-verbs.ts'
import type { EntityVerbs } from './entity-verbs.ts'
import type { GetRequest } from './get-request.ts'
import { PatternRequest } from './pattern-request.ts'
import type { WriteRequest } from './write-request.ts'

export type EntityMap = { readonly [name: string]: AnyEntity }
export type PatternMap = { readonly [name: string]: AnyPattern }

/** What is connected, and what sending may be given. */
export interface DatabaseConfig<Entities extends EntityMap, Patterns extends PatternMap>
  extends ContextOptions {
  readonly entities: Entities
  readonly patterns?: Patterns
}

/** Entities with their verbs, patterns with their calls. */
export type Database<Entities extends EntityMap, Patterns extends PatternMap> = {
  readonly [Name in keyof Entities]: EntityVerbs<TypesOf<Entities[Name]>>
} & {
  /** The patterns, by name. */
  readonly q: { readonly [Name in keyof Patterns]: PatternCaller<Patterns[Name]> }
  readonly batch: Batch
}

/** Calls a pattern with its arguments, where it has any. */
export type PatternCaller<One> = (
  ...call: CallOf<PatternArgs<One>>
) => PatternRequest<PatternResult<One>, PatternItem<One>>

type CallOf<Args> =
  Record<never, never> extends Args ? [args?: Args, page?: PageOptions] : [args: Args, page?: PageOptions]

/** Many items at once, however many. */
export interface Batch {
  /** Reads items: each once, in the order of the requests, nothing where there is no item. */
  get<const Requests extends readonly GetRequest<unknown>[]>(
    requests: Requests,
    options?: { readonly consistent?: boolean },
  ): Promise<{
    -readonly [At in keyof Requests]: Requests[At] extends GetRequest<infer Value> ? Value : never
  }>
  /** Does puts and removals; of several writes of one item the last counts. */
  write(requests: readonly WriteRequest<unknown, unknown>[]): Promise<void>
}

/** Names that entities cannot have. */
const taken = ['q', 'batch']

/** Connects entities and patterns with a database. */
export function openModel<Entities extends EntityMap, Patterns extends PatternMap>(
  client: ModelClient,
  { entities, patterns, ...options }: DatabaseConfig<Entities, Patterns>,
): Database<Entities, Patterns> {
  const context = createContext(client, options)
  const wrong = taken.find((name) => Object.hasOwn(entities, name))
  if (wrong !== undefined) {
    throw new ModelError('DEFINITION', `An entity cannot be connected as "${wrong}"`, { subject: wrong })
  }
  requireDistinctNames(entities)
  const verbs = Object.entries(entities).map(([name, { definition }]) => [
    name,
    createVerbs(context, definition),
  ])
  const callers = Object.entries(patterns ?? {}).map(([name, pattern]) => {
    const call = (args: Values = {}, page: PageOptions = {}) => {
      return new PatternRequest({ context, name, pattern: pattern as Pattern, args, page })
    }
    return [name, call]
  })
  const database = {
    ...Object.fromEntries(verbs),
    q: Object.fromEntries(callers),
    batch: createBatch(context),
  }
  return database as Database<Entities, Patterns>
}

/** Items are told apart by the name of their entity. */
function requireDistinctNames(entities: EntityMap): void {
  const seen = new Map<string, AnyEntity>()
  for (const entity of Object.values(entities)) {
    const { name, table } = entity.definition
    const other = seen.get(JSON.stringify([table.name, name]))
    if (other !== undefined && other !== entity) {
      throw new ModelError('DEFINITION', `Two entities of ${table.name} are called "${name}"`, {
        subject: name,
      })
    }
    seen.set(JSON.stringify([table.name, name]), entity)
  }
}

function createBatch(context: ModelContext): Batch {
  return {
    get: async (requests, { consistent = false } = {}) => {
      const keys = requests.map((request) => ({ table: request.entity.table, key: request.encodeKey() }))
      const items = await runBatchGet(context, keys, consistent)
      return requests.map((request, at) => request.decode(items[at])) as never
    },
    write: async (requests) => {
      const actions = requests.map((request) => {
        const action = request.plan()
        if (action !== undefined) return action
        const message = 'A batch takes put and remove; updates and upserts have to be sent on their own'
        throw new ModelError('DEFINITION', message, { subject: 'batch' })
      })
      await runBatchWrite(context, actions)
    },
  }
}
