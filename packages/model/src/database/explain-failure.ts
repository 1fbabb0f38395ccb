import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import { type ConditionFailure, ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { answerOf } from '../reads/decode-entity.ts'
import { getOwn } from '../util/own-property.ts'

/** What is known of a write when its condition fails. */
export interface WriteIntent {
  /** Whether the write was to create an item. */
  readonly creates?: boolean
  readonly ifVersion?: number | undefined
  /** Whether the write stores a new item in place of an expired one. */
  readonly renews?: boolean
}

/** Explains why the condition of a verb failed, from the item that was found. */
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
  condition: 'the item does not meet the condition',
}
