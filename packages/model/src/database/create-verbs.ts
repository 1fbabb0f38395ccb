import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import { type ChangeFunction, readChanges } from '../expressions/change-operators.ts'
import type { ConditionInput } from '../expressions/condition-operators.ts'
import { readCondition } from '../expressions/read-condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { ReturnValues, WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { compileAction } from '../writes/compile-action.ts'
import { planCreate, planPut } from '../writes/plan-put.ts'
import { planRemove } from '../writes/plan-remove.ts'
import { planUpdate, planUpsert, type UpdateContext, type UpdatePlan } from '../writes/plan-update.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { EntityVerbs } from './entity-verbs.ts'
import { GetRequest } from './get-request.ts'
import { runUpdate } from './run-update.ts'
import { explainFailure, runWrite, type WriteIntent } from './run-write.ts'
import type { Returning } from './verb-options.ts'
import { WriteRequest } from './write-request.ts'

/** What any write may be given, whatever its types are. */
interface AnyOptions {
  readonly if?: ConditionInput<never>
  readonly ifVersion?: number
  readonly returning?: Returning
  readonly given?: Values
}

const returnValues: { readonly [Choice in Returning]: ReturnValues } = {
  none: 'NONE',
  old: 'ALL_OLD',
  new: 'ALL_NEW',
  changed: 'UPDATED_NEW',
}

/** Gives an entity its verbs on a database. */
export function createVerbs<Types extends EntityTypes>(
  context: ModelContext,
  entity: EntityDefinition,
): EntityVerbs<Types> {
  const verbs: EntityVerbs<EntityTypes> = {
    create: (input, options = {}) => {
      const plan = () => planCreate(entity, input as object, context.clock.now(), asked(options))
      return writeRequest(context, plan, { intent: { creates: true }, returning: 'new' })
    },
    put: (input, options = {}) => {
      const plan = () => planPut(entity, input as object, context.clock.now(), asked(options))
      return writeRequest(context, plan, { intent: options, returning: options.returning ?? 'new' })
    },
    remove: (key, options = {}) => {
      const plan = () => planRemove(entity, key as Values, asked(options))
      return writeRequest(context, plan, { intent: options, returning: options.returning ?? 'none' })
    },
    update: (key, changes, options = {}) => {
      const request = {
        ...asked(options),
        key: key as Values,
        given: options.given as Values | undefined,
        changes: readChanges(changes as object | ChangeFunction<never>),
      }
      const plan = (known: UpdateContext) => planUpdate(entity, request, known)
      return updateRequest(context, entity, { plan, options })
    },
    upsert: (input, options = {}) => {
      const plan = (known: UpdateContext) => planUpsert(entity, input as object, known, asked(options))
      return updateRequest(context, entity, { plan, options })
    },
    get: (key, options = {}) => new GetRequest({ context, entity, key: key as Values, options }),
  }
  return verbs as unknown as EntityVerbs<Types>
}

function asked(options: object) {
  const { if: condition, ifVersion } = options as AnyOptions
  return { condition: readCondition(condition), ifVersion }
}

/** A put or a removal: one action, known at once. */
function writeRequest(
  context: ModelContext,
  plan: () => WriteAction,
  { intent, returning }: { readonly intent: WriteIntent; readonly returning: Returning },
): WriteRequest<never, never> {
  // A put cannot give back what it stores: that is known without asking.
  const asks = returning === 'old' ? 'ALL_OLD' : 'NONE'
  return new WriteRequest({
    plan,
    compile: () => compileAction(plan(), asks),
    run: async () => {
      const action = plan()
      try {
        const attributes = await runWrite(context, action, asks)
        return resultOf(action, returning, attributes) as never
      } catch (error) {
        throw explainFailure(context, error, action.entity, intent)
      }
    },
  })
}

function resultOf(
  action: WriteAction,
  returning: Returning,
  attributes: WireItem | undefined,
): object | undefined {
  if (returning === 'new' && action.kind === 'put') return decodeEntity(action.entity, action.item)
  return attributes === undefined ? undefined : decodeEntity(action.entity, attributes)
}

interface UpdateSteps {
  readonly plan: (known: UpdateContext) => UpdatePlan
  readonly options: object
}

/** An update: one action, that may need the item to be read first. */
function updateRequest(
  context: ModelContext,
  entity: EntityDefinition,
  { plan, options }: UpdateSteps,
): WriteRequest<never, never> {
  const { returning: choice = 'new', ifVersion } = options as AnyOptions
  const returning = returnValues[choice]
  return new WriteRequest({
    compile: () => {
      const first = plan({ now: context.clock.now() })
      if (first.kind === 'ready') return compileAction(first.action, returning)
      const input = { TableName: entity.table.name, Key: first.key, ConsistentRead: true }
      return { operation: 'GetItem', input }
    },
    run: async () => {
      const attributes = await runUpdate(context, { entity, plan, returning, intent: { ifVersion } })
      return (attributes && decodeEntity(entity, attributes, choice !== 'changed')) as never
    },
  })
}
