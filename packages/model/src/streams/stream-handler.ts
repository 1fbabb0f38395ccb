import type { EntityMap, PatternMap } from '../database/database.ts'
import { requireKind, requireOptions } from '../entities/require-options.ts'
import type { AnyModel, Model } from '../model.ts'
import type { ModelClient } from '../port/create-port.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { getOwn } from '../util/own-property.ts'
import { changesOf } from './decode-record.ts'
import type { AnyChange, ChangeOf } from './entity-change.ts'
import { followChanges } from './follow-changes.ts'
import { copiedRelations, followCopies } from './follow-copies.ts'
import type { Derivation } from './projection.ts'
import { relationDerivations } from './relation-derivations.ts'
import type { EventRecord, StreamEvent, StreamResponse } from './stream-event.ts'

/** Functions to call with changes, by entity. */
export type ChangeHandlers<Entities extends EntityMap> = {
  readonly [Name in keyof Entities]?: (change: ChangeOf<Entities[Name]>) => unknown
}

/** What to do with the changes of a table. */
export interface StreamHandlerOptions<Entities extends EntityMap> extends ContextOptions {
  /** Called with each change, one after the other. A change may be delivered more than once. */
  readonly on?: ChangeHandlers<Entities>
  /** What to derive from the changes, by name. The names are stored, so they must not change. */
  readonly derive?: { readonly [name: string]: Derivation }
  /** The database that holds what is derived; required with `derive`. */
  readonly client?: ModelClient
}

/** A handler of a stream, for Lambda and for Monotable's triggers alike. */
export interface StreamHandler {
  (event: StreamEvent): Promise<StreamResponse>
  /** A filter for an event source, which passes only the records that the handler uses. */
  readonly filter: readonly { readonly [field: string]: unknown }[]
}

/**
 * Creates a handler for a model's stream. The stream has to contain whole items (`NEW_AND_OLD_IMAGES`).
 *
 * When something fails, the changes before it count as handled, and the stream delivers the rest again.
 */
export function streamHandler<Entities extends EntityMap, Patterns extends PatternMap>(
  model: Model<Entities, Patterns>,
  options: StreamHandlerOptions<Entities>,
): StreamHandler {
  requireOptions('streamHandler', options, 'on derive client clock random sleep cache')
  const { on = {}, derive = {}, client, ...rest } = options
  const derivations = [...relationDerivations(model), ...Object.entries(derive)]
  const copied = copiedRelations(model)
  if (derivations.length + copied.length > 0 && client === undefined) {
    throw new TypeError('A handler that derives items needs a client to write them with')
  }
  const context = client === undefined ? undefined : createContext(client, rest)
  const called = Object.entries(on).flatMap(([name, call]) => {
    const entity = getOwn(model.entities, name)?.definition
    requireKind(`on.${name}`, 'an entity of the model', entity)
    return entity === undefined || call === undefined ? [] : [{ entity, call: call as Caller }]
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

/** Includes the table, since two tables may have entities of the same name. */
function idOf(table: string, entity: string): string {
  return JSON.stringify([table, entity])
}

/** Decodes records up to the first that cannot be read: those before it are handled, and it is delivered again. */
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

/**
 * Reports a failure at a record. If nothing was handled before it, throws the error itself, which says more than a
 * position.
 */
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

/** Filters by the type attribute, if every table has one; otherwise there is no filter, and all records come. */
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
