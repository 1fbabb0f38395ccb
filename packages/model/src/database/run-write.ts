import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import { type ConditionFailure, ModelError } from '../model-error.ts'
import { failedItem, isConditionFailure } from '../port/service-failure.ts'
import type { ReturnValues, WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { getOwn } from '../util/own-property.ts'
import { compileAction } from '../writes/compile-action.ts'
import type { WriteAction } from '../writes/write-action.ts'

/** What is known of a write when its condition fails. */
export interface WriteIntent {
  /** Whether it was to make an item that is not there. */
  readonly creates?: boolean
  readonly ifVersion?: number | undefined
}

/** Sends a write of one item and gives the attributes that it asked for. */
export async function runWrite(
  context: ModelContext,
  action: WriteAction,
  returning: ReturnValues,
): Promise<WireItem | undefined> {
  const { operation, input } = compileAction(action, returning)
  const { Attributes } = await context.port.send(operation, input as never)
  return Attributes
}

/** Turns the refusal of a condition into a `ModelError` that says why; gives back any other error. */
export function explainFailure(
  context: ModelContext,
  error: unknown,
  entity: EntityDefinition,
  intent: WriteIntent,
): unknown {
  if (!isConditionFailure(error)) return error
  const found = failedItem(error)
  const isGone = found === undefined || hasExpired(entity, found, context.clock.now())
  const item = isGone ? undefined : decodeEntity(entity, found)
  const reason = failureReason(entity, isGone ? undefined : found, intent)
  return new ModelError(
    'CONDITION_FAILED',
    failureText(entity, reason),
    { entity: entity.name, reason, item },
    error,
  )
}

function failureReason(
  entity: EntityDefinition,
  found: WireItem | undefined,
  { creates, ifVersion }: WriteIntent,
): ConditionFailure['reason'] {
  if (found === undefined) return creates === true ? 'condition' : 'missing'
  if (creates === true) return 'exists'
  const version = entity.version === undefined ? undefined : getOwn(found, entity.version)
  const isChanged =
    ifVersion !== undefined && !(version !== undefined && 'N' in version && version.N === String(ifVersion))
  return isChanged ? 'version' : 'condition'
}

function failureText({ name }: EntityDefinition, reason: ConditionFailure['reason']): string {
  switch (reason) {
    case 'exists':
      return `${name}: there is already an item with this key`
    case 'missing':
      return `${name}: there is no item with this key`
    case 'version':
      return `${name}: the item has changed since it was read`
    case 'condition':
      return `${name}: the item is not as the condition says`
  }
}
