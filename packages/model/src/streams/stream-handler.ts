import type { EntityMap, PatternMap } from '../database/database.ts'
import type { AnyModel, Model } from '../model.ts'
import type { ModelClient } from '../port/create-port.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { changesOf } from './decode-record.ts'
import type { AnyChange, ChangeOf } from './entity-change.ts'
import { followChanges } from './follow-changes.ts'
import { copiedRelations, followCopies } from './follow-copies.ts'
import type { Derivation } from './projection.ts'
import { relationDerivations } from './relation-derivations.ts'
import type { EventRecord, StreamEvent, StreamResponse } from './stream-event.ts'

/** Functions by the entities whose changes they are called with. */
export type ChangeHandlers<Entities extends EntityMap> = {
  readonly [Name in keyof Entities]?: (change: ChangeOf<Entities[Name]>) => unknown
}

/** What is to be done with the changes of a table. */
export interface StreamHandlerOptions<Entities extends EntityMap> extends ContextOptions {
  /** Called with each change, one after the other. They may meet a change again. */
  readonly on?: ChangeHandlers<Entities>
  /** What follows from the changes, by name. The names are stored: keep them. */
  readonly derive?: { readonly [name: string]: Derivation }
  /** Where what is derived is kept; needed with `derive`. */
  readonly client?: ModelClient
}

/** A handler of a stream, for Lambda and for Monotable's triggers alike. */
export interface StreamHandler {
  (event: StreamEvent): Promise<StreamResponse>
  /** A filter with which only the records come that something is done with. */
  readonly filter: readonly { readonly [field: string]: unknown }[]
}

/**
 * Makes a handler for a model's stream. The stream has to carry whole items (`NEW_AND_OLD_IMAGES`).
 *
 * When something fails, the changes before it count as handled, and the stream brings the rest again.
 */
export function streamHandler<Entities extends EntityMap, Patterns extends PatternMap>(
  model: Model<Entities, Patterns>,
  options: StreamHandlerOptions<Entities>,
): StreamHandler {
  const { on = {}, derive = {}, client, ...rest } = options
  const derivations = [...relationDerivations(model), ...Object.entries(derive)]
  const copied = copiedRelations(model)
  if (derivations.length + copied.length > 0 && client === undefined) {
    throw new TypeError('A handler that derives something needs a client to write it with')
  }
  const context = client === undefined ? undefined : createContext(client, rest)
  const called = Object.entries(on).flatMap(([name, call]) => {
    const entity = model.entities[name]?.definition
    return entity === undefined ? [] : [{ entity, call: call as Caller }]
  })
  const callers = new Map(called.map(({ entity, call }) => [idOf(entity.table.name, entity.name), call]))
  const handle = async ({ Records }: StreamEvent): Promise<StreamResponse> => {
    const { read, failure } = readAll(model, Records)
    if (context !== undefined) {
      await followAll(context, derivations, read)
      await followCopies(
        context,
        copied,
        read.flatMap(({ changes }) => changes),
      )
    }
    const answer = await callAll(callers, read)
    return failure === undefined || answer.batchItemFailures.length > 0 ? answer : failure
  }
  return Object.assign(handle, {
    filter: filterFor(model, [
      ...called.map(({ entity }) => entity.name),
      ...derivations.map(([, { source }]) => source.name),
      ...copied.flatMap(({ entity, relation }) => [entity.name, relation.entity.name]),
    ]),
  })
}

type Caller = (change: AnyChange) => unknown

/** Two tables may have entities of one name. */
function idOf(table: string, entity: string): string {
  return JSON.stringify([table, entity])
}

/** Reads records up to the first that cannot be read: those before it are handled, and it comes again. */
function readAll(model: AnyModel, records: readonly EventRecord[]) {
  const read: ReadRecord[] = []
  for (const [at, record] of records.entries()) {
    try {
      read.push({ record, changes: changesOf(model, record) })
    } catch (error) {
      return { read, failure: failureAt(at, record, error) }
    }
  }
  return { read, failure: undefined }
}

/** With nothing handled before it, the failure itself says more than a place would. */
function failureAt(at: number, { dynamodb }: EventRecord, error: unknown): StreamResponse {
  if (at === 0) throw error
  return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] }
}

interface ReadRecord {
  readonly record: EventRecord
  readonly changes: readonly AnyChange[]
}

async function followAll(
  context: ModelContext,
  derivations: readonly (readonly [string, Derivation])[],
  read: readonly ReadRecord[],
): Promise<void> {
  const changes = read.flatMap((one) => one.changes)
  for (const [name, derivation] of derivations) await followChanges(context, name, derivation, changes)
}

async function callAll(
  callers: ReadonlyMap<string, Caller>,
  read: readonly ReadRecord[],
): Promise<StreamResponse> {
  for (const [at, { record, changes }] of read.entries()) {
    try {
      for (const change of changes) await callers.get(idOf(change.table, change.entity))?.(change)
    } catch (error) {
      return failureAt(at, record, error)
    }
  }
  return { batchItemFailures: [] }
}

/** By the type attribute, where every table has one; without, all records come. */
function filterFor({ entities }: AnyModel, names: readonly string[]): StreamHandler['filter'] {
  const wanted = Object.values(entities)
    .map(({ definition }) => definition)
    .filter(({ name }) => names.includes(name))
  const byAttribute = new Map<string, string[]>()
  for (const { name, table } of wanted) {
    if (table.typeAttribute === undefined) return []
    byAttribute.set(table.typeAttribute, [...(byAttribute.get(table.typeAttribute) ?? []), name])
  }
  return [...byAttribute].flatMap(([attribute, types]) => {
    const image = { [attribute]: { S: [...new Set(types)] } }
    return [{ dynamodb: { NewImage: image } }, { dynamodb: { OldImage: image } }]
  })
}
