import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import { requireKind, requireOptions } from '../entities/require-options.ts'
import { type ChangeFunction, readChanges } from '../expressions/change-operators.ts'
import type { ConditionInput } from '../expressions/condition-operators.ts'
import { readCondition } from '../expressions/read-condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { GetOptions } from '../reads/plan-get.ts'
import { type EntityRelations, noRelations } from '../relations/entity-relations.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { distributionOf } from './distribution-of.ts'
import type { HistoryHooks, HistoryTools, WriteVerb } from './entity-history.ts'
import type { EntityVerbs } from './entity-verbs.ts'
import { GetRequest } from './get-request.ts'
import { change, changeAny, checkItem, removeAny, storeAny, storeNew, type WriteScope } from './plan-verbs.ts'
import { compileWrites, returnValues, runWrites, type WriteJob } from './run-writes.ts'
import type { Returning } from './verb-options.ts'
import { WriteRequest } from './write-request.ts'

/** Options that every write takes, whatever its types. */
interface AnyOptions {
  readonly if?: ConditionInput<never>
  readonly ifVersion?: number
  readonly returning?: Returning
  readonly given?: Values
}

/** Creates the verbs of an entity on a database. */
export function createVerbs<Types extends EntityTypes>(
  context: ModelContext,
  entity: EntityDefinition,
  relations: EntityRelations,
): EntityVerbs<Types> {
  const places = distributionOf(entity)
  const draw = (input: object) => places?.completeInput(entity, input, context.random) ?? input
  const send = (values: object, verb: WriteVerb, options: object, returning: Returning) => {
    const plan: WriteVerb = (scope, known) => {
      if (places === undefined) return verb(scope, known)
      return places.planEverywhere(entity, values, (placed, isCopy) =>
        verb({ ...scope, entity: placed, ...(isCopy && { relations: noRelations }) }, known),
      )
    }
    const { returning: wanted = returning } = options as AnyOptions
    requireKind(wanted, 'one of none, old, new, changed', returnValues[wanted])
    return writeRequest(context, { entity, relations }, { plan, returning: wanted })
  }
  const connect = entity.history?.connect as ((tools: HistoryTools) => HistoryHooks) | undefined
  const history = connect?.({ context, entity, request: (values, verb) => send(values, verb, {}, 'new') })
  const request: typeof send = (values, verb, options, returning) =>
    send(values, history?.keep(verb) ?? verb, options, returning)
  const storing =
    (store: typeof storeAny, names: string) =>
    (input: unknown, options: object = {}) => {
      const item = draw(input ?? {})
      return request(item, (scope, known) => store(scope, item, asked(options, names), known), options, 'new')
    }
  const verbs: EntityVerbs<EntityTypes> = {
    create: storing(storeNew, 'if'),
    put: storing(storeAny, choices),
    upsert: storing(changeAny, choices),
    update: (key, changes, options = {}) => {
      // Copied field by field: spreading the options took a third of the time of an update.
      const { condition, ifVersion } = asked(options, `${choices} given`)
      const update = {
        condition,
        ifVersion,
        key: key as Values,
        given: options.given as Values | undefined,
        changes: readChanges(changes as object | ChangeFunction<never>),
      }
      return request(update.key, (scope, known) => change(scope, update, known), options, 'new')
    },
    remove: (key, options = {}) => {
      return request(
        key as Values,
        (scope, known) => removeAny(scope, key as Values, asked(options, choices), known),
        options,
        'none',
      )
    },
    check: (key, options = {}) => {
      const { exists = true } = options
      return send(
        key as Values,
        (scope, known) =>
          checkItem(
            scope,
            { key: key as Values, exists, asked: asked(options, 'if ifVersion exists') },
            known,
          ),
        options,
        'none',
      )
    },
    get: (key: object, options: GetOptions = {}) => {
      requireOptions('The call', options, 'consistent expired select')
      return new GetRequest<never>({ context, entity, key: key as Values, options })
    },
  }
  return { ...verbs, ...history?.verbs } as unknown as EntityVerbs<Types>
}

/** The options of a write that may find an item. */
const choices = 'if ifVersion returning'

function asked(options: object, known: string) {
  requireOptions('The call', options, known)
  const { if: condition, ifVersion } = options as AnyOptions
  return { condition: readCondition(condition), ifVersion }
}

function writeRequest(
  context: ModelContext,
  { entity, relations }: WriteScope,
  { plan, returning }: { readonly plan: WriteVerb; readonly returning: Returning },
): WriteRequest<never, never> {
  const jobOf = (readsBefore: boolean): WriteJob => {
    return { entity, returning, plan: (known) => plan({ entity, relations, readsBefore }, known) }
  }
  const job = jobOf(false)
  return new WriteRequest({
    context,
    // A transaction returns no attributes, so the old item has to be read first.
    job: jobOf(returning === 'old'),
    compile: () => compileWrites(context, [job]),
    run: async (context) => (await runWrites(context, [job]))[0] as never,
  })
}
