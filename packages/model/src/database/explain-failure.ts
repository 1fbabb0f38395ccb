import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import { type ConditionFailure, ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { answerOf } from '../reads/decode-entity.ts'
import { getOwn } from '../util/own-property.ts'

/** What is known of a write when its condition fails. */
export interface WriteIntent {
  /** Whether it was to make an item that is not there. */
  readonly creates?: boolean
  readonly ifVersion?: number | undefined
  /** Whether it stores an item anew that has expired. */
  readonly renews?: boolean
}

/** Says why the condition of a verb failed, from the item that was found. */
export function explainFailure(
  entity: EntityDefinition,
  item: WireItem | undefined,
  now: number,
  intent: WriteIntent,
): ModelError<'CONDITION_FAILED'> {
  const found = item === undefined || hasExpired(entity, item, now) ? undefined : item
  const reason = failureReason(entity, found, intent)
  return new ModelError('CONDITION_FAILED', `${entity.name}: ${failureTexts[reason]}`, {
    entity: entity.name,
    reason,
    item: found && answerOf(entity, found),
  })
}

function failureReason(
  entity: EntityDefinition,
  found: WireItem | undefined,
  { creates, ifVersion }: WriteIntent,
): ConditionFailure['reason'] {
  if (found === undefined) return creates === true ? 'condition' : 'missing'
  if (creates === true) return 'exists'
  const version = getOwn(found, storedName(entity.forms, entity.version ?? '')) as { N?: string } | undefined
  return ifVersion !== undefined && version?.N !== String(ifVersion) ? 'version' : 'condition'
}

const failureTexts: { readonly [Reason in ConditionFailure['reason']]: string } = {
  exists: 'there is already an item with this key',
  missing: 'there is no item with this key',
  version: 'the item has changed since it was read',
  condition: 'the item is not as the condition says',
}
